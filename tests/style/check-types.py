#!/usr/bin/env python3
"""Fails when a tag of a struct, enum or union is defined twice in src/ and
formats/, so that one name means one thing; and when a type that a header
defines does not begin with the name of the module."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])

# Headers with the type of another module, and types without a module.
MODULES = {'src/api/handle.h': 'punfpor', 'src/net/net_struct.h': 'net'}
IDS = {'place_id', 'trans_id', 'event_id', 'cond_id'}

COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)
TAG = re.compile(r'\b(?:struct|enum|union)\s+(\w+)\s*\{')
TYPEDEF = re.compile(r'^typedef\s[^{;]*?(\w+);', re.M)


def blank(comment):
    return '\n' * comment[0].count('\n')


def definitions(text, pattern):
    for match in pattern.finditer(text):
        yield match[1], text.count('\n', 0, match.start(1)) + 1


faults = []
places = {}  # where each tag is defined
paths = sorted(path for folder in ('src', 'formats')
               for path in (root / folder).rglob('*.[ch]'))
for path in paths:
    name = path.relative_to(root).as_posix()
    text = COMMENT.sub(blank, path.read_text('utf-8'))
    tags = list(definitions(text, TAG))
    for tag, line in tags:
        places.setdefault(tag, []).append((name, line))
    if path.suffix == '.h':
        module = MODULES.get(name, path.stem)
        faults += [f'{name}:{line}: {tag} does not begin with {module}_'
                   for tag, line in tags + list(definitions(text, TYPEDEF))
                   if tag not in IDS | {module}
                   and not tag.startswith(f'{module}_')]
for tag, found in places.items():
    faults += [f'{name}:{line}: {tag} is also defined in {found[0][0]}'
               for name, line in found[1:]]
print('\n'.join(faults) or f'{len(places)} tags in {len(paths)} files')
sys.exit(bool(faults) or not places)
