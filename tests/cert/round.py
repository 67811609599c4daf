#!/usr/bin/env python3
"""Certificates of real nets, from the question to the checker's verdict.

    round.py TOOL SOURCE_ROOT [some | few | SHARED [STEP]]

For each net in nets/ all questions, for some of them a third, for a few nets
few questions, or for every STEP-th of some nets of SHARED/nets all questions:
the certifying engines answer questions on a transition that can fire, on some
that cannot, on deadlock, and on the largest values of sums.
punf-por-check, which is beside TOOL, must accept their certificates and give
the same verdict.  Speaks TAP: every net is a test.  All tests are skipped if
SHARED does not exist.
"""
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(sys.argv[1]).resolve()
CHECKER = TOOL.with_name('punf-por-check')
ROOT = pathlib.Path(sys.argv[2]).resolve()
NETS_STEP, QUESTIONS_STEP = {'some': (2, 3), 'few': (5, 4)}.get(
    ''.join(sys.argv[3:4]), (1, 1))
SHARED = (pathlib.Path(sys.argv[3])
          if len(sys.argv) > 3 and QUESTIONS_STEP == 1 else None)
STEP = int(sys.argv[4]) if len(sys.argv) > 4 else 1
FOREIGN = ['plain/key_2', 'plain/dph_5.fsa', 'plain/q_1.sync', 'plain/dme4',
           'plain/rw_12', 'plain/mmgt_1.fsa', 'plain/ring_9.fsa',
           'plain/elevator_2', 'plain/byzagr4_0b.sync', 'cont/key_2',
           'cont/furnace_1.fsa', 'cont/dijkstra_2.sync', 'cont/rw_1w3r.sync']
SECONDS, AT_MOST = '1', 3


def call(*command):
    return subprocess.run([str(word) for word in command], check=False,
                          capture_output=True, text=True, timeout=120)


def transitions(net):
    """Transitions that can fire, and transitions that cannot."""
    done = call(TOOL, net, '--all-transitions', '--engine', 'prefix', '-q',
                '--timeout', SECONDS)
    verdicts = [line.rsplit(': ', 1) for line in done.stdout.splitlines()]
    return ([name for name, verdict in verdicts if verdict == 'reachable'],
            [name for name, verdict in verdicts if verdict == 'unreachable'])


def sums(net):
    """Sums of the first, the middle and the last places."""
    text = net.read_text(encoding='latin-1')
    part = re.split(r'^TR$', text, flags=re.M)[0]
    names = re.findall(r'^\d+"((?:[^"\\\n]|\\.)*)"', part, flags=re.M)
    names = ['"' + name + '"' for name in names]
    if len(names) >= 6:
        yield ' + '.join(names[:3])
        yield f'2*{names[-1]} + {names[len(names) // 2]} + {names[-2]}'
        yield f'{names[1]} - {names[-1]} + 1'


def questions(net):
    """Asks the question with further options; a verdict must come in time."""
    can, never = transitions(net)
    for name in can[-1:] + never[:AT_MOST]:
        yield ['--reach', name], ['--engine', 'state']
    for name in can[:1] + never[-1:]:
        yield ['--reach', name], ['--engine', 'prefix']
        yield ['--reach', name], ['--engine', 'prefix',
                                  '--dependency', 'classic']
    yield ['--deadlock'], ['--engine', 'state']
    yield ['--deadlock'], ['--engine', 'equation']
    yield ['--deadlock'], []
    yield ['--deadlock'], ['--racers', 'equation,walk', '--threads', '2']
    names = ['"' + name.replace('\\', '\\\\').replace('"', '\\"') + '"'
             for name in (never + can)[:2]]
    if names:
        yield (['--formula', f'AG not fireable({", ".join(names)})'],
               ['--engine', 'prefix'])
    for engine in 'state', 'equation', 'symbolic':
        yield ['--deadlock'], ['--engine', engine, '--reduce', 'on']
    if names:
        yield (['--formula', f'AG not fireable({", ".join(names)})'],
               ['--engine', 'equation'])
    for name in never[-1:]:
        for engine in 'state', 'equation', 'prefix', 'symbolic':
            yield ['--reach', name], ['--engine', engine, '--reduce', 'on']
    for total in sums(net):
        for options in ([], ['--engine', 'equation'],
                        ['--engine', 'symbolic'],
                        ['--racers', 'equation,state', '--threads', '2']):
            yield ['--bounds', total], options


def faults(net, certificate, turn):
    for question, options in itertools.islice(
            questions(net), turn % QUESTIONS_STEP, None, QUESTIONS_STEP):
        certificate.unlink(missing_ok=True)
        done = call(TOOL, net, *question, *options, '-q', '--timeout', SECONDS,
                    '--certificate', certificate)
        if done.returncode == 2:
            continue
        if done.returncode == 1 and 'proof was not put together' in done.stderr:
            continue  # the limit was reached between the answer and its proof
        if done.returncode > 2 or not certificate.exists():
            yield f'{question} {options}: {done.stderr}'
            continue
        checked = call(CHECKER, net, *question, certificate)
        verdict = done.stdout.strip().removesuffix(" (if the net is safe)")
        if checked.returncode or \
                not checked.stdout.startswith(f'{verdict}, accepted'):
            yield (f'{question} {options}: {verdict}; '
                   f'{checked.stdout}{checked.stderr}')


def main():
    nets = sorted((ROOT / 'nets').glob('*.ll_net'))[::NETS_STEP]
    if SHARED:
        nets = [SHARED / f'nets/{name}.ll_net' for name in FOREIGN[::STEP]]
        if not SHARED.is_dir():
            print(f'1..0 # SKIP there is no {SHARED}')
            return
    print(f'1..{len(nets)}')
    failed = False
    with tempfile.TemporaryDirectory() as directory:
        certificate = pathlib.Path(directory) / 'a.cert'
        for number, net in enumerate(nets, 1):
            found = list(faults(net, certificate, number))
            print('not ok' if found else 'ok', number, '-', net.name)
            print(''.join(f'# {line}\n' for text in found
                          for line in text.splitlines()), end='', flush=True)
            failed = failed or bool(found)
    sys.exit(failed)


main()
