#!/usr/bin/env python3
"""The rows of --compare against single runs of the same engine.

    compare.py TOOL SOURCE_ROOT [STEP]

On every STEP-th net in nets/ each row must have the figures and verdicts of a
single run with its engine, relation and order; all rows that apply must be
present; and the text must agree with the JSON.
Speaks TAP: a test for each net.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(sys.argv[1]).resolve()
NETS = pathlib.Path(sys.argv[2]).resolve() / 'nets'
STEP = int(sys.argv[3]) if len(sys.argv) > 3 else 1
FIGURES = ['conditions', 'events', 'histories', 'cutoffs',
           'maximal_configurations', 'max_configuration']
VISITED = FIGURES[4:]


class Wrong(Exception):
    """The errors in the rows of a net."""


def expect(condition, *what):
    if not condition:
        raise Wrong(' '.join(str(part) for part in what))


def run(net, *options):
    """The JSON and the corresponding text."""
    done = subprocess.run([TOOL, net, '--json', *options], text=True,
                          capture_output=True, timeout=120, check=False)
    expect(done.returncode in (0, 1), options, done.returncode, done.stderr)
    return json.loads(done.stdout), done.stderr.splitlines()


def wanted_rows(net):
    relations = ['classic'] + (['read'] if net['read_arcs'] else [])
    return [(relation, *rest) for relation in relations
            for rest in (('por', 'foata'), ('prefix', 'size'),
                         ('prefix', 'foata'), ('from-prefix', 'foata'),
                         ('merged', 'foata'))]


def compare_merged(path, row, question):
    """The sizes are those in the JSON of the prefix."""
    done = subprocess.run([TOOL, path, '--prefix-json', '-', '-q', '--engine',
                           'prefix', '--dependency', row['relation'],
                           *question], text=True, capture_output=True,
                          timeout=120, check=False)
    merged = json.loads(done.stdout)['merged']
    expect([row[figure] for figure in FIGURES] ==
           [len(merged['place']), len(merged['transition']), None,
            len(merged['cutoffs']), None, None], row)


def compare_row(path, row, question, reads):
    if row['engine'] == 'from-prefix':
        compare_merged(path, row, question)
        return
    with tempfile.TemporaryDirectory() as folder:
        whole = ['--mp', f'{folder}/whole.mp', '--from-prefix', '0'] \
            if row['engine'] == 'merged' else []  # not only to the answer
        alone, _ = run(path, '--engine', row['engine'], '--dependency',
                       row['relation'], '--order', row['order'], *whole,
                       *question)
    for figure in FIGURES:
        lacks = (row['engine'] != 'por' and figure in VISITED or
                 row['engine'] == 'merged' and figure == 'histories' or
                 figure == 'histories' and not reads)
        expect(row[figure] == (None if lacks else alone['stats'][figure]),
               row, figure, alone['stats'][figure])
    expect(row['stop'] == alone['stop'], row, alone['stop'])
    expect(row['verdicts'] == [query['verdict'] for query in alone['queries']],
           row, alone['queries'])
    expect(row['seconds'] >= 0 and row['peak_bytes'] > 100000, row)


def cell(value):
    return '-' if value is None else str(value)


def compare_line(row, line, reads):
    verdict = row['verdicts'][0] if row['verdicts'] else row['stop']
    wanted = [row['relation'], row['engine'], row['order'],
              *(cell(row[figure]) for figure in FIGURES
                if figure != 'histories' or reads)]
    words, n = line.split(), len(wanted)
    expect(words[:n] == wanted and words[n + 2:] == [verdict], line, row)


def compare_net(path):
    for question in [], ['--deadlock']:
        together, text = run(path, '--compare', *question)
        rows = together['comparison']
        reads = together['net']['read_arcs'] > 0
        expect([(row['relation'], row['engine'], row['order'])
                for row in rows] == wanted_rows(together['net']), rows)
        expect(len(text) == 1 + len(rows) + len(question), text)
        for row, line in zip(rows, text[1:]):
            compare_row(path, row, question, reads)
            compare_line(row, line, reads)


def main():
    paths = sorted(NETS.glob('*.ll_net'))[::STEP]
    failed = not paths
    print(f'1..{len(paths)}')
    for number, path in enumerate(paths, 1):
        try:
            compare_net(path)
            print(f'ok {number} - {path.stem}')
        except Wrong as why:
            print(f'not ok {number} - {path.stem}\n# {why}')
            failed = True
    sys.exit(failed)


main()
