#!/usr/bin/env python3
"""Fails when a comment cites a claim that doc/THEORY.md does not have.

A citation reads "THEORY, Lemma 7".  In C sources and tests "THEORY" never
stands without the number of a claim.  The claims of the page are numbered from
1 on, each has a heading, and the page refers to no other ones but those of the
papers, as in "[Rod15] Lemma 18".
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
page = root / 'doc/THEORY.md'
KIND = '(Definition|Lemma|Theorem)'
faults = []


def claims():
    """number -> kind, from the headings."""
    found = {}
    headings = re.findall(rf'(?m)^### {KIND} (\d+) \(.+\)$',
                          page.read_text('utf-8'))
    for i, (kind, number) in enumerate(headings, 1):
        if i != int(number):
            faults.append(f'{page.name}: {kind} {number} comes as number {i}')
        found[int(number)] = kind
    return found


def check(where, kind, number):
    if known.get(int(number)) != kind:
        faults.append(f'{where}: there is no {kind} {number}')


def check_page(path):
    text = ' '.join(path.read_text('utf-8').split())
    text = re.sub(rf'\[\w+\] (\S+ \S+ )?{KIND}s? \d+( (and|to) \d+)?', '', text)
    for kind, first, last in re.findall(
            rf'\b{KIND}s? (\d+)(?: (?:and|to) (\d+))?', text):
        check(path.name, kind, first)
        if last:
            check(path.name, kind, last)


def check_source(path):
    """The number of its citations."""
    text = path.read_text('utf-8')
    name = path.relative_to(root)
    n = 0
    # A comment may continue after a line end and an asterisk.
    for hit in re.finditer(rf'THEORY(?:\.md)?(?:,[\s*]+{KIND}[\s*]+(\d+))?',
                           text):
        line = text.count('\n', 0, hit.start()) + 1
        if hit[2]:
            check(f'{name}:{line}', hit[1], hit[2])
            n += 1
        else:
            faults.append(f'{name}:{line}: THEORY without the number of a claim')
    return n


known = claims()
n_citations = sum(check_source(path)
                  for folder in ('src', 'formats', 'tests')
                  for path in sorted((root / folder).rglob('*.[ch]')))
for path in [page, root / 'README.md', *sorted((root / 'doc').glob('*.md'))]:
    check_page(path)
if len(known) < 40 or n_citations < 20:
    faults.append(f'only {len(known)} claims or {n_citations} citations')
print('\n'.join(faults) or f'{n_citations} citations of {len(known)} claims')
sys.exit(bool(faults))
