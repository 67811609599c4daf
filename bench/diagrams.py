#!/usr/bin/env python3
"""Decision diagrams beside lists of markings.

    diagrams.py TOOL NET ... [--seconds S] [--memory MB] [--instructions]

The engines symbolic and state explore all markings of each net, or of each net
in a folder.  Where both of them end, the numbers of markings and firings and
the largest marking must be equal.  A row has the number of markings, the nodes of
their diagram, the largest number of nodes at once and the peak memory of either
process; --instructions adds those of either engine, as counted by perf.
An engine that was stopped has a dash."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

from ask import Broken, ask, print_table

HEAD = ['net', 'markings', 'nodes', 'peak', 'symbolic MB', 'state MB']
SAME = ['states', 'fired', 'most_tokens']
SUFFIXES = {'.pnml', '.ll_net', '.net', '.lola'}


def nets_of(paths):
    for path in paths:
        if path.is_dir():
            yield from sorted(net for net in path.rglob('*')
                              if net.suffix in SUFFIXES)
        else:
            yield path


def explore(args, net, engine):
    """The figures of the engine, or nothing when it was stopped."""
    run = ask(args.program, net, f'--engine={engine}',
              f'--max-memory={args.memory}M', timeout=args.seconds)
    return run['stats'] if run['stop'] == 'done' else None


def instructions(args, net, engine):
    with tempfile.NamedTemporaryFile('r') as counts:
        subprocess.run(
            ['perf', 'stat', '-x,', '-e', 'instructions:u', '-o', counts.name,
             args.program, str(net), '--quiet', f'--engine={engine}'],
            check=False, stdout=subprocess.DEVNULL)
        return int(counts.read().splitlines()[-1].split(',')[0])


def megabytes(stats):
    return f'{stats["peak_bytes"] / 1e6:.0f}' if stats else '-'


def row_of(args, net, diagram, listed):
    some = diagram or listed
    row = [net.stem if net.stem != 'model' else net.parent.name,
           f'{some["states"]}' if some else '-',
           *(f'{diagram[name]}' if diagram else '-'
             for name in ['nodes', 'peak_nodes']),
           megabytes(diagram), megabytes(listed)]
    if args.instructions:
        row += [f'{instructions(args, net, engine):.2e}' if stats else '-'
                for engine, stats in [('symbolic', diagram),
                                      ('state', listed)]]
    return row


def measure(args, net):
    """A row of the table, and what is wrong."""
    diagram, listed = (explore(args, net, engine)
                       for engine in ['symbolic', 'state'])
    wrong = [f'{net}: {name}: {diagram[name]} and {listed[name]}'
             for name in SAME
             if diagram and listed and diagram[name] != listed[name]]
    return row_of(args, net, diagram, listed), wrong


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('program')
    parser.add_argument('nets', nargs='+', type=pathlib.Path)
    parser.add_argument('--seconds', type=float, default=10)
    parser.add_argument('--memory', type=int, default=1000)
    parser.add_argument('--instructions', action='store_true')
    return parser.parse_args()


def main():
    args = arguments()
    rows, faults = [], []
    for net in nets_of(args.nets):
        try:
            row, wrong = measure(args, net)
        except Broken as fault:
            row, wrong = None, [str(fault)]
        rows += [row] if row else []
        faults += wrong
    print_table(HEAD + ['symbolic instr.', 'state instr.']
                if args.instructions else HEAD, rows)
    for fault in faults:
        print(f'diagrams.py: {fault}', file=sys.stderr)
    both = sum('-' not in row for row in rows)
    print(f'{both} nets with equal counts' if not faults else
          f'{len(faults)} faults')
    sys.exit(bool(faults))


main()
