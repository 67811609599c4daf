#!/usr/bin/env python3
"""check-bound.py PROGRAM --cache bounds the memory of the process, and the run
still completes.

Threads visit a critical section in any order, n! of them, and then continue
independently for a while: their later steps are different events after each
order.
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

MEGABYTE = 2**20
N_THREADS, N_STEPS = 7, 110
BOUND = 16 * MEGABYTE
MARGIN = 2 * MEGABYTE  # growing blocks are reserved in steps
program = sys.argv[1]


def net_text():
    """As .ll_net: places and transitions are numbered from 1."""
    places, transitions, inputs, outputs = ['lock'], [], [], []
    marked = {'lock'}
    for i in range(N_THREADS):
        p, t = len(places) + 1, len(transitions) + 1
        places += [f'idle{i}', f'inside{i}']
        places += [f'at{i}_{k}' for k in range(N_STEPS + 1)]
        transitions += [f'enter{i}', f'leave{i}']
        transitions += [f'step{i}_{k}' for k in range(N_STEPS)]
        marked.add(f'idle{i}')
        inputs += [(1, t)] + [(p + k, t + k) for k in range(N_STEPS + 2)]
        outputs += [(t + 1, 1)]
        outputs += [(t + k, p + 1 + k) for k in range(N_STEPS + 2)]
    lines = ['PEP', 'PTNet', 'FORMAT_N', 'PL']
    lines += [f'{i}"{p}"0@0' + 'M1' * (p in marked)
              for i, p in enumerate(places, 1)]
    lines += ['TR'] + [f'{i}"{t}"0@0' for i, t in enumerate(transitions, 1)]
    lines += ['TP'] + [f'{t}<{p}' for t, p in outputs]
    lines += ['PT'] + [f'{p}>{t}' for p, t in inputs]
    return '\n'.join(lines) + '\n'


def run(net, cache):
    done = subprocess.run(
        [program, '--quiet', '--json', '--engine', 'por', '--no-cutoffs',
         '--cache', cache, net], stdout=subprocess.PIPE, check=True)
    stats = json.loads(done.stdout)['stats']
    print(f'--cache {cache}: {stats["peak_bytes"] / MEGABYTE:.1f} MiB, '
          f'{stats["maximal_configurations"]} maximal configurations, '
          f'{stats["histories_created"]} histories created, '
          f'{stats["evicted"]} evicted')
    return stats


with tempfile.TemporaryDirectory() as folder:
    net = pathlib.Path(folder, 'threads.ll_net')
    net.write_text(net_text())
    unlimited, empty, bounded = (
        run(net, cache) for cache in ('unlimited', 'none', '16M'))

# The net is large enough, each run is complete, and memory is within the
# bound.
sys.exit(not (
    unlimited['peak_bytes'] > 100e6 and unlimited['evicted'] == 0 and
    bounded['evicted'] > 0 and
    all(stats['maximal_configurations'] == math.factorial(N_THREADS)
        for stats in (unlimited, empty, bounded)) and
    bounded['peak_bytes'] < empty['peak_bytes'] + BOUND + MARGIN))
