#!/usr/bin/env python3
"""Fails when a reduction rule of reduction_rule.c has no row in rule.c, no line
in reduction.h, or is missing in the manual page, in the grammar of certificates
or among the steps of THEORY; or when one of these has another one."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
# How a letter of the form of a step looks in the grammar.
NODES = {'t': 't', 'p': 'p', '?': r't|\[ t \]', '*': r'p \{ p \}'}


def read(pattern, begin='', end=r'\Z'):
    """The text of a file between two patterns."""
    path, = root.glob(pattern)
    text = path.read_text('utf-8')
    part = re.search(f'{begin}(.*?)(?:{end})', text, re.S | re.M)
    return part[1] if part else ''


rows = re.findall(r'^    \[REDUCTION_(\w+)\] = \{"(\w+)", "([tp?*]+)"',
                  read('src/proof/reduction/reduction_rule.c'), re.M)
names = [name for _, name, _ in rows]
faults = []


def compare(where, found):
    faults.extend(f'{where}: there is no {name}'
                  for name in names if name not in found)
    faults.extend(f'{where}: {name} is no rule'
                  for name in found if name not in names)


compare('the name of a row', [tag.lower() for tag, _, _ in rows])
compare('src/reduce/rule.c', [tag.lower() for tag in re.findall(
    r'^    \[REDUCTION_(\w+)\] = \{', read('src/reduce/rule.c'), re.M)])
compare('reduction.h', [tag.lower() for tag in re.findall(
    r'^ \*     ([A-Z]+) ', read('src/proof/reduction/reduction.h', end=r'\*/'), re.M)])
compare('doc/punf-por.1', re.findall(
    r'^\.Cm (\w+)', read('doc/punf-por.1', r'^By these rules:$', r'^\.El$'),
    re.M))
compare('doc/THEORY.md', re.findall(
    r'^\| (?!step )(\w+) ', read('doc/THEORY.md', r'^### Definition 55',
                                 r'^### '), re.M))
grammar = dict(re.findall(
    r'[=|] "(\w+)"([^"|\n]*)',
    read('doc/FORMATS.md', r'^step     (?==)', r'^prefix ')))
compare('doc/FORMATS.md', grammar)
faults.extend(
    f'doc/FORMATS.md: {name} has not the form {form}'
    for _, name, form in rows if name in grammar and not re.fullmatch(
        ' '.join(f'(?:{NODES[letter]})' for letter in form),
        grammar[name].strip()))
print('\n'.join(faults) or f'{len(rows)} rules')
sys.exit(bool(faults) or not rows)
