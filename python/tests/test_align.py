"""Alignments: against brute force, and as users ask for them.

PUNFPOR_PAIRS=1000 in the environment tries so many random pairs of a net and a
trace.
"""
import heapq
import os
import random
import threading
import unittest

import places
import punfpor
from punfpor import Builder, align, align_log

PAIRS = int(os.environ.get('PUNFPOR_PAIRS', '200'))
ACTIVITIES = 'abcdefgh'


class Blocks:
    """A random workflow net: sequences, choices, concurrency, loops, and read
    arcs between concurrent parts."""

    def __init__(self, rng, depth):
        self.rng = rng
        self.places, self.transitions = [], []
        self.start, self.end = self.place(), self.place()
        self.block(self.start, self.end, depth)
        if rng.random() < 0.3:
            t, p = rng.choice(self.transitions), rng.choice(self.places)
            if p not in t[1] + t[2]:
                t[3].append(p)

    def place(self):
        self.places.append(f's{len(self.places)}')
        return self.places[-1]

    def step(self, consumes, produces, silent=False):
        label = None if silent or self.rng.random() < 0.15 else \
            self.rng.choice(ACTIVITIES)
        self.transitions.append((label, consumes, produces, []))

    def block(self, begin, end, depth):
        kind = self.rng.randrange(5) if depth else 0
        if kind == 0:
            self.step([begin], [end])
        elif kind == 1:
            middle = self.place()
            self.block(begin, middle, depth - 1)
            self.block(middle, end, depth - 1)
        elif kind == 2:
            self.block(begin, end, depth - 1)
            self.block(begin, end, depth - 1)
        elif kind == 3:
            first, last = ([self.place() for _ in range(2)] for _ in range(2))
            self.step([begin], first, silent=True)
            self.step(last, [end], silent=True)
            for b, e in zip(first, last):
                self.block(b, e, depth - 1)
        else:
            one, two = self.place(), self.place()
            self.step([begin], [one], silent=True)
            self.step([two], [end], silent=True)
            self.block(one, two, depth - 1)
            self.block(two, one, depth - 1)

    def net(self):
        builder = Builder()
        for p in self.places:
            builder.place(p, p == self.start)
        for i, (label, consumes, produces, reads) in enumerate(
                self.transitions):
            builder.transition(f't{i}', consumes, produces, reads, label)
        return builder.final([self.end]).finish()


def least_cost(blocks, trace):
    """By Dijkstra's algorithm on markings and positions; None: no end."""
    start = (frozenset([blocks.start]), 0)
    best, queue, n = {start: 0}, [(0, 0, start)], 0
    while queue:
        cost, _, state = heapq.heappop(queue)
        marking, at = state
        if cost > best[state]:
            continue
        if marking == {blocks.end} and at == len(trace):
            return cost
        steps = [(10000, marking, at + 1)] if at < len(trace) else []
        for label, consumes, produces, reads in blocks.transitions:
            if not marking.issuperset(consumes + reads):
                continue
            after = marking.difference(consumes).union(produces)
            steps.append((1 if label is None else 10000, after, at))
            if at < len(trace) and trace[at] == label:
                steps.append((0, after, at + 1))
        for more, *state in steps:
            state = tuple(state)
            if cost + more < best.get(state, float('inf')):
                best[state] = cost + more
                n += 1
                heapq.heappush(queue, (cost + more, n, state))
    return None


def random_trace(rng, blocks):
    """A run, with events that are added, left out or exchanged."""
    marking, trace = frozenset([blocks.start]), []
    for _ in range(rng.randrange(25)):
        enabled = [t for t in blocks.transitions
                   if marking.issuperset(t[1] + t[3])]
        if not enabled:
            break
        label, consumes, produces, _ = rng.choice(enabled)
        marking = marking.difference(consumes).union(produces)
        if label is not None and rng.random() < 0.85:
            trace.append(label)
        if rng.random() < 0.1:
            trace.append(rng.choice(ACTIVITIES + 'z'))
    if rng.random() < 0.2:
        rng.shuffle(trace)
    return trace


