"""Runs punf-por on a net and returns its JSON."""
import json
import pathlib
import subprocess
import tempfile

KILL_AFTER = 30  # seconds beyond --timeout until a run counts as hung


class Broken(Exception):
    """The program crashed, hung or rejected its arguments."""


def ask(program, net, *options, timeout=0):
    """The JSON document of one run that explores everything.  A run that
    reached its timeout gives a document, too; its 'stop' is then the
    timeout."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, 'run.json')
        command = [program, '--quiet', f'--json={out}', *options, str(net)]
        if timeout:
            command.insert(1, f'--timeout={timeout}')
        try:
            done = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True, check=False,
                timeout=timeout + KILL_AFTER if timeout else None)
        except subprocess.TimeoutExpired as late:
            raise Broken(f'{net}: still running after --timeout') from late
        if done.returncode not in (0, 1, 2) or not out.exists():
            raise Broken(f'{net}: exit code {done.returncode}: '
                         f'{done.stderr.strip()[:200]}')
        return json.loads(out.read_text())


def print_table(head, rows):
    """The first column left-aligned, the others right-aligned."""
    table = [head, *rows]
    widths = [max(len(row[i]) for row in table) for i in range(len(head))]
    for row in table:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width)
                  for cell, width in zip(row[1:], widths[1:])]
        print('  '.join(cells).rstrip())
