#!/usr/bin/env python3
"""A race ends the same way every time, however busy the machine is.

    race.py TOOL SOURCE_ROOT

Asks the same questions repeatedly, with one, two and three threads, while
other processes keep the processors busy, and compares every byte except the
times.  Speaks TAP: every net is a test.
"""
import pathlib
import re
import subprocess
import sys

TOOL = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(sys.argv[2]).resolve()
TIMES = 20
BUSY = 3
PATIENCE = 60
QUESTIONS = {
    'szymanski': ['--all-transitions', '--deadlock'],
    'lamport-pr': ['--all-transitions', '--deadlock'],
    'dining_4': ['--deadlock'],
    'concur15_pgsql': ['--all-transitions', '--deadlock'],
}


def hide_times(text):
    text = re.sub(r'"(seconds|peak_bytes)": [0-9.e+-]+', r'"\1": #', text)
    return re.sub(r'(?m)^(seconds|peak_bytes) .*', r'\1 #', text)


def ask(net, number):
    done = subprocess.run(
        [TOOL, ROOT / f'nets/{net}.ll_net', *QUESTIONS[net], '--json',
         '--stats', '--verbose', '--threads', str(1 + number % 3)],
        capture_output=True, text=True, check=False, timeout=PATIENCE)
    return done.returncode, hide_times(done.stdout), hide_times(done.stderr)


def main():
    failed = 0
    busy = [subprocess.Popen([sys.executable, '-c', 'while True: pass'])
            for _ in range(BUSY)]
    try:
        print(f'1..{len(QUESTIONS)}')
        for number, net in enumerate(QUESTIONS, 1):
            seen = {ask(net, i) for i in range(TIMES)}
            good = len(seen) == 1 and next(iter(seen))[0] == 0
            failed += not good
            print(f'{"" if good else "not "}ok {number} - {net}')
            if not good:
                print(f'# {len(seen)} answers')
    finally:
        for process in busy:
            process.kill()
            process.wait()
    sys.exit(failed > 0)


main()
