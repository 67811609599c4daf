#!/usr/bin/env python3
"""Runs the tool as users do and compares all visible results.

    golden.py TOOL SOURCE_ROOT [--update] [--step N] [NAME ...]

cases/NAME.args contains the arguments of `punf-por` in a shell, including
redirections, or of `punf-por-check`, which is beside TOOL, if NAME begins with
check-.  cases/NAME.gold contains the exit code, both streams and the files
that the run created.  A run starts in an empty directory with access to nets/
and files/.  Figures that differ from machine to machine, or with each
improvement of the search, are written as #, as are winners of races.  --update
makes the current results the expected ones: read the difference before
committing it.  With --step, every N-th case is run.

Speaks TAP: every case is a test.
"""
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

TIMEOUT = 60

tool = pathlib.Path(sys.argv[1]).resolve()
checker = tool.with_name('punf-por-check')
root = pathlib.Path(sys.argv[2]).resolve()
wanted = [name for name in sys.argv[3:] if name != '--update']
update = len(wanted) < len(sys.argv[3:])
step = 1
if wanted[:1] == ['--step']:
    step = int(wanted[1])
    wanted = wanted[2:]
here = root / 'tests/golden'
cases = here / 'cases'


def normalise(text):
    """Hides what may differ from run to run."""
    text = re.sub(r'(?m)^([a-z_]+) +[0-9.]+  ', r'\1 #  ', text)
    text = re.sub(r'(?m)^(?:none|classic|read|user) +'
                  r'(?:por|prefix|from-prefix|merged) .*',
                  lambda row: re.sub(r' +[0-9.]+(?:MB)?(?=  )', ' #', row[0]),
                  text)
    options, queries, tail = text.partition('"queries": ')
    answers, rows, tail = tail.partition('"comparison": ')
    text = options + queries + re.sub(r'"engine": "[a-z]+"', '"engine": #',
                                      answers) + rows + tail
    text = re.sub(r'(TECHNIQUES ).*', r'\1#', text)
    text = re.sub(r'(answered by engine: ).*', r'\1#', text)
    text = re.sub(r'"seconds": [0-9.e-]+', '"seconds": #', text)
    head, stats, tail = text.partition('"stats": ')
    tail = re.sub(r'(?m)^( +"[a-z_]+": )[0-9.e+-]+(,?)$', r'\1#\2', tail)
    text = head + stats + tail
    return re.sub(r'\(\d+ bytes wanted\)', '(# bytes wanted)', text)


def section(title, data):
    text = normalise(data.decode('utf-8', 'backslashreplace'))
    if text and not text.endswith('\n'):
        text += '\n(no newline at the end)\n'
    return f'-- {title}\n{text}' if text else ''


def left_behind(directory):
    """The files of a run, by name."""
    found = sorted(path for path in directory.iterdir()
                   if not path.is_symlink())
    return ''.join(section('file ' + path.name, path.read_bytes())
                   for path in found)


def run(program, arguments):
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        (directory / 'nets').symlink_to(root / 'nets')
        (directory / 'files').symlink_to(here / 'files')
        done = subprocess.run(
            ['sh', '-c', f'exec "$0" {arguments}', program], cwd=directory,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT,
            check=False)
        return (f'exit {done.returncode}\n' + section('stdout', done.stdout) +
                section('stderr', done.stderr) + left_behind(directory))


def compare(name):
    """The differences, as lines; none if the case passes."""
    arguments = (cases / f'{name}.args').read_text().strip()
    gold = cases / f'{name}.gold'
    try:
        seen = run(checker if name.startswith('check-') else tool, arguments)
    except subprocess.TimeoutExpired:
        return [f'no end after {TIMEOUT} seconds']
    if update:
        gold.write_text(seen)
        return []
    expected = gold.read_text() if gold.exists() else ''
    return list(difflib.unified_diff(expected.splitlines(), seen.splitlines(),
                                     'expected', 'seen', lineterm=''))


def main():
    names = wanted or sorted(path.stem for path in cases.glob('*.args'))[::step]
    failed = 0
    print(f'1..{len(names)}')
    for number, name in enumerate(names, 1):
        differences = compare(name)
        print('not ok' if differences else 'ok', number, '-', name)
        for line in differences:
            print('#', line)
        failed += bool(differences)
    sys.exit(failed > 0)


main()
