#!/usr/bin/env python3
"""Reverse searches under mpirun: the figures and answers of one process, also
after all processes were killed and the search went on from a checkpoint.

    mpi.py TOOL MPI_TOOL SOURCE_ROOT [--kills N] [--net SPEC]

--kills: so many kills of all ranks, each at a time by chance after the start;
--net: of this net of nets/generate.py.  Speaks TAP.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from processes import children, kill_all

PATIENCE = 600
FIGURES = ['maximal_configurations', 'min_configuration', 'max_configuration',
           'total_length', 'tested', 'tree_depth']


def mpirun(n, arguments, tool=None, **keywords):
    root = ['--allow-run-as-root'] if os.geteuid() == 0 else []
    return subprocess.Popen(
        ['mpirun', '-q', *root, '--oversubscribe', '-n', str(n),
         tool or args.mpi_tool,
         '--engine', 'reverse', *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, **keywords)


def finish(process):
    out, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, out, errors


def alone(*arguments):
    return finish(subprocess.Popen(
        [args.tool, '--engine', 'reverse', *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE))


def figures(run):
    code, out, errors = run
    if code:
        raise AssertionError(f'exit {code}: {errors.decode()}')
    stats = json.loads(out)['stats']
    return {name: stats[name] for name in FIGURES}


def net(name):
    return str(args.root / 'nets' / name)


def expect(seen, wanted, what):
    if seen != wanted:
        raise AssertionError(f'{what}: {seen} instead of {wanted}')


def figures_are_those_of_one_process():
    # The program without MPI becomes the other one.
    for name, n, tool in (('cav18_pol_3_2.ll_net', 3, args.tool),
                          ('cav18_pi_3.ll_net', 8, args.mpi_tool)):
        wanted = figures(alone(net(name), '--json'))
        expect(figures(finish(mpirun(n, [net(name), '--json'], tool))), wanted,
               f'{name}, {n} ranks')


def answers_are_those_of_one_process():
    question = [net('cav18_pol_3_2.ll_net'), '--all-transitions', '--deadlock',
                '--witness']
    expect(finish(mpirun(3, question)), alone(*question), 'answers')


def errors_are_told_once():
    for wrong in ([net('nowhere.ll_net')],
                  [net('cav18_pol_3_2.ll_net'), '--dependency', 'nowhere']):
        code, out, errors = finish(mpirun(3, wrong))
        expect((code, out), (4, b''), 'exit')
        expect(errors.count(b'error'), 1, 'messages')


def large(spec):
    """A net that is searched until ranks are killed or interrupted."""
    sys.path.insert(0, str(args.root / 'nets'))
    import generate
    folder = pathlib.Path(tempfile.gettempdir())
    generate.write_instances(folder, [spec])
    return str(folder / (generate.instance(spec).name + '.ll_net'))


def nothing_is_lost_when_all_ranks_are_killed():
    chance = random.Random(args.kills)
    path = large(args.net)
    start = time.monotonic()
    wanted = figures(alone(path, '--json', '--threads', '1'))
    span = time.monotonic() - start
    state = pathlib.Path(tempfile.gettempdir()) / 'state'
    rest = ['--checkpoint', str(state), '--checkpoint-every', '0.02', '--json',
            path]
    kills = rounds = 0
    while kills < args.kills:
        resume = ['--resume', str(state)] if state.exists() else []
        process = mpirun(3, [*resume, *rest])
        try:
            process.wait(0.1 + chance.random() * 3 * span /
                         min(args.kills, 5))
        except subprocess.TimeoutExpired:
            kill_all(process)
            kills += 1
        else:  # all is explored: begin again
            expect(figures(finish(process)), wanted, f'after {kills} kills')
            state.unlink()
            rounds += 1
    resume = ['--resume', str(state)] if state.exists() else []
    expect(figures(finish(mpirun(2, [*resume, *rest]))), wanted,
           f'after {kills} kills')
    print(f'# {kills} kills, {rounds + 1} searches')


def an_interrupted_search_goes_on():
    path = large('cav18_pi:9')
    wanted = figures(alone(path, '--json', '--threads', '1'))
    state = pathlib.Path(tempfile.gettempdir()) / 'interrupted'
    process = mpirun(2, ['--checkpoint', str(state), '--checkpoint-every',
                         '0.02', '--json', path])
    # No earlier: a rank that has not begun knows no signals yet.
    deadline = time.monotonic() + PATIENCE
    while not state.exists() and process.poll() is None and \
            time.monotonic() < deadline:
        time.sleep(0.005)
    for rank in children(process.pid):
        os.kill(rank, signal.SIGINT)
    expect(finish(process)[0], 2, 'exit of the interrupted search')
    expect(figures(finish(mpirun(3, ['--resume', str(state), '--json', path]))),
           wanted, 'after an interruption')


TESTS = [figures_are_those_of_one_process, answers_are_those_of_one_process,
         errors_are_told_once, nothing_is_lost_when_all_ranks_are_killed,
         an_interrupted_search_goes_on]

parser = argparse.ArgumentParser()
parser.add_argument('tool')
parser.add_argument('mpi_tool')
parser.add_argument('root', type=pathlib.Path)
parser.add_argument('--kills', type=int, default=2)
parser.add_argument('--net', default='cav18_pi:7')
args = parser.parse_args()
args.root = args.root.resolve()
if not shutil.which('mpirun'):
    print('1..0 # SKIP there is no mpirun')
    sys.exit()
print(f'1..{len(TESTS)}')
with tempfile.TemporaryDirectory() as directory:
    tempfile.tempdir = os.environ['TMPDIR'] = directory
    for number, test in enumerate(TESTS, 1):
        try:
            test()
            print(f'ok {number} - {test.__name__}', flush=True)
        except (AssertionError, subprocess.SubprocessError) as error:
            print(f'not ok {number} - {test.__name__}\n# {error}', flush=True)
