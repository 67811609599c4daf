#!/usr/bin/env python3
"""Questions about circuits, against a token game that knows signals.

    circuits.py TOOL CHECKER [GRAPHS]

Two ways to ask, the race and another one by chance, answer every question about
random signal transition graphs as this program does, the runs show what the
answers say, and certificates are accepted: of other graphs, and with changed
lines, only where they tell the truth.
"""
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

TOOL, CHECKER = (os.path.abspath(word) for word in sys.argv[1:3])
N_GRAPHS = int(sys.argv[3]) if len(sys.argv) > 3 else 150
# A check asks about few transitions at a time.
WAYS = [('--engine', engine) for engine in
        ('auto', 'prefix', 'state', 'equation')] + [('--check', '1')]
QUESTIONS = 'consistent', 'persistent', 'input-proper', 'usc', 'csc', 'circuit'
KINDS = 'inputs', 'outputs', 'internal'


class Unsafe(Exception):
    pass


class Graph:
    """Rings of edges of signals, with arcs between them; or a product."""

    def __init__(self, dice):
        self.kinds = {name: dice.choice(KINDS) for name in 'abcd'[:dice.randint(
            1, 4)]}
        self.transitions = []
        self.places = []  # (sources, targets, marked)
        if dice.random() < 0.4:
            self.add_product(dice)
        else:
            self.add_rings(dice)
        own = random.Random(str(self.places))
        self.given = {name: own.random() < 0.5 for name in self.kinds
                      if own.random() < 0.4} if own.random() < 0.3 else {}
        n = len(self.transitions)
        self.pre = [frozenset(p for p, (_, targets, _) in
                              enumerate(self.places) if t in targets)
                    for t in range(n)]
        self.post = [frozenset(p for p, (sources, _, _) in
                               enumerate(self.places) if t in sources)
                     for t in range(n)]
        self.start = frozenset(p for p, (_, _, marked) in
                               enumerate(self.places) if marked)

    def add_rings(self, dice):
        for name in self.kinds:
            self.add_ring(dice, name)
        if dice.random() < 0.3:
            self.transitions.append('e')
        n = len(self.transitions)
        for _ in range(dice.randint(0, n)):
            self.places.append((dice.sample(range(n), 1),
                                dice.sample(range(n), dice.choice([1, 1, 2])
                                            if n > 1 else 1),
                                dice.random() < 0.5))

    def add_product(self, dice):
        """Rings of edges of several signals, which share edges."""
        n_places, product = 0, []  # (edge, pre, post)
        marked = set()
        for _ in range(dice.randint(2, 3)):
            names = dice.sample(list(self.kinds),
                                dice.randint(1, len(self.kinds)))
            word = [name + edge for name in names for edge in '+-' * dice.choice(
                [1, 1, 2])]
            if dice.random() < 0.5:
                dice.shuffle(word)
            n = len(word)
            ring = [(edge, {n_places + i}, {n_places + (i + 1) % n})
                    for i, edge in enumerate(word)]
            marked.add(n_places + dice.randrange(n))
            shared = {edge[0] for edge, _, _ in product} & set(names)
            product = [t for t in product + ring if t[0][0] not in shared] + [
                (edge, pre | pre2, post | post2)
                for edge, pre, post in product for edge2, pre2, post2 in ring
                if edge == edge2 and edge[0] in shared]
            n_places += n
        edges = [edge for edge, _, _ in product]
        self.transitions = [
            edge + (f'/{edges[:i].count(edge)}' if edges[:i].count(edge)
                    else '') for i, edge in enumerate(edges)]
        self.places = [([i for i, t in enumerate(product) if p in t[2]],
                        [i for i, t in enumerate(product) if p in t[1]],
                        p in marked) for p in range(n_places)]

    def add_ring(self, dice, name):
        edges = dice.choice(['+-'] * 6 + ['+-+-', '~', '~+-', '++-', '-+'])
        first = len(self.transitions)
        for i, edge in enumerate(edges):
            number = edges[:i].count(edge)
            self.transitions.append(name + edge + (f'/{number}' if number
                                                   else ''))
        if dice.random() < 0.1:
            return
        marked = dice.randrange(len(edges))
        for i in range(len(edges)):
            self.places.append(([first + i], [first + (i + 1) % len(edges)],
                                i == marked))

    def text(self):
        lines = [f'.{kind} ' + ' '.join(name for name in self.kinds
                                        if self.kinds[name] == kind)
                 for kind in KINDS]
        if self.given:
            lines.append('.initial state ' + ' '.join(
                ('' if one else '!') + name for name, one in self.given.items()))
        lines += ['.dummy e', '.graph']
        for p, (sources, targets, _) in enumerate(self.places):
            lines += [f'{self.transitions[t]} p{p}' for t in sources]
            lines += [f'p{p} {self.transitions[t]}' for t in targets]
        # A transition without arcs is in no line, but in this one.
        lines += self.transitions
        lines.append('.marking {' + ' '.join(
            f'p{p}' for p in sorted(self.start)) + '}')
        return '\n'.join(lines + ['.end', ''])

    def signal(self, t):
        return self.transitions[t][0] if self.transitions[t] != 'e' else None

    def edge(self, t):
        return self.transitions[t][1] if self.transitions[t] != 'e' else None

    def is_local(self, t):
        return self.kinds.get(self.signal(t)) in ('outputs', 'internal')

    def enabled(self, m):
        return [t for t in range(len(self.transitions)) if self.pre[t] <= m]

    def fire(self, m, t):
        rest = m - self.pre[t]
        if rest & self.post[t]:
            raise Unsafe
        return rest | self.post[t]

    def explore(self, start, steps):
        """The states that steps() lead to."""
        found, waiting = {start}, [start]
        while waiting:
            for state in steps(waiting.pop()):
                if state not in found:
                    found.add(state)
                    waiting.append(state)
        return found

    def markings(self):
        return self.explore(self.start, lambda m: [
            self.fire(m, t) for t in self.enabled(m)])

    def initial(self, name):
        """The values that the first changes of a signal allow."""
        def steps(state):
            m, odd = state
            for t in self.enabled(m):
                if self.signal(t) == name and self.edge(t) != '~':
                    continue
                yield self.fire(m, t), odd ^ (self.signal(t) == name)

        return {(self.edge(t) == '-') ^ odd
                for m, odd in self.explore((self.start, False), steps)
                for t in self.enabled(m)
                if self.signal(t) == name and self.edge(t) != '~'} or {False}

    def states(self):
        """Markings with values; None if the graph is inconsistent."""
        names = list(self.kinds)
        initial = [{self.given[name]} if name in self.given
                   else self.initial(name) for name in names]
        if any(len(values) > 1 for values in initial):
            return None
        faulty = []

        def steps(state):
            m, values = state
            for t in self.enabled(m):
                after = list(values)
                if self.signal(t):
                    i = names.index(self.signal(t))
                    if self.edge(t) == ('-' if not after[i] else '+'):
                        faulty.append(state)
                        continue
                    after[i] = not after[i]
                yield self.fire(m, t), tuple(after)

        found = self.explore((self.start, tuple(
            min(values) for values in initial)), steps)
        return None if faulty else found

    def excited(self, m):
        return {self.signal(t) for t in self.enabled(m)}

    def disables(self, m, u, is_victim):
        """A signal, but that of u, which u disables."""
        lost = self.excited(m) - self.excited(self.fire(m, u))
        return any(is_victim(t) and self.signal(t) in lost - {self.signal(u)}
                   for t in self.enabled(m))

    def is_persistent(self, markings):
        return not any(self.disables(m, u, self.is_local) for m in markings
                       for u in self.enabled(m))

    def is_input(self, t):
        return self.kinds.get(self.signal(t)) == 'inputs'

    def is_proper(self, markings):
        for m in markings:
            for u in filter(self.is_local, self.enabled(m)):
                new = self.excited(self.fire(m, u)) - self.excited(m)
                if self.disables(m, u, self.is_input) or (
                        self.kinds[self.signal(u)] == 'internal' and
                        any(self.kinds.get(name) == 'inputs' for name in new)):
                    return False
        return True

    def has_codes(self, states, complete):
        seen = {}
        for m, values in states:
            if None in self.excited(m):
                continue
            seen.setdefault(values, set()).add(
                frozenset(name for name in self.excited(m)
                          if self.kinds[name] != 'inputs') if complete else m)
        return all(len(found) == 1 for found in seen.values())

    def answers(self):
        markings, states = self.markings(), self.states()
        consistent = states is not None
        found = {'consistent': consistent,
                 'persistent': self.is_persistent(markings),
                 'input-proper': self.is_proper(markings),
                 'usc': consistent and self.has_codes(states, False),
                 'csc': consistent and self.has_codes(states, True)}
        found['circuit'] = consistent and found['persistent'] and \
            found['input-proper'] and all(map(self.enabled, markings))
        return found


