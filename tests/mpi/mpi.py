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
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

PATIENCE = 600
FIGURES = ['maximal_configurations', 'min_configuration', 'max_configuration',
           'total_length', 'tested', 'tree_depth']


def launch(*arguments):
    root = ['--allow-run-as-root'] if os.geteuid() == 0 else []
    return subprocess.Popen(
        ['mpirun', '-q', *root, '--oversubscribe', *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)


def mpirun(n, arguments, tool=None):
    return launch('-n', str(n), tool or args.mpi_tool, '--engine', 'reverse',
                  *arguments)


def finish(process):
    out, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, out, errors


def alone(*arguments):
    return finish(subprocess.Popen(
        [args.tool, '--engine', 'reverse', *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE))


def children(pid):
    try:
        text = pathlib.Path(f'/proc/{pid}/task/{pid}/children').read_text()
    except OSError:
        return []
    return [int(child) for child in text.split()]


def kill_all(process):
    """Kills it and all processes below it, and waits for its end."""
    pids = [process.pid]
    for pid in pids:
        pids += children(pid)
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.communicate()


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
    pol = net('cav18_pol_3_2.ll_net')
    for wrong, wanted, told in (
            ([net('nowhere.ll_net')], 4, 'cannot read'),
            ([pol, '--dependency', 'nowhere'], 4, 'nowhere'),
            ([pol, pol], 3, 'several nets are for one process'),
            ([pol, '--deadlock', '--safe', '--jobs', '2'], 3, '--jobs'),
            (['--mcc', '.'], 3, '--mcc is for one process'),
            ([pol, '--deadlock', '--safe', '--engine', 'por'], 3,
             "several processes need engine 'reverse'")):
        code, out, errors = finish(launch('-n', '2', args.mpi_tool, *wrong))
        expect((code, out), (wanted, b''), f'exit of {wrong}')
        expect(errors.count(b'error'), 1, f'messages of {wrong}: {errors}')
        expect(told in errors.decode(), True, f'{told} in {errors}')


def large(spec):
    """A net that is searched until ranks are killed or interrupted."""
    sys.path.insert(0, str(args.root / 'nets'))
    import generate
    folder = pathlib.Path(tempfile.gettempdir())
    generate.write_instances(folder, [spec])
    return str(folder / (generate.instance(spec).name + '.ll_net'))


def limits_hold_for_each_rank():
    path = large('cav18_pi:12')
    for limit in '--timeout=1', '--max-memory=1M':
        code, _, errors = finish(mpirun(3, [path, limit]))
        expect(code, 2, f'exit by {limit}: {errors}')


def a_rank_that_fails_says_why():
    search = ['--engine', 'reverse']
    good, bad = net('cav18_pi_3.ll_net'), net('cav18_pol_3_2.ll_net')
    code, out, errors = finish(launch(
        '-n', '2', args.mpi_tool, good, *search, ':',
        '-n', '1', args.mpi_tool, net('nowhere.ll_net'), *search))
    expect((code, out[:15]), (2, b'unknown (lost)\n'), 'a net is missing')
    expect(b'process 2 of mpirun: ' in errors and b'cannot read' in errors,
           True, f'reason in {errors}')
    code, _, errors = finish(launch(
        '-n', '1', args.mpi_tool, good, *search, ':',
        '-n', '2', args.mpi_tool, bad, *search))
    expect((code, b'has another net' in errors), (4, True), errors)


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


def catches(pid):
    """Has it set its handler of SIGINT?"""
    try:
        status = pathlib.Path(f'/proc/{pid}/status').read_text()
    except OSError:
        return False
    mask = int(re.search(r'^SigCgt:\s*(\w+)', status, re.MULTILINE)[1], 16)
    return mask >> (signal.SIGINT - 1) & 1


def an_interrupted_search_goes_on():
    path = large('cav18_pi:9')
    wanted = figures(alone(path, '--json', '--threads', '1'))
    state = pathlib.Path(tempfile.gettempdir()) / 'interrupted'
    process = mpirun(2, ['--checkpoint', str(state), '--checkpoint-every',
                         '0.02', '--json', path])
    # No earlier: a rank that has not begun knows no signals yet, though the
    # other one may have written its state.
    deadline = time.monotonic() + PATIENCE
    while not (state.exists() and all(map(catches, children(process.pid)))) \
            and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    for rank in children(process.pid):
        os.kill(rank, signal.SIGINT)
    expect(finish(process)[0], 2, 'exit of the interrupted search')
    expect(figures(finish(mpirun(3, ['--resume', str(state), '--json', path]))),
           wanted, 'after an interruption')


TESTS = [figures_are_those_of_one_process, answers_are_those_of_one_process,
         errors_are_told_once, limits_hold_for_each_rank,
         a_rank_that_fails_says_why, nothing_is_lost_when_all_ranks_are_killed,
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
