#!/usr/bin/env python3
"""Fails when a function is longer than seventy lines, from the line of its
name to its closing brace; and when two files of a room have functions of one
name, which no search tells apart and no compiler takes together.  Relies on the
layout of clang-format: the braces of a function are in the first column."""
import pathlib
import re
import sys

LIMIT = 70
root = pathlib.Path(sys.argv[1])
files = sorted(path for folder in sys.argv[2:]
               for path in (root / folder).rglob('*.[ch]'))
faults, n_functions = [], 0
first = {}  # by folder and name: the file

for path in files:
    start, name = 0, None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        head = re.match(r'(?=[A-Za-z_]).*?(\w+)\s*\(', line)
        if head:
            start, name = number, head.group(1)
        elif line == '}' and name:
            n_functions += 1
            if number - start + 1 > LIMIT:
                faults.append(f'{path.relative_to(root)}:{start}: {name}() '
                              f'has {number - start + 1} lines')
            where = first.setdefault((path.parent, name), path)
            if (where != path and path.suffix == '.c'
                    and path.relative_to(root).parts[0] != 'tests'):
                faults.append(f'{path.relative_to(root)}:{start}: {name}() '
                              f'is also in {where.name}')
            name = None
        elif line.startswith('};'):
            name = None

print('\n'.join(faults) or f'{n_functions} functions in {len(files)} files')
sys.exit(bool(faults) or not n_functions)
