#!/usr/bin/env python3
"""What processes bring to many independent questions: measured for few of them,
and predicted for many from the times of the tasks.

    tasks.py TOOL MODEL [--mpi MPI_TOOL] [--ranks N] [--folder F] -- ARGUMENT ...

The arguments are nets and questions of punf-por; --folder adds the nets in F,
*.ll_net.  First one process does all
tasks, with a journal, which has the processor time of each.  Then --ranks
processes of mpirun, 2 if not given, do the same; the processor seconds of each
are added up, with those of its tasks.  The speed-up is total / busiest: it does
not depend on what else the machine does.  At last the model (tasks_model.c)
hands the measured tasks to more ranks.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

WHOLE, SURVEY, BLOCK = range(3)


def records(path):
    """The numbers of each record of a journal, and its last text."""
    data = path.read_bytes()
    at = data.index(b'\nbegin\n') + len(b'\nbegin\n')
    while at < len(data):
        line, _, _ = data[at:].partition(b'\n')
        numbers = [int(word) for word in line.split()[1:-1]]
        at += len(line) + 1 + sum(numbers[-3:])
        yield numbers, data[at - numbers[-1]:at]
        at += 1


def names(path):
    """The nets of a journal."""
    head = path.read_bytes().partition(b'\nbegin\n')[0]
    return [line.split(b' ', 2)[2].decode() for line in head.split(b'\n')
            if line.startswith(b'net ')]


def tasks(path):
    """Guess and milliseconds of each task, as the program guesses."""
    nets = names(path)
    found = list(records(path))
    sizes = {numbers[0]: int(text.split(b'\n')[0])
             for numbers, text in found if numbers[1] == SURVEY}
    for numbers, _ in found:
        net, kind, _, n, _, _, milliseconds = numbers[:7]
        guess = (2 ** 64 - 1 if kind == SURVEY
                 else sizes[net] * n if kind == BLOCK
                 else pathlib.Path(nets[net]).stat().st_size)
        yield guess, milliseconds


def one_process(folder):
    journal = folder / 'journal'
    begin = time.monotonic()
    subprocess.run([args.tool, '--jobs', '1', '--quiet', '--checkpoint',
                    journal, *args.arguments], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    return journal, time.monotonic() - begin


def rank():
    """In a process of mpirun: runs the tool, and writes what it has taken."""
    code = subprocess.run(sys.argv[3:], check=False).returncode
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    number = os.environ['OMPI_COMM_WORLD_RANK']
    pathlib.Path(sys.argv[2], 'rank' + number).write_text(
        json.dumps(usage.ru_utime + usage.ru_stime))
    sys.exit(code)


def many_processes(folder):
    root = ['--allow-run-as-root'] if os.geteuid() == 0 else []
    begin = time.monotonic()
    subprocess.run(['mpirun', '-q', *root, '--oversubscribe', '-n',
                    str(args.ranks), sys.executable, '-B', __file__, '--rank',
                    folder, args.mpi, '--quiet', *args.arguments],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   check=False)
    taken = [json.loads(path.read_text())
             for path in sorted(folder.glob('rank*'))]
    return taken, time.monotonic() - begin


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        journal, alone = one_process(folder)
        measured = list(tasks(journal))
        total = sum(times for _, times in measured) / 1000
        print(f'{len(measured)} tasks, {total:.1f} processor seconds by one '
              f'process, {alone:.1f} s')
        if args.mpi:
            taken, together = many_processes(folder)
            print(f'{args.ranks} ranks: {sum(taken):.1f} processor seconds, '
                  f'{together:.1f} s; '
                  + ', '.join(f'{seconds:.1f}' for seconds in taken))
            print(f'speed-up: {sum(taken) / max(taken):.2f} as total / '
                  f'busiest, {total / max(taken):.2f} over one process, '
                  f'{alone / together:.2f} by the clock')
        subprocess.run([args.model], check=True, text=True,
                       input=''.join(f'{guess} {times}\n'
                                     for guess, times in measured))


if sys.argv[1] == '--rank':
    rank()
parser = argparse.ArgumentParser()
parser.add_argument('tool')
parser.add_argument('model')
parser.add_argument('--mpi')
parser.add_argument('--ranks', type=int, default=2)
parser.add_argument('--folder', type=pathlib.Path)
parser.add_argument('arguments', nargs='+')
args = parser.parse_args()
if args.folder:
    args.arguments += sorted(map(str, args.folder.glob('*.ll_net')))
main()
