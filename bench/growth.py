#!/usr/bin/env python3
"""How time and memory grow with the length and the width of a net.

    growth.py TOOL [--quick] [--family NAME ...] [--engine NAME ...]

The first table has one row for each net of W chains of L transitions: user
seconds and megabytes of each engine.  Then each family of nets is explored at
four sizes, each twice the one before:

    long, ten, hundred   1, 10 and 100 chains that grow in length
    wide                 chains of 10 transitions that grow in number
    meet                 16 chains that all meet after every twentieth step
    tree                 a token that forks in two, again and again, and all
                         tokens join again
    fork                 a transition forks into chains of two transitions, and
                         another one joins them all

A family and an engine have two exponents, of time and of memory: the slopes of
the least squares lines through the logarithms of the figure and of the number
of transitions.  An exponent above the bound of its engine is a failure, and so
is a run that does not end within its limits; larger sizes are then left out.

Memory is `peak_bytes` of the program's own report, which counts from exec() on.
For the exponent of time instructions are counted (valgrind), on nets 4 times
smaller: seconds of a fraction of a second depend on what else the machine does.
The seconds that are printed are the user time of the whole process, the least
of three runs when they are short; without valgrind the exponent is that of the
seconds.  All include what it costs to read the net.  Nothing is subtracted: the
least net has 20,000 transitions, so that the process before it reads anything
(5 MB) bends the lines little.

Of the first table some rows have targets, of which those of memory are tested.

`state` would list exponentially many markings of concurrent chains.  It gets
the question whether there is a deadlock: the answer is a run that fires every
transition once, and the search keeps all markings of that run.

With --quick, nets are 16 times smaller, and the figure is the memory of the
store of events or markings alone, which is the same in every run.
"""
import argparse
import json
import math
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

BOUND = {'paper': 1.15, 'por': 1.15, 'prefix': 1.3, 'state': 1.15}
OPTIONS = {
    'paper': ['--engine', 'por', '--dependency', 'classic', '--table', 'off',
              '--deepening', 'off'],
    'por': ['--engine', 'por'],
    'prefix': ['--engine', 'prefix'],
    'state': ['--engine', 'state', '--deadlock'],
}
STORE = {'paper': 'event_bytes', 'por': 'event_bytes',
         'prefix': 'event_bytes', 'state': 'store_bytes'}
PERIOD = 20          # steps between two meetings
SECONDS = 120        # of a run, at most
MEMORY = '6G'
SHORT = 2            # seconds; shorter runs are repeated
QUICK = 4            # doublings that --quick leaves out
LESS = 2             # doublings that are left out when instructions are counted
QUICK_BOUND = 1.3    # arrays that grow in steps blur small nets
COUNT = ['valgrind', '--tool=cachegrind', '--cache-sim=no',
         '--cachegrind-out-file=/dev/null']
# MB at most of the whole process, by engine and row of the first table
TARGETS = {
    'por': {(1, 160000): 60, (100, 1000): 60, (100000, 5): 300},
    'paper': {(1, 160000): 60, (100, 1000): 60, (100000, 5): 300},
    'prefix': {(30, 1000): 506, (100, 1000): 1051},
}


class Net:
    """A .ll_net in the making; nodes are numbered from 1."""

    def __init__(self):
        self.places, self.n_trans, self.produced, self.consumed = [], 0, [], []

    def place(self, tokens=0):
        self.places.append(tokens)
        return len(self.places)

    def trans(self, pre, post):
        self.n_trans += 1
        self.consumed += [f'{p}>{self.n_trans}' for p in pre]
        self.produced += [f'{self.n_trans}<{p}' for p in post]

    def write(self, path):
        lines = ['PEP', 'PTNet', 'FORMAT_N', 'PL']
        lines += [f'{i}"p{i}"' + ('M1' if tokens else '')
                  for i, tokens in enumerate(self.places, 1)]
        lines += ['TR'] + [f'{i}"t{i}"' for i in range(1, self.n_trans + 1)]
        lines += ['TP'] + self.produced + ['PT'] + self.consumed
        path.write_text('\n'.join(lines) + '\n', encoding='utf-8')


