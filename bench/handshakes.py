#!/usr/bin/env python3
"""Circuits of handshake components, as signal transition graphs.

    handshakes.py TOOL [--count N] [--seconds S] [--largest KB] [--seed N]
                  [--components N] [--wide P] [--into FOLDER]

Each graph is a random tree of N components at most: sequencers, forks, mixers,
arbiters, joins, loops, choices.  Two components with a channel between them fire its four
edges together; where one has several transitions of an edge, there is one for
each pair.  Arbiters and mixers above each other multiply so.  Asks --safe and
--circuit of each graph, and prints a row for each: its size, the answers, the
seconds.  --into keeps the graphs.
"""
import argparse
import itertools
import pathlib
import random
import subprocess
import sys
import tempfile
import time


class Component:
    """A net whose transitions are edges of signals, with its channels.

    The passive ports are asked by somebody else, the active ones ask."""

    def __init__(self, passive, active):
        self.passive, self.active = passive, active
        self.edges = []   # by transition
        self.places = []  # (marked, transitions before, transitions after)

    def chain(self, edges, start=None, end=None):
        """The edges one after another; from and to these places."""
        first = len(self.edges)
        self.edges += edges
        for t in range(first, len(self.edges) - 1):
            self.places.append((False, [t], [t + 1]))
        if start is not None:
            self.places[start][2].append(first)
        if end is not None:
            self.places[end][1].append(len(self.edges) - 1)
        return range(first, len(self.edges))

    def place(self, marked):
        self.places.append((marked, [], []))
        return len(self.places) - 1


def asks(channel):
    return [f'{channel}r+', f'{channel}a+', f'{channel}r-', f'{channel}a-']


def sequencer(up, down):
    x = Component([up], down)
    idle = x.place(True)
    rest = sum(map(asks, down[:-1]), [])
    last = asks(down[-1])
    x.chain([f'{up}r+', *rest, *last[:2], f'{up}a+', f'{up}r-', *last[2:],
             f'{up}a-'], idle, idle)
    return x


def fork(up, down):
    x = Component([up], down)
    idle = x.place(True)
    whole = x.chain([f'{up}r+', f'{up}a+', f'{up}r-', f'{up}a-'], idle, idle)
    for channel in down:
        part = x.chain(asks(channel))
        x.places += [(False, [whole[0]], [part[0]]),
                     (False, [part[-1]], [whole[1]])]
    x.places.remove((False, [whole[0]], [whole[1]]))
    return x


def mixer(up, down):
    """Who asks is alone."""
    x = Component(up, [down])
    free = x.place(True)
    for channel in up:
        x.chain([f'{channel}r+', f'{down}r+', f'{down}a+', f'{channel}a+',
                 f'{channel}r-', f'{down}r-', f'{down}a-', f'{channel}a-'],
                free, free)
    return x


def arbiter(up, down):
    x = Component(up, [down])
    free = x.place(True)
    for channel in up:
        idle = x.place(True)
        steps = x.chain([f'{channel}r+', f'{down}r+', f'{down}a+',
                         f'{channel}a+', f'{channel}r-', f'{down}r-',
                         f'{down}a-', f'{channel}a-'], idle, idle)
        x.places[free][2].append(steps[1])
        x.places[free][1].append(steps[6])
    return x


def join(up, down):
    x = Component(up, [down])
    work = x.chain(asks(down))
    for channel in up:
        idle = x.place(True)
        steps = x.chain([f'{channel}r+', f'{channel}a+', f'{channel}r-',
                         f'{channel}a-'], idle, idle)
        for t, u in ((steps[0], work[0]), (work[1], steps[1]),
                     (steps[2], work[2]), (work[3], steps[3])):
            x.places.append((False, [t], [u]))
        x.places.remove((False, [steps[0]], [steps[1]]))
        x.places.remove((False, [steps[2]], [steps[3]]))
    return x


def loop(up, down):
    """While the guard, which answers by one of two wires."""
    guard, body = down
    x = Component([up], [body])
    idle, ready, tested = (x.place(marked) for marked in (True, False, False))
    x.chain([f'{up}r+'], idle, ready)
    x.chain([f'{guard}r+'], ready, tested)
    x.chain([f'{guard}t0+', f'{guard}r-', f'{guard}t0-', *asks(body)], tested,
            ready)
    x.chain([f'{guard}t1+', f'{up}a+', f'{up}r-', f'{guard}r-', f'{guard}t1-',
             f'{up}a-'], tested, idle)
    return x


def choice(up, down):
    """One of many, which the guard says by as many wires."""
    guard, *ways = down
    x = Component([up], ways)
    idle, tested = x.place(True), x.place(False)
    x.chain([f'{up}r+', f'{guard}r+'], idle, tested)
    for k, way in enumerate(ways):
        x.chain([f'{guard}t{k}+', f'{way}r+', f'{way}a+', f'{up}a+',
                 f'{up}r-', f'{way}r-', f'{way}a-', f'{guard}r-',
                 f'{guard}t{k}-', f'{up}a-'], tested, idle)
    return x


