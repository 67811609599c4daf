#!/usr/bin/env python3
"""A race ends the same way every time, however busy the machine is.

    race.py TOOL SOURCE_ROOT [many]

Asks the same questions repeatedly, with different numbers of threads, while other
processes keep the processors busy, and compares every byte except the times.
Some races have threads left, which the engines `prefix` and `state` take: where
/proc tells how many threads a process has, this is seen as well.  Speaks TAP:
every net is a test.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import time

TOOL = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(sys.argv[2]).resolve()
GENERATE = ROOT / 'nets/generate.py'
HOW = sys.argv[3] if len(sys.argv) > 3 else ''
TIMES, THREADS = ((100, [1, 2, 3, 4, 8]) if HOW == 'many' else
                  (3, [1, 2, 8]))
BUSY = 2
PATIENCE = 60
TRIES = 10
QUESTIONS = {
    'szymanski': ['--all-transitions', '--deadlock'],
    'lamport-pr': ['--all-transitions', '--deadlock'],
    'dining_4': ['--deadlock'],
    'concur15_pgsql': ['--all-transitions', '--deadlock'],
}
# Long ones, in which threads are left: net, racers, options.
LIST_ALL = ['--stubborn', 'none', '--interpolation', 'off']
LONG_TIMES = 20 if HOW == 'many' else 2
LONG = [
    ('rwlock:8,3', 'prefix', []),
    ('rwlock:8,3', 'prefix,por', []),
    ('buffer:16', 'state', LIST_ALL),
    ('buffer:16', 'state,walk', LIST_ALL),
]


def hide_times(text):
    text = re.sub(r'"(seconds|peak_bytes)": [0-9.e+-]+', r'"\1": #', text)
    return re.sub(r'(?m)^(seconds|peak_bytes) .*', r'\1 #', text)


def command(net, options, threads):
    return [TOOL, net, *options, '--json', '--stats', '--verbose',
            '--threads', str(threads)]


def ask(net, options, number):
    done = subprocess.run(
        command(net, options, THREADS[number % len(THREADS)]),
        capture_output=True, text=True, check=False, timeout=PATIENCE)
    return done.returncode, hide_times(done.stdout), hide_times(done.stderr)


def most_threads(net, options, threads):
    """Of the process, as long as it runs."""
    child = subprocess.Popen(command(net, options, threads),
                             stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    tasks = pathlib.Path(f'/proc/{child.pid}/task')
    most = 0
    while child.poll() is None:
        try:
            most = max(most, len(list(tasks.iterdir())))
        except OSError:
            pass
        time.sleep(0.002)
    return most


def sees_threads(net, options):
    """Four threads are three more than one."""
    if not pathlib.Path('/proc/self/task').exists():
        return True
    few = most_threads(net, options, 1)
    return any(most_threads(net, options, 4) == few + 3 for _ in range(TRIES))


def report(number, what, good, why):
    print(f'{"" if good else "not "}ok {number} - {what}', flush=True)
    if not good:
        print(f'# {why}')
    return not good


def generate(folder, spec):
    into = pathlib.Path(folder, spec)
    into.mkdir(exist_ok=True)
    subprocess.run([sys.executable, '-B', GENERATE, '--into', into, spec],
                   check=True)
    return next(into.glob('*.ll_net'))


def tests(folder):
    """Name, net, options, how often."""
    for name, options in QUESTIONS.items():
        yield name, ROOT / f'nets/{name}.ll_net', options, TIMES
    for spec, racers, options in LONG:
        net = generate(folder, spec)
        yield (f'{net.stem} {racers}', net,
               ['--deadlock', '--reduce', 'off', '--racers', racers,
                *options], LONG_TIMES)


def run(folder):
    failed = 0
    number = 0
    for name, net, options, times in tests(folder):
        number += 1
        seen = {ask(net, options, i) for i in range(times)}
        good = len(seen) == 1 and next(iter(seen))[0] in (0, 1)
        failed += report(number, name, good, f'{len(seen)} answers')
    for spec, racer, options in LONG:
        if ',' in racer:
            continue
        number += 1
        failed += report(number, f'threads that are left are used by {racer}',
                         sees_threads(generate(folder, spec),
                                      ['--deadlock', '--reduce', 'off',
                                       '--racers', racer, *options]),
                         'no such threads were seen')
    return failed


def main():
    busy = [subprocess.Popen([sys.executable, '-c', 'while True: pass'])
            for _ in range(BUSY)]
    try:
        print(f'1..{len(QUESTIONS) + len(LONG) + 2}', flush=True)
        with tempfile.TemporaryDirectory() as folder:
            failed = run(folder)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    sys.exit(failed > 0)


main()
