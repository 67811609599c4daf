#!/usr/bin/env python3
"""Merged processes that are built directly, beside those of prefixes.

    merged.py TOOL [NET ...] [--choices N,N,...] [--products N,N,...]
              [--seconds S] [--memory MB] [--dependency RELATION] [--svg FILE]

A row has the events of the complete prefix and of the merged process, the
seconds and megabytes of the prefix alone, of both ways to the process, and of
the engine merged, which takes a small prefix and otherwise the direct way, and
the calls of the SAT solver; a dash where a limit has stopped the run.  Where
ways end, their files must be equal, byte by byte.

--choices adds nets of N choices, one after the other, that are all remembered:
the prefix has 2 + 4 + ... + 2^N events, the process 2 N.  --products adds nets
of N choices at once, three times, each time followed by one step of all: the
process has 6 N + 3 events.  --svg draws seconds against the N of choices, on a
logarithmic axis.
"""
import argparse
import pathlib
import sys
import tempfile

from ask import ask, print_table
from curves import draw

HEAD = ['net', 'prefix', 'merged', 'prefix s', 'MB', 'from prefix s', 'MB',
        'directly s', 'MB', 'calls', 'engine s', 'MB']


def choices(n):
    """In the format of Tina."""
    return 'net choices\n' + ''.join(
        f'tr {bit}{i} at{i} -> at{i + 1} {bit}_{i}\n'
        for i in range(n) for bit in ('zero', 'one')) + 'pl at0 (1)\n'


def products(n):
    rounds = range(3)
    return 'net products\n' + ''.join(
        f'pl at0_{i} (1)\n' for i in range(n)) + ''.join(
        f'tr {bit}{r}_{i} at{r}_{i} -> made{r}_{i} {bit}{r}_{i}\n'
        for r in rounds for i in range(n) for bit in ('zero', 'one')) + ''.join(
        f'tr step{r} ' + ' '.join(f'made{r}_{i}' for i in range(n)) + ' -> ' +
        ' '.join(f'at{r + 1}_{i}' for i in range(n)) + '\n' for r in rounds)


def numbers(text):
    return [int(n) for n in text.split(',') if n]


def write(folder, name, text):
    net = pathlib.Path(folder, f'{name}.net')
    net.write_text(text)
    return net


def run(args, net, engine, file=None, *options):
    """The figures, and what was written; None: a limit stopped it."""
    options = [f'--engine={engine}', '--order=foata',
               f'--dependency={args.dependency}',
               f'--max-memory={args.memory}M', *options]
    if file:
        file.unlink(missing_ok=True)
        options.append(f'--mp={file}')
    done = ask(args.program, net, *options, timeout=args.seconds)
    if done['stop'] != 'done':
        return None
    return done['stats'], file.read_bytes() if file else None


def cells(result):
    if not result:
        return ['-', '-']
    return [f'{result[0]["seconds"]:.3f}',
            f'{result[0]["peak_bytes"] / 1e6:.0f}']


def compare(args, net, file):
    """The cells of the row, and whether the files are equal."""
    alone = run(args, net, 'prefix')
    made = run(args, net, 'prefix', file) if alone else None
    direct = run(args, net, 'merged', file, '--from-prefix=0')
    engine = run(args, net, 'merged', file)
    files = [result[1] for result in (made, direct, engine) if result]
    name = net.name.removesuffix('.ll_net').removesuffix('.net')
    row = [name, str(alone[0]['events']) if alone else '-',
           str(files[0].count(b'"transition"')) if files else '-',
           *cells(alone), *cells(made), *cells(direct),
           str(direct[0]['solver_calls']) if direct else '-', *cells(engine)]
    return row, len(set(files)) < 2


def curves_of(sizes, rows):
    return {name: [(n, float(row[column])) for n, row in zip(sizes, rows)
                   if row[column] != '-']
            for column, name in ((5, 'from the prefix'), (7, 'directly'))}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('program')
    parser.add_argument('nets', nargs='*', type=pathlib.Path)
    parser.add_argument('--choices', default='')
    parser.add_argument('--products', default='')
    parser.add_argument('--seconds', type=int, default=60)
    parser.add_argument('--memory', type=int, default=4000)
    parser.add_argument('--dependency', default='read')
    parser.add_argument('--svg', type=pathlib.Path)
    args = parser.parse_args()
    sizes = numbers(args.choices)
    rows, faults = [], []
    with tempfile.TemporaryDirectory() as folder:
        made = [write(folder, f'products_{n}', products(n))
                for n in numbers(args.products)]
        made += [write(folder, f'choices_{n}', choices(n)) for n in sizes]
        for net in args.nets + made:
            row, equal = compare(args, net, pathlib.Path(folder, 'net.mp'))
            rows.append(row)
            faults += [] if equal else [net.stem]
    print_table(HEAD, rows)
    if args.svg and sizes:
        draw(args.svg, curves_of(sizes, rows[-len(sizes):]))
    for name in faults:
        print(f'{name}: the two processes differ')
    return 1 if faults or not rows else 0


if __name__ == '__main__':
    sys.exit(main())
