#!/usr/bin/env python3
"""Fails when a file under version control (any file, if there is no
repository) contains unfinished work, or a C file a tab, trailing blanks, or an
allocation that bypasses base/mem."""
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
unfinished = re.compile(r'\b(TO' r'DO|FIX' r'ME|XX' r'X)\b')
tab = re.compile(r'\t')
trailing = re.compile(r'[ \t\r\f\v]$', re.M)
# Blocks have a header: what mem_alloc() gave must go to mem_free().
allocation = re.compile(r'(?<![\w.>])(malloc|calloc|realloc|free|strdup)\(')
# Who allocates, and who frees what other libraries allocated.
allocating = {'src/base/mem.c', 'src/base/mem.h',
              'src/api/api_files.c', 'src/cli/program/journal.c', 'src/cli/json_run.c',
              'src/cli/usage.c', 'doc/example.c'}
skipped = {'.git', 'build', 'corpus', 'seeds'}


def listed():
    try:
        git = subprocess.run(['git', '-C', str(root), 'ls-files', '-z'],
                             capture_output=True, check=False)
    except FileNotFoundError:
        git = None
    if git and git.returncode == 0 and git.stdout:
        return [root / name for name in git.stdout.decode().split('\0') if name]
    return [path for path in root.rglob('*') if path.is_file()]


def wanted(path):
    parts = path.relative_to(root).parts
    return path.is_file() and not any(
        part in skipped or part.startswith('build-') for part in parts)


def faults_of(path, text):
    name = path.relative_to(root).as_posix()
    searched = [(unfinished, 'unfinished work')]
    if path.suffix in ('.c', '.h'):
        searched += [(tab, 'a tab'), (trailing, 'trailing blanks')]
        if not name.startswith('tests/') and name not in allocating:
            searched += [(allocation, 'use mem_alloc(), mem_free() and their like')]
    for pattern, what in searched:
        for match in pattern.finditer(text):
            line = text.count('\n', 0, match.start()) + 1
            yield f'{name}:{line}: {what}'


def text_of(path):
    try:
        return path.read_text('utf-8')
    except UnicodeDecodeError:
        return ''  # binary, or an input in another encoding


files = [path for path in listed() if wanted(path)]
faults = [fault for path in files for fault in faults_of(path, text_of(path))]
print('\n'.join(faults) or f'{len(files)} files')
sys.exit(bool(faults) or not files)
