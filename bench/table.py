#!/usr/bin/env python3
"""The size of the explored prefix beside that of the ERV prefix.

Runs over the nets of ../shared/nets/plain (relation classic) or, with --cont,
of ../shared/nets/cont (relation read).  Sizes are histories of events.  The last lines give the geometric mean of the ratios and the nets
above 1.15.  The reference is Cunf's; a column has Mole's count because the two
tools break ties of the order in different ways."""
import argparse
import csv
import pathlib
import statistics
import sys

from ask import Broken, ask, print_table

HEAD = ['net', 'histories', 'cutoffs', 'Cunf', 'Mole', 'ratio', 'maximal',
        'passes', 'seconds']
LIMIT = 1.15


def read_reference(path, column):
    """net -> tool -> number, if the tool finished."""
    sizes = {}
    with open(path, encoding='utf-8', newline='') as file:
        for row in csv.DictReader(file, delimiter='\t'):
            if row['status'] == 'ok':
                sizes.setdefault(row['net'], {})[row['tool']] = int(row[column])
    return sizes


def explore(args, net):
    """A table row, and (name, ratio) if it counts."""
    name = net.name.removesuffix('.ll_net')
    known = args.reference.get(f'{args.folder}/{name}', {})
    erv, mole = known.get('cunf-erv'), known.get('mole-1.1')
    run = ask(args.program, net, f'--dependency={args.dependency}',
              *args.options, timeout=args.timeout)
    stats = run['stats']
    ratio = stats['histories'] / erv if erv and run['stop'] == 'done' else None
    row = [name, str(stats['histories']), str(stats['cutoffs']), str(erv or '-'),
           str(mole or '-'), f'{ratio:.3f}' if ratio else run['stop'],
           str(stats['maximal_configurations']), str(stats['passes']),
           f'{stats["seconds"]:.2f}']
    counts = erv is not None and erv <= args.max_erv
    return row, (name, ratio) if counts else None


def summarise(args, counted):
    ratios = {name: ratio for name, ratio in counted if ratio}
    missing = [name for name, ratio in counted if not ratio]
    above = sorted((name for name in ratios if ratios[name] > LIMIT),
                   key=ratios.get, reverse=True)
    if ratios:
        mean = statistics.geometric_mean(ratios.values())
        print(f'\ngeometric mean over {len(ratios)} nets with an ERV prefix of '
              f'at most {args.max_erv} histories: {mean:.3f}')
    print(f'above {LIMIT}: ' + (', '.join(
        f'{name} {ratios[name]:.3f}' for name in above) or 'none'))
    print('unfinished among them: ' + (', '.join(missing) or 'none'))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('program')
    parser.add_argument('names', nargs='*', help='only these nets')
    parser.add_argument('--cont', action='store_true')
    parser.add_argument('--dependency', help='another relation')
    parser.add_argument('--timeout', type=float, default=20)
    parser.add_argument('--max-erv', type=int, default=50000)
    parser.add_argument('--option', dest='options', action='append',
                        default=[], metavar='=--OPTION',
                        help='handed to the program; may be repeated')
    parser.add_argument('--shared', type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[2]
                        / 'shared')
    args = parser.parse_args()
    args.folder = 'cont' if args.cont else 'plain'
    args.dependency = args.dependency or ('read' if args.cont else 'classic')
    return args


def main():
    args = arguments()
    nets = sorted((args.shared / 'nets' / args.folder).glob('*.ll_net'))
    if args.names:
        nets = [net for net in nets
                if net.name.removesuffix('.ll_net') in args.names]
    if not nets:
        print(f'skipped: no nets in {args.shared / "nets" / args.folder}')
        sys.exit(77)
    args.reference = read_reference(args.shared / 'reference/unfold.tsv',
                                    'histories' if args.cont else 'events')
    rows, counted, faults = [], [], 0
    for net in nets:
        try:
            row, count = explore(args, net)
        except Broken as fault:
            row, count = [net.stem] + ['-'] * 8, None
            print(f'table.py: {fault}', file=sys.stderr)
            faults += 1
        rows.append(row)
        if count:
            counted.append(count)
    print_table(HEAD, rows)
    summarise(args, counted)
    sys.exit(faults > 0)


main()
