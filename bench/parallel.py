#!/usr/bin/env python3
"""What a second thread and a second process bring to a reverse search.

    parallel.py TOOL MODEL [--mpi MPI_TOOL] [--net SPEC] [--rounds N]

Each setting is run N times in turn; the least processor and wall seconds
count.  Three figures tell where time goes:

    speedup   wall seconds of one worker over those of the setting.  It means
              something on an idle machine only, which has a processor for each
              worker; the load is printed beside it.
    work      processor seconds of the setting over those of one worker, which
              other programs change little
    pushes    events pushed over those of one worker: work that is done again
              when a subtree is begun

The efficiency by processor seconds is 1 / work, as long as no worker waits; how
long they wait is the difference to that by wall seconds.  The prediction of
the model (ranks_model.c) for the same net follows.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'nets'))
import generate  # noqa: E402


def run(command):
    """Wall seconds, processor seconds, and the figures of the search."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    out = subprocess.run(command, stdin=subprocess.DEVNULL,
                         capture_output=True, check=True).stdout
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime + after.ru_stime - before.ru_utime -
           before.ru_stime)
    return wall, cpu, json.loads(out)['stats']


def settings(args, net):
    common = ['--engine', 'reverse', '--json', net]
    yield '1 thread', [args.tool, '--threads', '1', *common]
    yield '2 threads', [args.tool, '--threads', '2', *common]
    if args.mpi:
        root = ['--allow-run-as-root'] if os.geteuid() == 0 else []
        mpirun = ['mpirun', '-q', *root, '--oversubscribe', '-n']
        yield '1 rank', [*mpirun, '1', args.mpi, '--threads', '1', *common]
        yield '2 ranks', [*mpirun, '2', args.mpi, *common]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('tool')
    parser.add_argument('model')
    parser.add_argument('--mpi')
    parser.add_argument('--net', default='cav18_pi:10')
    parser.add_argument('--rounds', type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        generate.write_instances(folder, [args.net])
        net = str(folder / (generate.instance(args.net).name + '.ll_net'))
        best = {}
        for _ in range(args.rounds):
            for title, command in settings(args, net):
                wall, cpu, stats = run(command)
                old = best.get(title, (wall, cpu, stats))
                best[title] = min(wall, old[0]), min(cpu, old[1]), stats
        one = best['1 thread']
        print(f'{args.net}: {one[2]["maximal_configurations"]} '
              f'configurations; load {os.getloadavg()[0]:.1f} on '
              f'{os.cpu_count()} processors')
        print(f'{"":10} {"wall s":>8} {"cpu s":>8} {"speedup":>8} '
              f'{"work":>6} {"pushes":>7}')
        for title, (wall, cpu, stats) in best.items():
            assert (stats['maximal_configurations'] ==
                    one[2]['maximal_configurations'])
            print(f'{title:10} {wall:8.2f} {cpu:8.2f} {one[0] / wall:8.2f} '
                  f'{cpu / one[1]:6.3f} '
                  f'{stats["pushes"] / one[2]["pushes"]:7.4f}', flush=True)
        print(subprocess.run([args.model, net], capture_output=True,
                             check=True, text=True).stdout, end='')


main()
