#!/usr/bin/env python3
"""toy.py TOY TOOL: an engine that one row adds is found everywhere.

TOY is the tool with the engine of toy.c; TOOL is the tool without it.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

TOY, TOOL = sys.argv[1:]
# Its initial marking is a deadlock.
NET = 'PEP\nPTNet\nFORMAT_N\nPL\n1"p"M1\n2"q"\nTR\n1"t"\nPT\n2>1\nTP\n1<1\n'


def run(tool, *args):
    done = subprocess.run([tool, *args], capture_output=True, text=True,
                          timeout=60, check=False)
    return done.stdout + done.stderr


def figures(tool, net, engine):
    text = run(tool, net, '--deadlock', '--engine', engine, '--json', '-q')
    return json.loads(text)


def check_help(_):
    yield '|toy|' in run(TOY, '--help', 'engine')
    yield 'toy: looks at the initial marking;' in ' '.join(
        run(TOY, '--help', 'engine').split())
    yield '(equation, walk, recovery, toy)' in run(TOY, '--help', 'seed')
    yield 'recovery,symbolic,toy' in run(TOY, '--help', 'racers')
    yield 'toy' not in run(TOOL, '--help', 'all')


def check_json(net):
    own, other = figures(TOY, net, 'toy'), figures(TOY, net, 'state')
    yield own['queries'][0]['engine'] == 'toy'
    yield own['queries'][0]['verdict'] == 'reachable'
    yield own['stats']['looks'] == 1 and own['stats']['states'] is None
    yield other['stats']['looks'] is None and other['stats']['states'] == 1
    without = figures(TOOL, net, 'state')['stats']
    yield [*without] == [key for key in own['stats'] if key != 'looks']
    yield 'questions that were looked at' in run(
        TOY, net, '--deadlock', '--engine', 'toy', '--stats')


def check_refusals(net):
    toy = [TOY, net, '--engine', 'toy']
    yield ("'toy' does not use option 'order'; engines 'prefix', 'por' and 'merged' do"
           in run(*toy, '--deadlock', '--order', 'size'))
    yield ("engines 'auto', 'equation', 'walk', 'recovery' and 'toy' do" in
           run(TOY, net, '--engine', 'state', '--deadlock', '--seed', '3'))
    yield ("'toy' cannot answer 'reach t', which takes a step; engines "
           "'state', " in run(*toy, '--reach', 't'))
    yield "'toy' cannot answer 'live'; engines " in run(*toy, '--live')
    yield "'toy' explores nothing: it needs a question" in run(*toy)
    yield "engine 'toy' cannot certify 'deadlock'" in run(
        *toy, '--deadlock', '--certificate', '-')


def check_race(net):
    text = run(TOY, net, '--deadlock', '--racers', 'toy', '--json', '-q')
    yield json.loads(text)['queries'][0]['engine'] == 'toy'
    yield 'answered by engine: toy 1' in run(
        TOY, net, '--deadlock', '--racers', 'toy', '--verbose')
    yield 'recovery, symbolic or toy' in run(
        TOY, net, '--deadlock', '--racers', 'other')


def check_contest(net):
    folder = pathlib.Path(net).parent
    run(TOY, net, '--write', folder / 'model.pnml')
    yield 'TRUE TECHNIQUES A_LOOK SEQUENTIAL_PROCESSING' in run(
        TOY, '--mcc', folder, '--examination', 'ReachabilityDeadlock',
        '--engine', 'toy')


CHECKS = [check_help, check_json, check_refusals, check_race, check_contest]


def main():
    failed = False
    print(f'1..{len(CHECKS)}')
    with tempfile.TemporaryDirectory() as folder:
        net = pathlib.Path(folder) / 'net.ll_net'
        net.write_text(NET)
        for number, check in enumerate(CHECKS, 1):
            wrong = [i for i, good in enumerate(check(str(net)), 1) if not good]
            failed |= bool(wrong)
            print('not ok' if wrong else 'ok', number, '-', check.__name__)
            if wrong:
                print('# wrong:', *wrong)
    sys.exit(failed)


main()
