#!/usr/bin/env python3
"""Every engine on nets of some 100,000 transitions.

    largest.py TOOL [--quick] [--seconds S] [--memory MB] [--slack S]
               [--family NAME ...] [--engine NAME ...] [--preload LIBRARY]
               [--question NAME ...] [--reduce off|on] [--write FOLDER] [--all]
               [--size N]

Each engine gets S seconds (10) for each question about each net, and may hold
so many MB (1,000).  A run that takes longer than this, reading the net and the
slack (0.5 s) together is late, and one that holds more is too large; both are
failures, and so is a run that ends with an error.  The families:

    ring       threads in a ring take turns with one lock
    servers    clients send requests to any server, as ServersAndClients
    fork       a transition forks into all threads, another one joins them
    grid       a step of a cell reads the cells to its left and above
    readers    all transitions but one read one place, which that one consumes
    dense      each transition consumes, reads and produces many places
    threads    threads read flags of each other before they enter

A row has the question, the engine with its relation, --reduce, the seconds,
the megabytes and the answer.  --preload sets LD_PRELOAD for the tool, for a clock
that counts processor time on a loaded machine.  --quick takes nets of about a
hundredth of the size, and a second for each run; --size sets the size.  --all takes every question
with every engine and relation, instead of each question with some of them.
--write writes the nets to a folder, and nothing is measured.
"""
import argparse
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time


class Net:
    """A net in the text format of LoLA."""

    def __init__(self):
        self.marked, self.trans = [], []

    def place(self, tokens=0):
        self.marked.append(tokens)
        return len(self.marked) - 1

    def add(self, pre, post, read=()):
        """A transition; what it reads it consumes and produces."""
        self.trans.append((list(pre) + list(read), list(post) + list(read)))
        return len(self.trans) - 1

    def write(self, path):
        def arcs(places):
            return ', '.join(f'p{p} : 1' for p in places)
        n = len(self.marked)
        with open(path, 'w', encoding='utf-8') as out:
            out.write('PLACE ' + ', '.join(f'p{p}' for p in range(n)) + ';\n')
            out.write('MARKING ' + ', '.join(
                f'p{p} : 1' for p in range(n) if self.marked[p]) + ';\n')
            for t, (pre, post) in enumerate(self.trans):
                out.write(f'TRANSITION t{t} CONSUME {arcs(pre)}; '
                          f'PRODUCE {arcs(post)};\n')


