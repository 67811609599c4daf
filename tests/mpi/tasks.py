#!/usr/bin/env python3
"""Tasks under mpirun: the bytes of one process, tasks and ranks that are killed,
limits, and the journal.

    tasks.py TOOL MPI_TOOL SOURCE_ROOT [--kills N]

--kills: so many kills of all ranks, each at a time by chance after the start.
Speaks TAP.
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

PATIENCE = 300
NETS = ['dining_3.ll_net', 'peterson.ll_net', 'none.ll_net', 'dining_4.ll_net',
        'dekker.ll_net', 'lamport.ll_net', 'buffer_3.ll_net']


def launch(*arguments):
    root = ['--allow-run-as-root'] if os.geteuid() == 0 else []
    return subprocess.Popen(['mpirun', '-q', *root, '--oversubscribe',
                             *map(str, arguments)], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True)


def mpirun(n, *arguments, tool=None):
    return launch('-n', n, tool or args.mpi_tool, *arguments)


def finish(process):
    out, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, out, errors


def alone(*arguments):
    return finish(subprocess.Popen(
        [args.tool, *arguments], stdin=subprocess.DEVNULL, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE))


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def net(name):
    return str(args.root / 'nets' / name)


def path(name):
    return pathlib.Path(tempfile.gettempdir()) / name


def busy_net():
    """A search without end."""
    sys.path.insert(0, str(args.root / 'tests/golden'))
    from rings import write_rings
    file = path('rings.ll_net')
    if not file.exists():
        write_rings(file)
    return str(file)


# --- what is printed ---------------------------------------------------------

def answers_are_those_of_one_process():
    nets = [net(name) for name in NETS]
    for n, tool, asked in (
            (3, args.tool, [*nets, '--deadlock']),
            (4, None, [*nets, '--all-transitions', '--deadlock']),
            (5, None, [nets[3], '--all-transitions', '--quasi-live']),
            (3, None, [net('cav18_pol_3_2.ll_net'), net('cav18_pi_3.ll_net'),
                       '--deadlock', '--safe', '--engine', 'reverse'])):
        jobs = [] if asked[-1] == 'reverse' else ['--jobs', '1']
        expect(finish(mpirun(n, *asked, tool=tool)) == alone(*asked, *jobs),
               (n, asked))


def without_times(line):
    read = json.loads(line)
    for query in read['queries']:
        query.pop('seconds')
        query.pop('engine')
    for name in 'seconds', 'peak_bytes', 'work':
        (read['stats'] or {}).pop(name, None)
    return read


def lines_of_json_are_in_order():
    asked = [*map(net, NETS), '--deadlock', '--json', '--engine', 'state']
    code, out, errors = finish(mpirun(4, *asked))
    wanted = alone(*asked)
    expect(code == wanted[0] and errors == wanted[2], errors)
    expect([without_times(line) for line in out.splitlines()] ==
           [without_times(line) for line in wanted[1].splitlines()], out)


def errors_are_told_once():
    for asked, wanted in (
            (['--nets-from', 'nowhere', '--deadlock'], 4),
            ([net(NETS[0]), '-', '--deadlock'], 3),
            ([net(NETS[0]), net(NETS[1]), '--deadlock', '--jobs', '2'], 3),
            ([net(NETS[0]), '--deadlock'], 3),
            ([net(NETS[0]), '--all-transitions', '--reach', 'nowhere'], 3)):
        code, out, errors = finish(mpirun(3, *asked))
        expect((code, out) == (wanted, ''), (asked, code, out, errors))
        expect(errors.count('error:') == 1, errors)


# --- limits ------------------------------------------------------------------

def limits_hold_for_each_task():
    asked = [busy_net(), net(NETS[0]), busy_net(), '--deadlock', '--engine',
             'por', '--quiet']
    for limit, why in ((['--timeout', '1'], 'timeout'),
                       (['--max-memory', '60M'], 'memory limit'),
                       (['--max-events', '1000'], 'event limit')):
        code, out, _ = finish(mpirun(3, *asked, *limit))
        busy = f'{busy_net()}: deadlock: unknown ({why})'
        expect((code, out.splitlines()) ==
               (2, [busy, f'{net(NETS[0])}: deadlock: reachable', busy]),
               (why, code, out))


def limits_hold_for_ranks_of_a_search():
    sys.path.insert(0, str(args.root / 'nets'))
    import generate
    spec = 'cav18_pi:12'
    generate.write_instances(path('.'), [spec])
    large = path(generate.instance(spec).name + '.ll_net')
    for limit, why in ((['--timeout', '1'], 'timeout'),
                       (['--max-memory', '1M'], 'memory limit')):
        code, _, errors = finish(mpirun(3, large, '--engine', 'reverse',
                                        *limit))
        expect(code == 2, (why, code, errors))
        code, out, _ = finish(mpirun(3, large, '--engine', 'reverse',
                                     '--deadlock', '--reach', 'nowhere',
                                     *limit))
        expect(code == 3, (why, code, out))


def a_rank_that_fails_says_why():
    search = ['--engine', 'reverse']
    good, bad = net('cav18_pi_3.ll_net'), net('cav18_pol_3_2.ll_net')
    code, out, errors = finish(launch(
        '-n', 1, args.mpi_tool, good, *search, ':',
        '-n', 1, args.mpi_tool, good, *search, ':',
        '-n', 1, args.mpi_tool, path('nowhere.ll_net'), *search))
    expect(code == 2 and out.startswith('unknown (lost)\n'), (code, out))
    expect('process 2 of mpirun: ' in errors and 'cannot read' in errors and
           'memory limit' not in out, (code, errors))
    code, _, errors = finish(launch(
        '-n', 1, args.mpi_tool, good, *search, ':',
        '-n', 2, args.mpi_tool, bad, *search))
    expect(code == 4 and 'has another net' in errors, (code, errors))


# --- what dies ---------------------------------------------------------------

def seconds_of(pid):
    try:
        stat = pathlib.Path(f'/proc/{pid}/stat').read_text()
    except OSError:
        return 0
    fields = stat.rpartition(')')[2].split()
    if fields[0] == 'Z':
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def tasks_of(process):
    """Rank, its server and the child of each task that has worked."""
    return [(rank, server, task) for rank in children(process.pid)
            for server in children(rank) for task in children(server)
            if seconds_of(task) > 0.2]


def kill_tasks(process, count, which=2):
    hit = []
    end = time.monotonic() + PATIENCE
    while len(hit) < count:
        expect(time.monotonic() < end and process.poll() is None, 'no task')
        fresh = [found[which] for found in tasks_of(process)
                 if found[which] not in hit]
        if fresh:
            os.kill(fresh[0], signal.SIGKILL)
            hit.append(fresh[0])
        time.sleep(0.02)


def a_lost_task_costs_itself():
    asked = [net(NETS[0]), busy_net(), net(NETS[1]), '--deadlock', '--engine',
             'por', '--quiet']
    for kills, code, why in ((1, 2, 'deadlock: unknown (timeout)'),
                             (2, 5, 'unknown (lost)')):
        process = mpirun(3, *asked, '--timeout', '4')
        kill_tasks(process, kills)
        run = finish(process)
        expect(run[:2] == (code, f'{net(NETS[0])}: deadlock: reachable\n'
                           f'{busy_net()}: {why}\n'
                           f'{net(NETS[1])}: deadlock: unreachable\n'), run)
        expect(('its process was killed' in run[2]) == (kills == 2), run)


def a_server_that_dies_takes_its_rank_only():
    asked = [net(NETS[0]), busy_net(), net(NETS[1]), '--deadlock', '--engine',
             'por', '--quiet', '--timeout', '4']
    process = mpirun(3, *asked)
    kill_tasks(process, 1, which=1)
    run = finish(process)
    expect(run[:2] == (2, f'{net(NETS[0])}: deadlock: reachable\n'
                       f'{busy_net()}: deadlock: unknown (timeout)\n'
                       f'{net(NETS[1])}: deadlock: unreachable\n'), run)


def a_rank_that_dies_ends_all_and_the_journal_goes_on():
    state = path('rank')
    asked = [net(NETS[0]), busy_net(), net(NETS[1]), '--deadlock', '--engine',
             'por', '--quiet', '--timeout', '3', '--checkpoint', state]
    process = mpirun(3, *asked)
    kill_tasks(process, 1, which=0)
    expect(finish(process)[0] != 0, 'the job goes on')
    run = finish(mpirun(2, *asked, '--resume', state))
    expect(run[:2] == (2, f'{net(NETS[0])}: deadlock: reachable\n'
                       f'{busy_net()}: deadlock: unknown (timeout)\n'
                       f'{net(NETS[1])}: deadlock: unreachable\n'), run)


def records(file):
    data = file.read_bytes()
    at = data.index(b'\nbegin\n') + len(b'\nbegin\n')
    found = []
    while at < len(data):
        line, newline, _ = data[at:].partition(b'\n')
        words = line.split()
        at += len(line) + 2 + sum(int(word) for word in words[8:11])
        if not newline or at > len(data):
            break
        found.append(tuple(int(word) for word in words[1:5]))
    return found


def nothing_is_lost_when_all_ranks_are_killed():
    """Nor is a finished task repeated."""
    chance = random.Random(args.kills)
    state = path('state')
    asked = [*map(net, NETS), '--all-transitions', '--deadlock']
    start = time.monotonic()
    wanted = finish(mpirun(3, *asked))
    span = time.monotonic() - start
    kills = rounds = 0
    done = []
    while kills < args.kills:
        resume = ['--resume', state] if state.exists() else []
        process = mpirun(3, *asked, *resume, '--checkpoint', state)
        try:
            process.wait(span * (0.2 + 0.6 * chance.random()))
        except subprocess.TimeoutExpired:
            kill_all(process)
            kills += 1
        else:  # all is done: begin again
            run = finish(process)
            expect(run[:2] == wanted[:2] and run[2].endswith(wanted[2]), run)
            state.unlink()
            rounds += 1
            done = []
        if state.exists():
            now = records(state)
            expect(not set(done) - set(now), 'a finished task is lost')
            expect(len(now) == len(set(now)), 'a task is repeated')
            done = now
    resume = ['--resume', state] if state.exists() else []
    run = finish(mpirun(4, *asked, *resume, '--checkpoint', state))
    expect(run[:2] == wanted[:2] and run[2].endswith(wanted[2]), run)
    expect(not resume or f'{len(done)} task' in run[2], run[2])
    print(f'# {kills} kills, {rounds + 1} runs, {len(done)} of '
          f'{len(records(state))} tasks after the last')


TESTS = [answers_are_those_of_one_process, lines_of_json_are_in_order,
         errors_are_told_once, limits_hold_for_each_task,
         limits_hold_for_ranks_of_a_search, a_rank_that_fails_says_why,
         a_lost_task_costs_itself, a_server_that_dies_takes_its_rank_only,
         a_rank_that_dies_ends_all_and_the_journal_goes_on,
         nothing_is_lost_when_all_ranks_are_killed]

parser = argparse.ArgumentParser()
parser.add_argument('tool')
parser.add_argument('mpi_tool')
parser.add_argument('root', type=pathlib.Path)
parser.add_argument('--kills', type=int, default=3)
parser.add_argument('--only')
args = parser.parse_args()
args.root = args.root.resolve()
if not shutil.which('mpirun'):
    print('1..0 # SKIP there is no mpirun')
    sys.exit()
TESTS = [test for test in TESTS if args.only in (None, test.__name__)]
print(f'1..{len(TESTS)}')
with tempfile.TemporaryDirectory() as directory:
    tempfile.tempdir = os.environ['TMPDIR'] = directory
    for number, test in enumerate(TESTS, 1):
        try:
            test()
            print(f'ok {number} - {test.__name__}', flush=True)
        except (AssertionError, subprocess.SubprocessError) as error:
            print(f'not ok {number} - {test.__name__}\n# {error}', flush=True)
