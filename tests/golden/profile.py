#!/usr/bin/env python3
"""Profiles against the figures of the same run.

    profile.py TOOL SOURCE_ROOT

Speaks TAP: a test for each engine and net.
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

TOOL = pathlib.Path(sys.argv[1]).resolve()
NETS = pathlib.Path(sys.argv[2]).resolve() / 'nets'
EXAMPLES = [(net, *options) for net in ('dining_3.pnml', 'szymanski.ll_net')
            for options in (('--engine', 'por'), ('--engine', 'prefix'),
                            ('--engine', 'state'),
                            ('--engine', 'prefix', '--safe'),
                            ('--engine', 'por', '--cache', 'none'))]
COLUMNS = ['work', 'milliseconds', 'histories', 'cutoffs', 'maximal', 'depth',
           'bound', 'u', 'bytes']
OF_THE_MACHINE = {'milliseconds', 'bytes'}
SVG = '{http://www.w3.org/2000/svg}'


def expect(condition, *what):
    if not condition:
        raise AssertionError(' '.join(map(str, what)))


def run(net, options, *files):
    done = subprocess.run([TOOL, NETS / net, *options, *files, '-q'],
                          capture_output=True, text=True, check=False)
    expect(done.returncode == 0, done)
    return done.stdout


def table(path):
    with open(path, newline='') as file:
        rows = csv.DictReader(file)
        expect(rows.fieldnames == COLUMNS, rows.fieldnames)
        return [{name: int(value) for name, value in row.items()}
                for row in rows]


def check(net, options, folder):
    first, second = folder / '1.csv', folder / '2.csv'
    stats = json.loads(run(net, options, '--profile', first,
                           '--json'))['stats']
    run(net, options, '--profile', second)
    rows, again = table(first), table(second)
    expect(0 < len(rows) < 1002, len(rows))
    for name in COLUMNS:
        if name not in OF_THE_MACHINE:
            expect([row[name] for row in rows] ==
                   [row[name] for row in again], name, 'differs')
    works = [row['work'] for row in rows]
    expect(works == sorted(works), 'work')
    expect(rows[-1]['work'] == stats['work'], rows[-1], stats['work'])
    expect(rows[-1]['histories'] == (stats['histories_created'] or
                                  stats['states'] or stats['histories']),
           rows[-1], stats)
    expect(rows[-1]['maximal'] == (stats['maximal_configurations'] or 0),
           rows[-1])
    expect(100000 < rows[-1]['bytes'] <= stats['peak_bytes'], rows[-1], stats)
    picture = folder / 'profile.svg'
    run(net, options, '--profile', picture)
    lines = list(tree.parse(picture).getroot().iter(f'{SVG}polyline'))
    plotted = [name for name in COLUMNS[1:]
               if name in OF_THE_MACHINE or any(row[name] for row in rows)]
    expect(len(plotted) - 1 <= len(lines) <= len(plotted), len(lines), plotted)


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for i, (net, *options) in enumerate(EXAMPLES, 1):
            try:
                check(net, options, pathlib.Path(folder))
                print(f'ok {i} - {net} {" ".join(options)}', flush=True)
            except AssertionError as fault:
                failed += 1
                print(f'not ok {i} - {net} {" ".join(options)}\n# {fault}',
                      flush=True)
    print(f'1..{len(EXAMPLES)}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