def chains(width, length, meet=0):
    net = Net()
    ends = [net.place(1) for _ in range(width)]
    for step in range(1, length + 1):
        after = [net.place() for _ in ends]
        for old, new in zip(ends, after):
            net.trans([old], [new])
        ends = after
        if meet and step % meet == 0:
            after = [net.place() for _ in ends]
            net.trans(ends, after)
            ends = after
    return net


def fork(width):
    """A transition forks into chains of two, and another one joins them."""
    net = Net()
    start = net.place(1)
    rows = [[net.place() for _ in range(width)] for _ in range(3)]
    net.trans([start], rows[0])
    for above, below in zip(rows, rows[1:]):
        for old, new in zip(above, below):
            net.trans([old], [new])
    net.trans(rows[-1], [net.place()])
    return net


def tree(depth):
    net = Net()
    level = [net.place(1)]
    for _ in range(depth):
        below = []
        for place in level:
            pair = [net.place(), net.place()]
            net.trans([place], pair)
            below += pair
        level = below
    while len(level) > 1:
        above = []
        for left, right in zip(level[::2], level[1::2]):
            above.append(net.place())
            net.trans([left, right], above[-1:])
        level = above
    return net


CHAINS = [(1, 40000), (1, 160000), (10, 10000), (30, 1000), (100, 100),
          (100, 1000), (10000, 10), (100000, 5)]
# name: the net of 20,000 transitions or so, doubled `twice` times
FAMILIES = {
    'long': lambda twice: chains(1, int(20000 * 2 ** twice)),
    'ten': lambda twice: chains(10, int(2000 * 2 ** twice)),
    'hundred': lambda twice: chains(100, int(200 * 2 ** twice)),
    'wide': lambda twice: chains(int(2000 * 2 ** twice), 10),
    'meet': lambda twice: chains(16, int(1280 * 2 ** twice), PERIOD),
    'tree': lambda twice: tree(14 + twice),
    'fork': lambda twice: fork(int(10000 * 2 ** twice)),
}