def ring(n):
    """5 transitions a thread, which hands the turn on."""
    net = Net()
    lock = net.place(1)
    turn = [net.place(int(i == 0)) for i in range(n // 5)]
    for i, mine in enumerate(turn):
        idle, want, critical = net.place(1), net.place(), net.place()
        net.add([idle], [want])
        net.add([want, lock], [critical], [mine])
        net.add([critical], [idle, lock])
        net.add([mine], [turn[(i + 1) % len(turn)]])
        net.add([want], [idle])
    return net


def servers(n):
    """2.5 clients for each server."""
    net = Net()
    n_servers = max(2, int((n / 5) ** 0.5))
    free = [net.place(1) for _ in range(n_servers)]
    for _ in range(n // (2 * n_servers)):
        start, asks, waits, told = (net.place(int(k == 0)) for k in range(4))
        net.add([start], [asks])
        for server in free:
            busy = net.place()
            net.add([asks, server], [busy])
            net.add([busy], [told, server])
        net.add([told], [waits])
    return net


def fork(n):
    net = Net()
    start, end = net.place(1), net.place()
    threads = [[net.place() for _ in range(3)] for _ in range(n // 2)]
    net.add([start], [thread[0] for thread in threads])
    for thread in threads:
        net.add([thread[0]], [thread[1]])
        net.add([thread[1]], [thread[2]])
    net.add([thread[2] for thread in threads], [end])
    return net


def grid(n):
    """Two places a cell: before and after its step."""
    net = Net()
    side = int(n ** 0.5)
    cells = [[(net.place(1), net.place()) for _ in range(side)]
             for _ in range(side)]
    for row in range(side):
        for column in range(side):
            before, after = cells[row][column]
            read = [cells[row - 1][column][1]] if row else []
            read += [cells[row][column - 1][1]] if column else []
            net.add([before], [after], read)
    return net


def readers(n):
    net = Net()
    gate, shut = net.place(1), net.place()
    for _ in range(n):
        net.add([net.place(1)], [net.place()], [gate])
    net.add([gate], [shut])
    return net


def dense(n):
    """Squares of the size have as many arcs as the others have nodes."""
    chance = random.Random(1)
    net = Net()
    width = max(4, int(n ** 0.5) // 2)
    net.marked = [1] * (n // 2) + [0] * (n // 2)
    for _ in range(n // width):
        pre = chance.sample(range(n // 2), width)
        # each place behind has one place before it: the net is safe
        net.add(pre, [p + n // 2 for p in pre],
                set(chance.sample(range(n // 2), width)) - set(pre))
    return net


def threads(n):
    """A thread raises its flag, and enters where the next five have none."""
    net = Net()
    flags = [(net.place(1), net.place()) for _ in range(n // 4)]
    for i, (down, up) in enumerate(flags):
        idle, wants, inside = net.place(1), net.place(), net.place()
        net.add([idle, down], [wants, up])
        net.add([wants], [inside],
                [flags[(i + k) % len(flags)][0] for k in range(1, 6)])
        net.add([inside, up], [idle, down])
        net.add([wants, up], [idle, down])
    return net


FAMILIES = {'ring': ring, 'servers': servers, 'fork': fork, 'grid': grid,
            'readers': readers, 'dense': dense, 'threads': threads}
SIZE = 128000
LESS = 100  # with --quick

UNFOLDERS = [f'{engine} {relation}' for engine in ('prefix', 'por')
             for relation in ('read', 'classic', 'none')]
OTHERS = ['state', 'walk', 'equation', 'reverse', 'auto']
# question: engines without --all
QUESTIONS = {
    'deadlock': ['state', 'walk', 'equation', 'reverse', 'auto',
                 *UNFOLDERS],
    'reach': ['state', 'equation', 'auto', 'prefix read', 'por read'],
    'formula': ['state', 'walk', 'equation', 'auto', 'prefix read',
                'por read'],
    'bounds': ['state', 'equation', 'auto', 'prefix read', 'por read'],
    'safe': ['state', 'auto', 'prefix read', 'por read'],
    'live': ['state', 'auto'],
    'quasi-live': ['state', 'equation', 'auto', 'prefix read', 'por read'],
    'all-transitions': ['state', 'equation', 'auto', 'prefix read',
                        'por read'],
}


def asked(question, net):
    """The options of a question about the middle and the end of the net."""
    n = len(net.marked)
    if question == 'reach':
        return ['--reach', f't{len(net.trans) - 1}']
    if question == 'formula':
        return ['--formula', f'EF (p{n // 2} + p{n - 1} >= 2 and '
                f'not fireable(t{len(net.trans) // 2}))']
    if question == 'bounds':
        return ['--bounds', f'p{n // 3} + p{n // 2} + p{n - 1}']
    return ['--' + question]


def options_of(engine, reduce):
    name, *relation = engine.split()
    options = ['--engine', name]
    if relation:
        options += ['--dependency', relation[0]]
    if name == 'reverse':
        options += ['--max-depth', '1000']
    return options + ['--reduce', reduce]


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(options, path, question):
    """The answer, seconds of the clock of the tool, MB; what is wrong."""
    command = [options.tool, str(path), '--timeout', f'{options.seconds:g}',
               *question]
    environment = dict(os.environ)
    if options.preload:
        environment['LD_PRELOAD'] = options.preload
    start = time.monotonic()
    with tempfile.TemporaryFile('w+') as errors, \
            tempfile.TemporaryFile('w+') as output:
        child = subprocess.Popen(command, env=environment, stdout=output,
                                 stderr=errors, preexec_fn=limit)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = code = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        output.seek(0)
        errors.seek(0)
        text, report = output.read(), errors.read()
    answer = (text.strip().splitlines() or ['no answer'])[-1]
    answer = answer.rsplit(': ', 1)[-1]
    seconds = usage.ru_utime + usage.ru_stime if options.preload else wall
    wrong = '' if code in (0, 1, 2) else \
        f'exit code {code}: {report.strip()[-200:]}'
    return answer, seconds, usage.ru_maxrss / 1024, wrong


def measure(options, folder, family):
    """The number of failures."""
    net = FAMILIES[family](options.size)
    path = folder / f'{family}.lola'
    net.write(path)
    # what reading the file takes is not the engine's
    _, reading, _, _ = run(options, path, ['--reach', 't0', '--max-depth', '1',
                                           '--engine', 'por'])
    print(f'{family}: {len(net.marked)} places, {len(net.trans)} transitions, '
          f'read in {reading:.2f} s', flush=True)
    failures = 0
    for question, some in QUESTIONS.items():
        if options.question and question not in options.question:
            continue
        for engine in OTHERS + UNFOLDERS if options.all else some:
            if options.engine and engine.split()[0] not in options.engine:
                continue
            for reduce in ('off', 'on'):
                if options.reduce not in (None, reduce):
                    continue
                answer, seconds, size, wrong = run(
                    options, path,
                    asked(question, net) + options_of(engine, reduce))
                if re.search('does not use|cannot|needs', wrong):
                    continue
                late = seconds > options.seconds + reading + options.slack
                large = size > options.memory
                failures += bool(late or large or wrong)
                print(f'  {question:8} {engine:15} {reduce:3} {seconds:7.2f} s'
                      f' {size:7.0f} MB  {answer}'
                      + ' LATE' * late + ' LARGE' * large + wrong, flush=True)
    path.unlink()
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('tool')
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--all', action='store_true')
    parser.add_argument('--size', type=int)
    parser.add_argument('--seconds', type=float)
    parser.add_argument('--memory', type=float, default=1000)
    parser.add_argument('--slack', type=float)
    parser.add_argument('--family', nargs='+', default=list(FAMILIES),
                        choices=list(FAMILIES))
    parser.add_argument('--engine', nargs='+')
    parser.add_argument('--question', nargs='+', choices=list(QUESTIONS))
    parser.add_argument('--reduce', choices=['off', 'on'])
    parser.add_argument('--preload')
    parser.add_argument('--write', type=pathlib.Path)
    options = parser.parse_args()
    options.tool = str(pathlib.Path(options.tool).resolve())
    options.size = options.size or (SIZE // LESS if options.quick else SIZE)
    options.seconds = options.seconds or (1 if options.quick else 10)
    # a machine that does other things as well delays short runs
    options.slack = options.slack or (4 if options.quick else 0.5)
    if options.write:
        options.write.mkdir(parents=True, exist_ok=True)
        for family in options.family:
            FAMILIES[family](options.size).write(
                options.write / f'{family}.lola')
        return
    with tempfile.TemporaryDirectory() as folder:
        failures = sum(measure(options, pathlib.Path(folder), family)
                       for family in options.family)
    print(f'{failures} failures')
    sys.exit(failures > 0)


if __name__ == '__main__':
    main()
