#!/usr/bin/env python3
"""Fails when a line of Markdown has more than a hundred characters, a heading is
below the third level, or a link leads to a file or a heading that is not there.
Tables and lines that are one link may be longer."""
import pathlib
import re
import sys

LIMIT = 100
LEVELS = 3
skipped = {'.git', 'build', 'node_modules'}
root = pathlib.Path(sys.argv[1])


def wanted(path):
    parts = path.relative_to(root).parts
    return not any(part in skipped or part.startswith('build-')
                   for part in parts)


def is_free(line):
    """A row of a table, or a link that cannot be broken."""
    return line.startswith('|') or re.fullmatch(
        r'[-*\s]*(?:!?\[[^]]*\]\([^)]*\)|\[[^]]*\]:\s*\S+|<?https?:\S+)[.,;]?',
        line)


def anchors_of(path):
    """As GitHub makes them of the headings."""
    return {re.sub(r'[^\w -]', '', heading.lower()).replace(' ', '-')
            for heading in re.findall(r'(?m)^#+ (.*)$', path.read_text('utf-8'))}


def leads(path, file, anchor):
    there = path.parent / file if file else path
    return there.exists() and (not anchor or anchor in anchors_of(there))


def faults_of(path):
    fenced = False
    for number, line in enumerate(path.read_text('utf-8').splitlines(), 1):
        where = f'{path.relative_to(root)}:{number}:'
        if re.match(r'\s*(```|~~~)', line):
            fenced = not fenced
        elif not fenced and re.match(r'#{%d,} ' % (LEVELS + 1), line):
            yield f'{where} a heading below level {LEVELS}'
        elif not fenced and re.search(r'[^-|: ].*\|-+\|', line):
            yield f'{where} the line below a table\'s head within another one'
        elif len(line) > LIMIT and (fenced or not is_free(line)):
            yield f'{where} {len(line)} characters'
        for file, anchor in [] if fenced else re.findall(
                r'\]\((?!https?:)([^)#]*)#?([^)]*)\)', line):
            if not leads(path, file, anchor):
                yield f'{where} there is no {file}{anchor and "#" + anchor}'
    if fenced:
        yield f'{path.relative_to(root)}: code that does not end'


files = sorted(path for path in root.rglob('*.md') if wanted(path))
faults = [fault for path in files for fault in faults_of(path)]
print('\n'.join(faults) or f'{len(files)} files')
sys.exit(bool(faults) or not files)