def limit_processor():
    """Kills what does not heed --timeout."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 2 * SECONDS))


def run_once(tool, path, engine):
    """The report, with user seconds; None when the run was cut short."""
    command = [tool, str(path), '--json', '--quiet', '--timeout', str(SECONDS),
               '--max-memory', MEMORY, *OPTIONS[engine]]
    with tempfile.TemporaryFile() as output:
        with subprocess.Popen(command, stdout=output,
                              stderr=subprocess.DEVNULL,
                              preexec_fn=limit_processor) as child:
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    report = json.loads(text) if text else {'stop': 'no report'}
    if report['stop'] != 'done':
        return None
    report['user'] = usage.ru_utime
    return report


def measure(tool, path, engine, quick):
    """User seconds and bytes, or None."""
    reports = [run_once(tool, path, engine)]
    if reports[0] and reports[0]['user'] < SHORT and not quick:
        reports += [run_once(tool, path, engine) for _ in range(2)]
    if not all(reports):
        return None
    figure = STORE[engine] if quick else 'peak_bytes'
    return (min(report['user'] for report in reports),
            min(report['stats'][figure] for report in reports))


def count(tool, path, engine):
    """Instructions, or None."""
    command = [*COUNT, tool, str(path), '--quiet', *OPTIONS[engine]]
    text = subprocess.run(command, capture_output=True, text=True,
                          check=False).stderr
    found = re.search(r'I +refs: +([\d,]+)', text)
    return int(found.group(1).replace(',', '')) if found else None


def slope(points):
    """The exponent: the slope of the line through the logarithms."""
    xs = [math.log(x) for x, _ in points]
    ys = [math.log(max(y, 0.001)) for _, y in points]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return (sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys))
            / sum((x - mean_x) ** 2 for x in xs))


def cell(result):
    return (f'{result[0]:.2f} s, {result[1] / 1e6:.1f} MB' if result
            else 'not finished')


def row(cells):
    print('| ' + ' | '.join(cells) + ' |', flush=True)


def print_chains(tool, engines, folder):
    """One row for each net; True when all runs ended."""
    good = True
    row(['W × L', *engines])
    row(['---'] * (1 + len(engines)))
    for width, length in CHAINS:
        path = folder / 'net.ll_net'
        chains(width, length).write(path)
        results = [measure(tool, path, engine, False) for engine in engines]
        missed = [engine for engine, result in zip(engines, results)
                  if result and result[1] / 1e6 >
                  TARGETS.get(engine, {}).get((width, length), math.inf)]
        row([f'{width:,} × {length:,}', *map(cell, results)])
        if missed:
            print('more memory than the target:', *missed)
        good &= all(results) and not missed
    return good


class Fit:
    """A family explored by an engine."""

    def __init__(self, engine):
        self.engine, self.results, self.ended = engine, [], True
        self.counts = []

    def add(self, tool, path, n_trans, quick):
        """Measures the next size, unless a smaller one did not end."""
        if not self.ended:
            return 'left out'
        result = measure(tool, path, self.engine, quick)
        self.ended = result is not None
        if result:
            self.results.append((n_trans, *result))
        return cell(result)

    def add_count(self, tool, path, n_trans):
        self.counts.append((n_trans, count(tool, path, self.engine)))

    def time(self):
        """What the exponent of time is fitted to."""
        if self.counts and all(n for _, n in self.counts):
            return self.counts
        return [(n, seconds) for n, seconds, _ in self.results]

    def verdict(self, quick):
        """What to print, and whether it is good."""
        if not self.ended:
            return 'not finished', False
        time = slope(self.time())
        memory = slope([(n, size) for n, _, size in self.results])
        if quick:
            worst, bound, text = memory, QUICK_BOUND, f'memory {memory:.2f}'
        else:
            worst, bound = max(time, memory), BOUND[self.engine]
            text = f'time {time:.2f}, memory {memory:.2f}'
        good = worst <= bound
        return text if good else f'{text}: above {bound}', good


def count_family(options, name, folder, fits):
    for doubling in range(4):
        path = folder / 'net.ll_net'
        net = FAMILIES[name](doubling - LESS)
        net.write(path)
        for fit in fits:
            fit.add_count(options.tool, path, net.n_trans)


def print_family(options, name, folder):
    """One row for each size, and one of exponents; True when all are good."""
    fits = [Fit(engine) for engine in options.engine]
    for doubling in range(4):
        path = folder / 'net.ll_net'
        net = FAMILIES[name](doubling - QUICK * options.quick)
        net.write(path)
        row([name, f'{net.n_trans:,}',
             *(fit.add(options.tool, path, net.n_trans, options.quick)
               for fit in fits)])
    if not options.quick and shutil.which(COUNT[0]):
        count_family(options, name, folder, fits)
    verdicts = [fit.verdict(options.quick) for fit in fits]
    row([name, 'exponents', *(text for text, _ in verdicts)])
    return all(good for _, good in verdicts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('tool')
    parser.add_argument('--quick', action='store_true',
                        help='small nets, memory of the stores only')
    parser.add_argument('--family', nargs='*', default=list(FAMILIES),
                        choices=list(FAMILIES))
    parser.add_argument('--engine', nargs='+', default=list(OPTIONS),
                        choices=list(OPTIONS))
    options = parser.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not options.quick and options.family == list(FAMILIES):
            good = print_chains(options.tool, options.engine, folder)
            print()
        row(['family', 'transitions', *options.engine])
        row(['---'] * (2 + len(options.engine)))
        for family in options.family:
            good &= print_family(options, family, folder)
    sys.exit(not good)


if __name__ == '__main__':
    main()