class Test(unittest.TestCase):
    def setUp(self):
        self.dice = random.Random(2)
        self.makes = random.Random(7)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / 'graph.g'

    def graphs(self):
        for _ in range(N_GRAPHS):
            graph = Graph(self.makes)
            self.file.write_text(graph.text())
            yield graph

    def ask(self, *options):
        result = subprocess.run([TOOL, self.file, '--json', *options],
                                stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, text=True)
        return json.loads(result.stdout)

    def replay(self, graph, steps):
        m = graph.start
        for label in steps:
            t = graph.transitions.index(label)
            self.assertIn(t, graph.enabled(m), graph.text())
            m = graph.fire(m, t)
        return m

    def code(self, graph, steps):
        """By signal, whether it changes an odd number of times."""
        return {name: sum(label[0] == name for label in steps
                          if label != 'e') % 2 for name in graph.kinds}

    def check_runs(self, graph, query):
        if query['verdict'] == 'yes':
            self.assertIsNone(query['witness'])
            return
        self.assertTrue(query['fails'], query)
        steps = query['witness']
        if 'second' not in query:
            self.replay(graph, steps)
            return
        first, second = (steps[:query['second']], steps[query['second']:])
        self.assertEqual(first[:query['common']], second[:query['common']])
        a, b = (self.replay(graph, run) for run in (first, second))
        self.assertNotEqual(a, b)
        self.assertEqual(self.code(graph, first), self.code(graph, second))

    def test_answers(self):
        counts = dict.fromkeys(itertools.product(QUESTIONS, ('yes', 'no')), 0)
        for graph in self.graphs():
            try:
                expected = graph.answers()
            except Unsafe:
                self.assertEqual(self.ask('--safe', '--csc')['safe'], 'no')
                continue
            for options in WAYS[:1] + self.dice.sample(WAYS[1:], 1):
                found = self.ask(*options, *(
                    f'--{question}' for question in QUESTIONS))['queries']
                for query in found:
                    word = query['query']
                    self.assertEqual(query['verdict'], 'yes' if expected[word]
                                     else 'no', f'{options} {query}\n' +
                                     graph.text())
                    counts[word, query['verdict']] += 1
                    self.check_runs(graph, query)
        for kind, n in counts.items():
            self.assertGreater(n, N_GRAPHS // 50, kind)

    def accepts(self, question, certificate):
        """'yes' or 'no', or None."""
        file = self.file.with_suffix('.cert')
        file.write_text(certificate)
        done = subprocess.run([CHECKER, self.file, f'--{question}', file],
                              stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.DEVNULL)
        self.assertIn(done.returncode, (0, 1, 4), certificate)
        return done.stdout.split(': ')[1].split(',')[0] \
            if done.returncode == 0 else None

    def walk(self, graph):
        m, steps = graph.start, []
        for _ in range(self.dice.randrange(12)):
            if not graph.enabled(m):
                break
            t = self.dice.choice(graph.enabled(m))
            m = graph.fire(m, t)
            steps.append(graph.transitions[t])
        return steps

    def forge_values(self, graph):
        """Any values, a run of no step, and any run that is to show one."""
        ones = [name for name in graph.kinds if self.dice.random() < 0.5]
        return '\n'.join([
            'punf-por certificate 1', 'goal circuit consistent',
            ' '.join(['ones', *ones]), 'run', 'first',
            *(f'fire {label}' for label in self.walk(graph)), 'end']) + '\n'

    def forge(self, certificate):
        """With other initial values, and without a line."""
        lines = certificate.splitlines()
        yield '\n'.join(lines[:2] + ['ones a b'] + lines[3:]) + '\n'
        i = self.dice.randrange(2, len(lines))
        yield '\n'.join(lines[:i] + lines[i + 1:]) + '\n'

    def test_certificates(self):
        n_accepted = n_second = n_forged = 0
        kept = []
        for graph in itertools.islice(self.graphs(), N_GRAPHS // 2):
            try:
                expected = graph.answers()
            except Unsafe:
                continue
            truth = {word: 'yes' if holds else 'no'
                     for word, holds in expected.items()}
            for question, certificate in kept:
                for text in (certificate, *self.forge(certificate)):
                    found = self.accepts(question, text)
                    self.assertIn(found, (None, truth[question]),
                                  text + graph.text())
            for _ in range(3):
                text = self.forge_values(graph)
                found = self.accepts('consistent', text)
                self.assertIn(found, (None, truth['consistent']),
                              text + graph.text())
                n_forged += found is not None
            kept = []
            for question in QUESTIONS:
                file = self.file.with_suffix('.made')
                file.unlink(missing_ok=True)
                done = subprocess.run(
                    [TOOL, self.file, f'--{question}', '--certificate', file],
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                self.assertTrue(file.exists(), done.stderr + graph.text())
                certificate = file.read_text()
                n_second += '\nfirst\n' in certificate
                kept.append((question, certificate))
                self.assertEqual(self.accepts(question, certificate),
                                 truth[question], certificate + graph.text())
                n_accepted += 1
        self.assertGreater(n_accepted, N_GRAPHS)
        self.assertGreater(n_second, 0)
        self.assertGreater(n_forged, 0)

    def test_second_token(self):
        """The step that shows a value puts a second token on a place."""
        self.file.write_text(
            '.internal b\n.graph\nq b+\nb+ p\nb-/1 r\n'
            '.marking { p q r }\n.end\n')
        made = self.file.with_suffix('.made')
        done = subprocess.run(
            [TOOL, self.file, '--usc', '--certificate', made],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn('\nfirst\nfire b', made.read_text())
        self.assertEqual(self.accepts('usc', made.read_text()), 'no')


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
