#!/usr/bin/env python3
"""Fails when a function is longer than seventy lines, from the line of its
name to its closing brace; when two files of a room have functions of one name,
which no search tells apart and no compiler takes together; and when a function
of foo.c that other files may call does not begin with foo_ (in the folder api:
nor with punfpor_).  Relies on the layout of clang-format: the braces of a
function are in the first column."""
import pathlib
import re
import sys

LIMIT = 70
root = pathlib.Path(sys.argv[1])
files = sorted(path for folder in sys.argv[2:]
               for path in (root / folder).rglob('*.[ch]'))
faults, n_functions = [], 0
first = {}  # by folder and name: the file


def is_exported_alike(path, name):
    own = path.stem
    return (f'{name}_'.startswith(f'{own}_')
            or name in ('main', 'mem_exhausted')  # of each program: mem.h
            or (path.parent.name == 'api' and name.startswith('punfpor_')))


for path in files:
    start, name, static, before = 0, None, False, ''
    of_tests = path.relative_to(root).parts[0] == 'tests'
    for number, line in enumerate(path.read_text().splitlines(), 1):
        head = re.match(r'(?=[A-Za-z_])(?!__attribute__).*?(\w+)\s*\(', line)
        if head:
            start, name = number, head.group(1)
            static = 'static ' in (line if line.split('(')[0].count(' ')
                                   else before)
        elif line == '}' and name:
            n_functions += 1
            if number - start + 1 > LIMIT:
                faults.append(f'{path.relative_to(root)}:{start}: {name}() '
                              f'has {number - start + 1} lines')
            where = first.setdefault((path.parent, name), path)
            if where != path and path.suffix == '.c' and not of_tests:
                faults.append(f'{path.relative_to(root)}:{start}: {name}() '
                              f'is also in {where.name}')
            if not (static or of_tests or is_exported_alike(path, name)):
                faults.append(f'{path.relative_to(root)}:{start}: {name}() '
                              f'does not begin with {path.stem}_')
            name = None
        elif line.startswith('};'):
            name = None
        before = line

print('\n'.join(faults) or f'{n_functions} functions in {len(files)} files')
sys.exit(bool(faults) or not n_functions)
