#!/usr/bin/env python3
"""test_reproduction.py TOOL ROOT SHARED [quick]

Each block of commands in doc/REPRODUCTION.md makes figures of one row: what it
prints must stand in that row of a table of its section.  Unless the test is to
be quick, bench/reproduce.py makes the first section anew, and must first say
how long that takes.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

tool, root, shared = (str(pathlib.Path(name).resolve())
                      for name in sys.argv[1:4])
page = pathlib.Path(root, 'doc/REPRODUCTION.md').read_text('utf-8')


def figure_of(command):
    """The name of the figure that the command is shown for; a table of events
    may count their histories."""
    if '--engine state' in command or ' $PC ' in command:
        return 'states'
    if '-k1' in command:
        return 'ssb'
    return 'u_average' if '--cache none' in command else '(?:histories|events)'


def rows(section, name):
    """The cells of all rows of the section that begin with the name."""
    return {cell.strip().split(' ')[0]
            for row in re.findall(r'(?m)^\| ' + re.escape(name) + r' \|(.*)',
                                  section)
            for cell in row.split('|')}


def prepared(block, folder):
    """The block for this machine, without the commands that make the page."""
    kept = [line for line in block.replace('\\\n', '').splitlines()
            if 'bench/reproduce.py' not in line and 'ninja' not in line]
    return [line.replace('build/punf-por', tool)
            .replace('/tmp/papers', folder).replace('../shared', shared)
            for line in kept]


def check(section, name, lines):
    """Runs the lines; yields what is wrong."""
    cells = rows(section, name)
    for i, line in enumerate(lines):
        if not line.startswith(tool):
            continue
        script = '\n'.join([x for x in lines[:i] if not x.startswith(tool)]
                           + [line])
        done = subprocess.run(['bash', '-ec', script], cwd=root, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=60)
        found = re.findall(rf'(?m)^{figure_of(line)} +(\d+)', done.stdout)
        if not cells & {f'{int(figure):,}' for figure in found}:
            yield (f'{line}: {done.stderr or found} is not in the row {name}')


def remake(folder):
    """Makes the section about the standard nets; yields what is wrong."""
    made = pathlib.Path(folder, 'page.md')
    done = subprocess.run(
        [sys.executable, '-B', f'{root}/bench/reproduce.py', tool, '--only',
         'erv02', '--standard', f'{shared}/nets/plain', '--output', made],
        check=False, stderr=subprocess.PIPE, text=True, timeout=200)
    told = done.stderr.splitlines()
    if not re.match(r'about \d+ (s|min) ', told[0]):
        yield f'reproduce.py does not say how long it takes: {told[0]}'
    if sum(line.startswith(f'{tool} ') for line in told) < 50:
        yield 'reproduce.py does not show its runs'
    section = made.read_text('utf-8').partition('\n## ')[2].rstrip()
    if done.returncode or section not in page:
        yield 'the section erv02 is not what reproduce.py makes'


def main():
    faults, commands = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for section in re.split(r'(?m)^#+ ', page):
            for before, block in re.findall(
                    r'(?s)(.*?)```sh\n(.*?)```', section):
                lines = prepared(block, folder)
                if '../shared' in block and not pathlib.Path(shared).is_dir():
                    continue
                commands += sum(line.startswith(tool) for line in lines)
                named = re.findall(r'The row (\w[\w.]*(?:\([\d,]*\))?)',
                                   before)
                faults += check(section, named[-1] if named else '', lines)
        if 'quick' not in sys.argv and pathlib.Path(shared).is_dir():
            faults += remake(folder)
    print('\n'.join(faults) or f'{commands} commands')
    return bool(faults) or commands < 12


sys.exit(main())