class BruteForce(unittest.TestCase):
    def check(self, blocks, trace):
        right = least_cost(blocks, trace)
        try:
            found = align(blocks.net(), trace, labels={
                f't{i}': t[0] for i, t in enumerate(blocks.transitions)})
        except punfpor.InputError:
            self.assertIsNone(right)
            return
        self.assertEqual(found.cost, right)
        self.assertEqual(sum(move.cost for move in found.moves), right)
        self.assertEqual([move.activity for move in found.moves
                          if move.activity is not None], trace)
        run = blocks.net().replay(found.run, [punfpor.Marking(
            [blocks.end], exact=True)])
        self.assertTrue(run[0])
        for move in found.moves:
            if move.activity is not None and move.transition is not None:
                self.assertEqual(move.activity, move.transition.label)

    def test_random_pairs(self):
        for seed in range(PAIRS):
            with self.subTest(seed=seed):
                rng = random.Random(seed)
                blocks = Blocks(rng, rng.randrange(1, 5))
                self.check(blocks, random_trace(rng, blocks))


class Use(unittest.TestCase):
    def setUp(self):
        self.net = punfpor.Net.load(places.net('order.lola'))

    def test_moves_and_fitness(self):
        found = align(self.net, ['receive', 'check', 'call', 'ship'])
        self.assertEqual(found.cost, 20000)
        self.assertEqual(sorted(map(str, found.moves)),
                         ['>>/pay', 'call/>>', 'check/check',
                          'receive/receive', 'ship/ship'])
        self.assertEqual(found.fitness, 1 - 2 / 8)
        self.assertEqual(
            align(self.net, ['receive', 'pay', 'check', 'ship']).fitness, 1)

    def test_equal_traces_are_aligned_once(self):
        trace = ['receive', 'ship']
        events = [{'concept:name': name} for name in trace]
        first, second, third = align_log(self.net, [trace, [], events])
        self.assertIs(first, third)
        self.assertEqual(second.cost, 40000)

    def test_a_table_of_pandas(self):
        class Table:
            def groupby(self, by, sort=True):
                cases = {'2': ['receive', 'ship'], '1': []}
                return [(case, {'concept:name': names})
                        for case, names in cases.items()
                        if by == 'case:concept:name' and not sort]

        found = align_log(self.net, Table())
        self.assertEqual([one.cost for one in found], [20000, 40000])

    def test_silent_transitions(self):
        with open(places.net('order.lola'), encoding='utf-8') as file:
            self.assertEqual(align(punfpor.Net.parse(file.read()), []).cost,
                             40000)
        silent = ('<toolspecific tool="ProM" version="6.4" '
                  'activity="$invisible$"/>')
        net = punfpor.Net.parse(
            '<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/'
            'pnmlcoremodel"><place id="p"><initialMarking><text>1</text>'
            '</initialMarking></place><place id="q"/><place id="r"/>'
            f'<transition id="t"><name><text>tau</text></name>{silent}'
            '</transition><transition id="u"><name><text>a</text></name>'
            '</transition><arc id="1" source="p" target="t"/>'
            '<arc id="2" source="t" target="q"/>'
            '<arc id="3" source="q" target="u"/>'
            '<arc id="4" source="u" target="r"/></net></pnml>')
        self.assertIsNone(net.transitions['t'].label)
        self.assertEqual(align(net, ['a']).cost, 1)

    def test_labels_and_final(self):
        found = align(self.net, ['r'], final=['to_check', 'to_pay'],
                      labels={'receive': 'r'})
        self.assertEqual(found.cost, 0)
        silent = align(self.net, [], labels=dict.fromkeys(
            map(str, self.net.transitions)))
        self.assertEqual(silent.cost, 4)

    def test_what_cannot_be_aligned(self):
        with self.assertRaises(punfpor.InputError):
            align(self.net, [], final='start end')
        with self.assertRaises(punfpor.UnknownNameError):
            align(self.net, [], final=['nowhere'])
        dining = punfpor.Net.load(places.net('dining_3.pnml'))
        with self.assertRaises(punfpor.UsageError):
            align(dining, [])
        with self.assertRaises(punfpor.UnknownVerdict):
            cancelled = threading.Event()
            cancelled.set()
            align(dining, ['x'], final=list(dining.places)[:1],
                  cancel=cancelled)


if __name__ == '__main__':
    unittest.main()
