#!/usr/bin/env python3
"""Decision diagrams beside lists of markings.

    diagrams.py TOOL [NET ...] [--seconds S] [--memory MB]
                [--grow N,N,... [--svg FILE]]

The engines symbolic and state explore all markings of each net, or of each net
in a folder.  Where both of them end, the numbers of markings and firings and
the largest marking must be equal.  A row has the number of markings, the nodes of
their diagram, the largest number of nodes at once, and the seconds and the peak
memory of either process.  An engine that was stopped has a dash.

--grow adds philosophers, a ring of stations with a bit each, and a product of
machines with four states, of each size N; --svg draws their seconds by
`symbolic` against N."""
import argparse
import pathlib
import sys
import tempfile

from ask import Broken, ask, print_table
from curves import draw

HEAD = ['net', 'markings', 'nodes', 'peak', 'symbolic s', 'MB', 'state s', 'MB']
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


def cost(stats):
    """Seconds and megabytes."""
    return [f'{stats["seconds"]:.3f}', f'{stats["peak_bytes"] / 1e6:.0f}'] \
        if stats else ['-', '-']


def rounded(number):
    return str(number) if number < 10 ** 9 else f'{number:.1e}'


def row_of(net, diagram, listed):
    some = diagram or listed
    return [net.stem if net.stem != 'model' else net.parent.name,
            rounded(int(some['states'])) if some else '-',
            *(str(diagram[name]) if diagram else '-'
              for name in ['nodes', 'peak_nodes']),
            *cost(diagram), *cost(listed)]


def measure(args, net):
    """A row of the table, and what is wrong."""
    diagram, listed = (explore(args, net, engine)
                       for engine in ['symbolic', 'state'])
    wrong = [f'{net}: {name}: {diagram[name]} and {listed[name]}'
             for name in SAME
             if diagram and listed and diagram[name] != listed[name]]
    return row_of(net, diagram, listed), wrong


# --- nets of growing size, in the format of Tina ---------------------------


def philosophers(n):
    for i in range(n):
        fork, other = f'fork{i}', f'fork{(i + 1) % n}'
        yield f'tr sit{i} think{i} {fork} -> wait{i}'
        yield f'tr eat{i} wait{i} {other} -> eat{i}'
        yield f'tr rise{i} eat{i} -> think{i} {fork} {other}'
        yield f'pl think{i} (1)'
        yield f'pl {fork} (1)'


def ring(n):
    for i in range(n):
        yield f'tr take{i} token{i} idle{i} -> busy{i}'
        yield f'tr pass{i} busy{i} -> idle{i} token{(i + 1) % n}'
        yield f'tr set{i} off{i} -> on{i}'
        yield f'tr clear{i} on{i} -> off{i}'
        yield f'pl idle{i} (1)'
        yield f'pl off{i} (1)'
    yield 'pl token0 (1)'


def product(n):
    for i in range(n):
        for k in range(4):
            yield f'tr t{i}_{k} p{i}_{k} -> p{i}_{(k + 1) % 4}'
        yield f'pl p{i}_0 (1)'


FAMILIES = philosophers, ring, product


def grown(folder, sizes):
    for family in FAMILIES:
        for n in sizes:
            net = folder / f'{family.__name__}_{n}.net'
            net.write_text('net n\n' + '\n'.join(family(n)) + '\n')
            yield net


def curves_of(rows):
    curves = {}
    for row in rows:
        name, _, n = row[0].rpartition('_')
        if row[4] != '-':
            curves.setdefault(name, []).append((int(n), float(row[4])))
    return curves


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('program')
    parser.add_argument('nets', nargs='*', type=pathlib.Path)
    parser.add_argument('--seconds', type=float, default=10)
    parser.add_argument('--memory', type=int, default=1000)
    parser.add_argument('--grow', default='')
    parser.add_argument('--svg', type=pathlib.Path)
    return parser.parse_args()


def main():
    args = arguments()
    sizes = [int(n) for n in args.grow.split(',') if n]
    rows, faults = [], []
    with tempfile.TemporaryDirectory() as folder:
        for net in [*nets_of(args.nets), *grown(pathlib.Path(folder), sizes)]:
            try:
                row, wrong = measure(args, net)
            except Broken as fault:
                row, wrong = None, [str(fault)]
            rows += [row] if row else []
            faults += wrong
    print_table(HEAD, rows)
    if args.svg and sizes:
        draw(args.svg, curves_of(rows[-len(FAMILIES) * len(sizes):]))
    for fault in faults:
        print(f'diagrams.py: {fault}', file=sys.stderr)
    both = sum('-' not in row for row in rows)
    print(f'{both} nets with equal counts' if not faults else
          f'{len(faults)} faults')
    sys.exit(bool(faults))


main()
