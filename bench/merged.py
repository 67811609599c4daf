#!/usr/bin/env python3
"""Merged processes that are built directly, beside those of prefixes.

    merged.py TOOL [NET ...] [--choices N,N,...] [--seconds S]
              [--memory MB] [--svg FILE]

A row has the events of the complete prefix and of the merged process, the
seconds and megabytes of the prefix alone, of both ways to the process, and of
the engine merged, which takes a small prefix and otherwise the direct way, and
the calls of the SAT solver; a dash where a limit has stopped the run.  Where
ways end, their files must be equal, byte by byte.

--choices adds nets of N choices, one after the other, that are all remembered:
the prefix has 2 + 4 + ... + 2^N events, the process 2 N.  --svg draws seconds
against N, on a logarithmic axis.
"""
import argparse
import math
import pathlib
import sys
import tempfile

from ask import ask, print_table

HEAD = ['net', 'prefix', 'merged', 'prefix s', 'MB', 'from prefix s', 'MB',
        'directly s', 'MB', 'calls', 'engine s', 'MB']


def choices(n):
    """In the format of Tina."""
    return 'net choices\n' + ''.join(
        f'tr {bit}{i} at{i} -> at{i + 1} {bit}_{i}\n'
        for i in range(n) for bit in ('zero', 'one')) + 'pl at0 (1)\n'


def run(args, net, engine, file=None, *options):
    """The figures, and what was written; None: a limit stopped it."""
    options = [f'--engine={engine}', '--order=foata',
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
    row = [net.name.removesuffix('.ll_net'), str(alone[0]['events']) if alone else '-',
           str(files[0].count(b'"transition"')) if files else '-',
           *cells(alone), *cells(made), *cells(direct),
           str(direct[0]['solver_calls']) if direct else '-', *cells(engine)]
    return row, len(set(files)) < 2


def draw(path, sizes, rows):
    """Seconds of a row by its size; both axes begin at the lower left."""
    lines = []
    top = math.log10(max(float(row[c]) for row in rows for c in (5, 7)
                         if row[c] != '-') * 1000 + 1)
    for column, colour, name in ((5, '#b03030', 'from the prefix'),
                                 (7, '#1f5f8b', 'directly')):
        points = [(60 + 380 * n / max(sizes), 260 - 220 * math.log10(
            float(row[column]) * 1000 + 1) / top)
            for n, row in zip(sizes, rows) if row[column] != '-']
        lines.append(f'<polyline fill="none" stroke="{colour}" points="' +
                     ' '.join(f'{x:.1f},{y:.1f}' for x, y in points) +
                     f'"/><text x="{points[-1][0]:.1f}" '
                     f'y="{points[-1][1] - 6:.1f}" text-anchor="end" '
                     f'fill="{colour}">{name}</text>')
    lines += [f'<text x="55" y="{264 - 220 * k / top:.1f}" text-anchor="end">'
              f'{10 ** k} ms</text>' for k in range(int(top) + 1)]
    lines += [f'<text x="{60 + 380 * n / max(sizes):.1f}" y="280" '
              f'text-anchor="middle">{n}</text>' for n in sizes]
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="460" height="300" '
        'font-family="Helvetica, Arial, sans-serif" font-size="11">\n'
        '<rect width="100%" height="100%" fill="white"/>\n'
        '<path d="M60 20 V260 H440" fill="none" stroke="#888888"/>\n' +
        '\n'.join(lines) + '\n</svg>\n')


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('program')
    parser.add_argument('nets', nargs='*', type=pathlib.Path)
    parser.add_argument('--choices', default='')
    parser.add_argument('--seconds', type=int, default=60)
    parser.add_argument('--memory', type=int, default=4000)
    parser.add_argument('--svg', type=pathlib.Path)
    args = parser.parse_args()
    sizes = [int(n) for n in args.choices.split(',') if n]
    rows, faults = [], []
    with tempfile.TemporaryDirectory() as folder:
        made = [pathlib.Path(folder, f'choices_{n}.net') for n in sizes]
        for n, net in zip(sizes, made):
            net.write_text(choices(n))
        for net in args.nets + made:
            row, equal = compare(args, net, pathlib.Path(folder, 'net.mp'))
            rows.append(row)
            faults += [] if equal else [net.stem]
    print_table(HEAD, rows)
    if args.svg and sizes:
        draw(args.svg, sizes, rows[-len(sizes):])
    for name in faults:
        print(f'{name}: the two processes differ')
    return 1 if faults or not rows else 0


if __name__ == '__main__':
    sys.exit(main())
