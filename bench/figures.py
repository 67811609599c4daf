#!/usr/bin/env python3
"""Draws tables of doc/PERFORMANCE.md and doc/REPRODUCTION.md as bars.

    figures.py DRAW_BARS SOURCE_ROOT [--check]

DRAW_BARS is the program of bench/draw_bars.c; `ninja -C build figures` calls
this.  The numbers are those of the tables, so that a picture says what stands
beside it.  Each picture is doc/figures/NAME.svg, and must be shown by its page.
--check compares the pictures with what would be drawn, and writes nothing.
"""
import pathlib
import re
import subprocess
import sys
from typing import NamedTuple


class Figure(NamedTuple):
    name: str
    page: str     # in doc/, without .md
    heading: str  # of the section with the table
    first: str    # title of the first column of the table; "net 2": the second
                  # table of the section whose first column is so called
    title: str
    axis: str
    series: dict  # name -> column
    rows: str = ''  # a regular expression for the labels that are drawn


FIGURES = [
    Figure('race', 'PERFORMANCE', 'The race', 'engine',
           'Deadlock questions answered, of 129', 'questions',
           {'in 1 s': 5, 'in 10 s': 7}),
    Figure('reductions', 'PERFORMANCE', 'Reductions', 'net',
           'Sizes of nets before and after --reduce on',
           'places and transitions together', {'before': (1, 2),
                                               'after': (3, 4)}),
    Figure('contest', 'PERFORMANCE', 'The Model Checking Contest',
           'examination 2', 'Answers on 108 nets of the contest', 'questions',
           {'asked': 1, 'verifypn': 2, 'punf-por': 3}),
    Figure('reverse', 'PERFORMANCE', 'Engine reverse', 'net',
           'Instructions for each maximal configuration', 'instructions',
           {'por': 2, 'reverse': 3}),
    Figure('concur15', 'REPRODUCTION', 'Table 2', 'program',
           'Events of the papers\' programs, CONCUR 2015, Table 2', 'events',
           {'Poet': 1, 'ours, as Poet': 6, 'ours, by default': 14}),
    Figure('cav18', 'REPRODUCTION',
           'Quasi-Optimal Partial Order Reduction (CAV 2018), Table 1',
           'program', 'Maximal configurations, CAV 2018, Table 1',
           'maximal configurations', {'Dpu': 1, 'ours, no cutoffs': 2,
                                      'ours, with cutoffs': 5}),
    Figure('cav18-blocked', 'REPRODUCTION',
           'Quasi-Optimal Partial Order Reduction (CAV 2018), Table 1',
           'program 2', 'Blocked runs of k-partial alternatives, CAV 2018',
           'blocked runs, k = 1', {'Dpu': 1, 'ours, oldest': 2,
                                   'ours, largest': 3},
           r'DISP|MPC|POL'),
    Figure('hvc14', 'REPRODUCTION',
           'A Framework to Synergize POR with State Interpolation (HVC 2014),'
           ' Tables 1 and 2', 'program',
           'States with POR and interpolation, HVC 2014', 'states',
           {'POR: paper': 1, 'POR: ours': 2, 'POR+SI: paper': 5,
            'POR+SI: ours': 6},
           r'PC|DIN'),
]


def tables(text, heading):
    """The tables of a section, as lists of rows."""
    lines = re.split(r'(?m)^#+ ', text)
    section = next(part for part in lines
                   if part.partition('\n')[0] == heading)
    for block in re.findall(r'(?m)(?:^\|.*\n)+', section):
        yield [[cell.strip().replace('`', '') for cell in
                line.strip().strip('|').split('|')]
               for line in block.splitlines()]


def find_table(text, figure):
    first, _, number = figure.first.partition(' ')
    if not number.isdigit():
        first, number = figure.first, '1'
    found = [table for table in tables(text, figure.heading)
             if table[0][0] == first]
    return found[int(number) - 1]


def value(cell):
    """A number where the cell has one, or the cell; empty for a dash."""
    plain = cell.replace(',', '')
    match = re.fullmatch(r'(\d+(?:\.\d+)?)(?: ?(K|M|MB|s|%))?(?: \(.*\))?',
                         plain)
    if not match:
        return '' if cell == '-' else cell
    return float(match[1]) * {'K': 1000}.get(match[2], 1)


def cell_of(row, column):
    if isinstance(column, tuple):
        return sum(value(row[i]) for i in column)
    return value(row[column])


def picture(program, text, figure):
    lines = [['title', figure.title], ['axis', figure.axis],
             ['series', *figure.series]]
    for row in find_table(text, figure)[2:]:
        cells = [cell_of(row, column) for column in figure.series.values()]
        if re.match(figure.rows, row[0]) and any(cell != '' for cell in cells):
            lines.append(['bars', row[0], *(
                format(cell, 'g' if cell % 1 else '.0f')
                if isinstance(cell, float) else cell for cell in cells)])
    return subprocess.run(
        [program], check=True, stdout=subprocess.PIPE, encoding='utf-8',
        input=''.join('\t'.join(line) + '\n' for line in lines)).stdout


def main():
    program, root = sys.argv[1], pathlib.Path(sys.argv[2])
    faults = []
    for figure in FIGURES:
        text = (root / 'doc' / f'{figure.page}.md').read_text('utf-8')
        path = root / 'doc/figures' / f'{figure.name}.svg'
        drawn = picture(program, text, figure)
        if '--check' not in sys.argv[3:]:
            path.write_text(drawn, 'utf-8')
        elif not path.exists() or path.read_text('utf-8') != drawn:
            faults.append(f'{path.name} is not what its table says: '
                          'ninja -C build figures')
        if f'](figures/{figure.name}.svg)' not in text:
            faults.append(f'{figure.page}.md does not show {path.name}')
    print('\n'.join(faults) or f'{len(FIGURES)} figures')
    return bool(faults)


if __name__ == '__main__':
    sys.exit(main())
