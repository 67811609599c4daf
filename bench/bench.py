#!/usr/bin/env python3
"""Speed and memory of the exploration, on five nets.

The engine runs as the published algorithm (--table off --deepening off) and
with its defaults; the best of several runs counts.  Bytes per event are those
of the store of events with all its markings, including those that only the
marking table needs; the entries of this table have a column of their own.  The
standard benchmark nets come from ../shared/nets/plain if that exists;
otherwise the script uses nets of this project."""
import argparse
import pathlib
import sys

from ask import Broken, ask, print_table

STANDARD = ['rrr20-1', 'dpd_7.fsa', 'dme8', 'gas_nq_3.fsa', 'key_2']
OURS = ['ccnf_9', 'dining_4', 'lamport', 'szymanski', 'rwlock_3_2']
MODES = {'paper': ['--table=off', '--deepening=off'], 'default': []}
HEAD = ['net', 'options', 'events', 'maximal', 'pushes', 'passes', 'seconds',
        'Mpushes/s', 'Mevents/s', 'bytes/event', 'table']


def find_nets(root, shared):
    standard = shared / 'nets/plain'
    nets = [standard / f'{name}.ll_net' for name in STANDARD]
    if all(net.exists() for net in nets):
        return nets
    return [root / 'nets' / f'{name}.ll_net' for name in OURS]


def best_run(args, net, options):
    runs = [ask(args.program, net, f'--dependency={args.dependency}', *options,
                timeout=args.timeout) for _ in range(args.repeat)]
    return min(runs, key=lambda run: run['stats']['seconds'])


def row_of(net, mode, run):
    stats = run['stats']
    # A run below the resolution of the clock has no rate worth printing.
    seconds = stats['seconds']
    rate = (lambda n: f'{n / seconds / 1e6:.2f}') if seconds > 1e-4 \
        else (lambda n: '-')
    events = max(stats['histories_created'], 1)
    return [net.stem, mode + ('' if run['stop'] == 'done' else ' (unfinished)'),
            str(stats['histories']), str(stats['maximal_configurations']),
            str(stats['pushes']), str(stats['passes']), f'{seconds:.3f}',
            rate(stats['pushes']), rate(stats['histories_created']),
            f'{stats["event_bytes"] / events:.0f}',
            str(stats['table_entries'])]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('program')
    parser.add_argument('nets', nargs='*', type=pathlib.Path)
    parser.add_argument('--dependency', default='classic')
    parser.add_argument('--repeat', type=int, default=3)
    parser.add_argument('--timeout', type=float, default=60)
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument('--shared', type=pathlib.Path,
                        default=root.parent / 'shared')
    args = parser.parse_args()
    rows = []
    for net in args.nets or find_nets(root, args.shared):
        for mode, options in MODES.items():
            try:
                rows.append(row_of(net, mode, best_run(args, net, options)))
            except Broken as fault:
                sys.exit(f'bench.py: {fault}')
    print_table(HEAD, rows)


main()
