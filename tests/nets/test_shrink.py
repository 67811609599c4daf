#!/usr/bin/env python3
"""Shrinks a net for a command that fails as long as the consumer of fork0 and
fork1 exists with one of its arcs: exactly these must remain."""
import pathlib
import subprocess
import sys
import tempfile

tests, nets = map(pathlib.Path, sys.argv[1:])
CRASH = '''
import re, sys
text = open(sys.argv[1]).read()
t = re.search(r'^(\\d+)"ph0_second"', text, re.M)
p = re.search(r'^(\\d+)"fork1"', text, re.M)
arc = t and p and re.search(rf'^{p[1]}>{t[1]}$', text, re.M)
sys.exit(7 if arc else 0)
'''

with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    script, out = folder / 'crash.py', folder / 'out.ll_net'
    script.write_text(CRASH)
    subprocess.run([sys.executable, tests / 'shrink.py', '-o', out,
                    nets / 'dining_3.ll_net', sys.executable, '-ESs', script, '{}'],
                   check=True)
    want = ('PEP\nPTNet\nFORMAT_N\nPL\n1"fork1"0@0\nTR\n1"ph0_second"0@0\n'
            'PT\n1>1\n')
    if out.read_text() != want:
        sys.exit(f'left is not the least net:\n{out.read_text()}')
