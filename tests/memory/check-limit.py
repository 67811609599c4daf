#!/usr/bin/env python3
"""check-limit.py PROGRAM ROOT The memory of engine state stays within
--max-memory, also where a store of markings doubles, and a run that fits is
not ended.

The index of the markings of this net doubles last at 1.7 million of its 2.1
million markings, from 8 MiB to 16 MiB.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

MEGABYTE = 2**20
N_MARKINGS = 2**21
LIMITS = 25, 28, 31
MARGIN = 1.02  # what is stored between two looks at the memory
program, root = sys.argv[1:]


def run(net, threads, limit):
    done = subprocess.run(
        [program, '--quiet', '--json', '--engine', 'state',
         '--threads', str(threads), '--max-memory', str(limit), net],
        stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def peak(result):
    return result['stats']['peak_bytes']


def is_ended(result, limit):
    print(f'limit {limit / MEGABYTE:.1f} MiB: '
          f'{peak(result) / MEGABYTE:.1f} MiB, {result["stop"]}')
    return result['stop'] == 'memory limit' and peak(result) < limit * MARGIN


def is_complete(result):
    print(f'{peak(result) / MEGABYTE:.1f} MiB, {result["stop"]}')
    return (result['stop'] == 'done' and
            result['stats']['states'] == N_MARKINGS)


with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.executable, f'{root}/nets/generate.py', '--into',
                    folder, 'buffer:19'], check=True)
    net = pathlib.Path(folder, 'buffer_19.ll_net')
    free = run(net, 2, 0)
    enough = int(peak(free) + MEGABYTE)
    passed = [is_complete(free), is_complete(run(net, 2, enough))]
    passed += [is_ended(run(net, 2, limit * MEGABYTE), limit * MEGABYTE)
               for limit in LIMITS]
sys.exit(not all(passed))
