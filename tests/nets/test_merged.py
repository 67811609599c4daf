#!/usr/bin/env python3
"""Merged processes of standard nets: their sizes are those of other programs.

    test_merged.py TOOL DIR [--all]

DIR has nets/ and reference/merged.tsv (net, relation, conditions, events and
cutoffs of the prefix, then of its merged process).  The classic prefix is
unique enough that all rows must agree.  Under `read` the order of the other
unfolder breaks ties in another way, which changes prefixes: a row must agree
where the prefix has as many conditions, events and cutoffs.
The engine merged must build the same merged process: from the prefix, and
directly where that has at most 250 events.
Prefixes of more than 5,000 events are compared with --all, which takes minutes
and prints the rows that are left out.  Without DIR the test is skipped: exit
code 77.
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

TOOL, DIR = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
TABLE = DIR / 'reference/merged.tsv'
ALL = '--all' in sys.argv[3:]
MOST_DIRECT = 250
MOST_EVENTS = float('inf') if ALL else 5000


def sizes(document):
    """Conditions, events and cutoffs of the prefix and its merged process."""
    prefix, merged = document['sizes'], document['merged']
    return ((prefix['conditions'], prefix['events'],
             len(document['events']['cutoffs'])),
            (len(merged['place']), len(merged['transition']),
             len(merged['cutoffs'])))


def run(row, engine, *options):
    subprocess.run([TOOL, DIR / 'nets' / f'{row["net"]}.ll_net', '--engine',
                    engine, '--dependency', row['relation'], '-q', *options],
                   check=True, stdout=subprocess.DEVNULL)


def unfold(row, folder):
    """The prefix with its merged process, and that one node a line."""
    run(row, 'prefix', '--prefix-json', folder / 'prefix.json',
        '--mp', folder / 'made.mp')
    return (json.loads((folder / 'prefix.json').read_text()),
            (folder / 'made.mp').read_bytes())


def build(row, folder, *options):
    run(row, 'merged', '--mp', folder / 'built.mp', *options)
    return (folder / 'built.mp').read_bytes()


def main():
    if not TABLE.exists():
        print(f'skipped: there is no {TABLE}')
        return 77
    agree = left_out = 0
    faults = []
    with open(TABLE, newline='') as table, \
            tempfile.TemporaryDirectory() as folder:
        for row in csv.DictReader(table, delimiter='\t'):
            wanted = [tuple(int(row[f'{kind}_{what}'])
                            for what in ('conditions', 'events', 'cutoffs'))
                      for kind in ('prefix', 'merged')]
            if wanted[0][1] > MOST_EVENTS:
                left_out += 1
                continue
            document, made = unfold(row, pathlib.Path(folder))
            prefix, merged = sizes(document)
            if build(row, pathlib.Path(folder)) != made:
                faults.append(f'{row["net"]}: engine merged builds another')
            if (prefix[1] <= MOST_DIRECT and
                    build(row, pathlib.Path(folder), '--from-prefix', '0') !=
                    made):
                faults.append(f'{row["net"]}: directly another process')
            if merged == wanted[1]:
                agree += 1
            elif row['relation'] == 'classic' or prefix == wanted[0]:
                faults.append(f'{row["net"]}: {prefix} {merged}, not {wanted}')
            else:
                left_out += 1
                if ALL:
                    print(f'left out: {row["net"]}: {prefix} {merged}, there '
                          f'{wanted[0]} {wanted[1]}', flush=True)
    for fault in faults:
        print(fault)
    print(f'{agree} rows agree, {len(faults)} differ, {left_out} left out')
    return 1 if faults or agree < (110 if ALL else 80) else 0


if __name__ == '__main__':
    sys.exit(main())