def width(dice, wide):
    return dice.randint(2, 4) if dice.random() > wide else dice.randint(5, 40)


def tree(dice, n, wide):
    """Random components, of which so many are wide.  Only what runs beside each other may be arbitrated
    or joined, and only what does not be mixed."""
    names = (f'c{i}' for i in itertools.count())
    components = []
    # Channels that somebody asks, and whether they may be asked at once.
    groups = [([next(names)], False)]
    if dice.random() < 0.5:
        groups = [([next(names) for _ in range(width(dice, wide))], True)]
    while groups and len(components) < n:
        channels, beside = groups.pop(dice.randrange(len(groups)))
        if len(channels) > 1 and dice.random() < 0.7:
            down = next(names)
            kind = dice.choice([arbiter, join]) if beside else mixer
            components.append(kind(channels, down))
            groups.append(([down], False))
            continue
        for up in channels[1:]:
            groups.append(([up], False))
        up = channels[0]
        kind = dice.choice([sequencer, sequencer, fork, loop, choice])
        down = [next(names) for _ in range(
            2 if kind is loop else (kind is choice) + width(dice, wide))]
        components.append(kind(up, down))
        groups.append((down[1:] if kind in (loop, choice) else down,
                       kind is fork))
    return components


class Graph:
    """Components that fire what they have in common together."""

    def __init__(self, components):
        by_edge = {}
        for k, x in enumerate(components):
            for t, edge in enumerate(x.edges):
                by_edge.setdefault(edge, {}).setdefault(k, []).append(t)
        self.transitions = [
            (edge, dict(zip(owners, pick)))
            for edge, owners in by_edge.items()
            for pick in itertools.product(*owners.values())]
        before = {}
        for i, (_, parts) in enumerate(self.transitions):
            for part in parts.items():
                before.setdefault(part, []).append(i)
        self.places = [
            (marked, *([i for t in side for i in before[k, t]]
                       for side in (into, out)))
            for k, x in enumerate(components) for marked, into, out in x.places]
        outputs = set()
        for x in components:
            outputs |= {f'{c}a' for c in x.passive} | {f'{c}r' for c in x.active}
        self.signals = {edge[:-1] for edge in by_edge}
        outputs |= {s.partition('t')[0] + 'r' for s in self.signals if 't' in s}
        self.outputs = outputs & self.signals

    def text(self):
        seen, labels = {}, []
        for edge, _ in self.transitions:
            n = seen[edge] = seen.get(edge, -1) + 1
            labels.append(f'{edge}/{n}')
        lines = ['.model handshakes',
                 '.inputs ' + ' '.join(sorted(self.signals - self.outputs)),
                 '.outputs ' + ' '.join(sorted(self.outputs)), '.graph']
        marked = []
        for p, (is_marked, into, out) in enumerate(self.places):
            lines += [f'{labels[t]} p{p}' for t in into]
            lines.append(f'p{p} ' + ' '.join(labels[t] for t in out))
            marked += [f'p{p}'] * is_marked
        return '\n'.join([*lines, '.marking { ' + ' '.join(marked) + ' }',
                          '.end']) + '\n'


def ask(tool, path, question, seconds):
    begin = time.monotonic()
    done = subprocess.run([tool, str(path), question, '-q', '--timeout',
                           str(seconds)], stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.DEVNULL)
    words = done.stdout.partition(': ')[2].split()
    return (words or ['?'])[0].strip(','), time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.
                                     RawDescriptionHelpFormatter)
    parser.add_argument('tool')
    parser.add_argument('--count', type=int, default=60)
    parser.add_argument('--seconds', type=float, default=10)
    parser.add_argument('--largest', type=float, default=600)
    parser.add_argument('--components', type=int, default=40)
    parser.add_argument('--wide', type=float, default=0.2)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--into')
    args = parser.parse_args()
    answered = n = 0
    seed = args.seed
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(args.into or folder)
        while n < args.count:
            dice = random.Random(seed)
            graph = Graph(tree(dice, dice.randint(2, args.components),
                               args.wide))
            text, path = graph.text(), folder / f'handshakes_{seed}.g'
            seed += 1
            if len(text) > args.largest * 1000:
                continue
            n += 1
            path.write_text(text)
            found = [ask(args.tool, path, question, args.seconds)
                     for question in ('--safe', '--circuit')]
            good = all(word in ('yes', 'no') for word, _ in found)
            answered += good
            print(f'{path.stem:16} {len(text) // 1000:4} KB '
                  f'{len(graph.transitions):6} transitions ' + ' '.join(
                      f'{word:8} {time:6.2f} s' for word, time in found),
                  flush=True)
    print(f'{answered} of {n} answered')


if __name__ == '__main__':
    sys.exit(main())
