#!/usr/bin/env python3
"""Attractors of Boolean networks against brute force on their functions.

    attractors.py TOOL SHARED [NETWORKS]

Brute force knows no net.  A set of states is a number: bit s says whether
state s is in it, and bit v of s is the value of variable v.  A step changes
one variable to the value of its function.  The attractors are the terminal
components that are reachable from the initial states; the tool must list each
of them once, with its size, one of its states and a run there.  Asks about
random networks and about the models in SHARED with at most 16 functions, or 12
where less than 100 networks are asked for.
"""
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.abspath(sys.argv[1])
MODELS = pathlib.Path(sys.argv[2]) / 'fields' / 'biology'
N_NETWORKS = int(sys.argv[3]) if len(sys.argv) > 3 else 100
MOST = 16 if N_NETWORKS >= 100 else 12  # functions of a model
WORDS = {'!': '~', 'not': '~', '&&': '&', 'and': '&', '||': '|', 'or': '|'}
CONSTANTS = {'true': True, '1': True, 'false': False, '0': False}


class Network:
    def __init__(self, text):
        rows = [line.split('#')[0].split(',', 1)
                for line in text.splitlines() if ',' in line]
        rows = [(name.strip(), re.findall(r'[^\s&|!~()]+|&+|\|+|[!~()]', row))
                for name, row in rows if name.strip() != 'targets']
        names = [name for name, _ in rows] + [
            word for _, row in rows for word in row
            if re.match(r'[^&|!~()]', word)
            and word.lower() not in {*CONSTANTS, *WORDS}]
        self.names = list(dict.fromkeys(names))
        self.n = len(self.names)
        self.all = (1 << (1 << self.n)) - 1
        self.true = [self.projection(v) for v in range(self.n)]
        self.function = list(self.true)
        for v, (_, row) in enumerate(rows):
            self.function[v] = self.evaluate(row)

    def projection(self, v):
        """The states in which variable v is true."""
        size = 1 << v
        states = ((1 << size) - 1) << size
        for _ in range(v + 1, self.n):
            size *= 2
            states |= states << size
        return states

    def evaluate(self, row):
        """In Python ~ binds more tightly than &, and & more than |, too."""
        values = dict(zip(self.names, self.true))
        text = ' '.join(
            str(self.all * CONSTANTS[word.lower()])
            if word.lower() in CONSTANTS
            else WORDS.get(word.lower(), word)
            if re.match(r'[&|!~()]', word) or word.lower() in WORDS
            else f'values[{word!r}]' for word in row)
        return eval(text, {'values': values}) & self.all

    def image(self, states):
        """The states that one step leads to."""
        result = 0
        for v in range(self.n):
            true, f = self.true[v], self.function[v]
            result |= (states & f & ~true) << (1 << v)
            result |= (states & true & ~f) >> (1 << v)
        return result

    def preimage(self, states):
        result = 0
        for v in range(self.n):
            true, f = self.true[v], self.function[v]
            result |= states >> (1 << v) & f & ~true
            result |= states << (1 << v) & true & ~f
        return result

    @staticmethod
    def closure(step, states, inside):
        new = states
        while new:
            new = step(new) & inside & ~states
            states |= new
        return states

    def given(self, values):
        states = self.all
        for name, value in values.items():
            true = self.true[self.names.index(name)]
            states &= true if value else ~true
        return states

    def attractors(self, initial):
        left = self.closure(self.image, initial, self.all)
        found = []
        while left:
            state = left & -left
            while True:
                forward = self.closure(self.image, state, self.all)
                component = self.closure(self.preimage, state, forward)
                if forward == component:
                    break
                state = forward & ~component
                state &= -state
            found.append(component)
            left &= ~self.closure(self.preimage, component, left)
        return found


def bits(states):
    return bin(states).count('1')


def random_factor(dice, names):
    text = '%s'
    for _ in range(dice.randint(0, 9)):
        text = text.replace('%s', dice.choice(
            ['(%s & %s)', '(%s|%s)', '!%s', '%s and %s', '%s || %s & %s',
             '!(%s)', '%s']), 1)
    while '%s' in text:
        text = text.replace('%s', dice.choice(
            names if dice.random() < 0.95 else ['true', '0', '1']), 1)
    return text.replace('!', 'not ') if dice.random() < 0.2 else text


class Test(unittest.TestCase):
    def setUp(self):
        self.dice = random.Random(30)
        self.counts = {'fixed points': 0, 'other attractors': 0}

    def ask(self, path, network, values):
        """The marking of each attractor as a state, its size, its run."""
        initial = ','.join(f'{name}={value}' for name, value in values.items())
        options = ['--initial', initial] if values else []
        if self.dice.random() < 0.5: # without a list of the markings
            options += ['--engine', 'symbolic']
        result = subprocess.run([TOOL, str(path), '--attractors', '--json',
                                 *options], text=True, capture_output=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        query, = json.loads(result.stdout)['queries']
        self.assertEqual(query['verdict'], 'complete')
        for item in query['attractors']:
            marked = dict(place.split('=') for place in item['marking'])
            self.assertEqual(sorted(marked), sorted(network.names))
            yield (network.given({name: int(value)
                                  for name, value in marked.items()}),
                   item['size'], item['run'])

    def check_run(self, network, values, run, end):
        """A choice gives a variable its value, as long as it has none."""
        known, steps = dict(values), []
        for step in run:
            name, value, sign = re.fullmatch(
                r'(.+?)(?::=([01])|([+-])(?:\(.*\))?)', step).groups()
            if value:
                self.assertNotIn(name, known)
                known[name] = int(value)
            else:
                steps.append((name, sign == '+'))
        states = network.given(known)
        self.assertEqual(bits(states), 1)
        for name, value in steps:
            v = network.names.index(name)
            true, f = network.true[v], network.function[v]
            states &= f & ~true if value else true & ~f
            states = states << (1 << v) if value else states >> (1 << v)
        self.assertEqual(states, end)

    def check(self, path, values):
        network = Network(path.read_text())
        expected = network.attractors(network.given(values))
        for state, size, run in self.ask(path, network, values):
            matches = [a for a in expected if a & state]
            self.assertEqual([bits(a) for a in matches], [size], run)
            self.check_run(network, values, run, state)
            expected.remove(matches[0])
            self.counts['fixed points' if size == 1
                        else 'other attractors'] += 1
        self.assertEqual([bits(a) for a in expected], [], 'are missing')

    def test_random_networks(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'a.bnet'
            for i in range(N_NETWORKS):
                names = [f'v{v}' for v in range(self.dice.randint(1, 7))]
                inputs = [f'w{v}' for v in range(self.dice.choice([0, 0, 2]))]
                text = ''.join(
                    f'{name}, {random_factor(self.dice, names + inputs)}\n'
                    for name in names)
                path.write_text(text)
                known = Network(text).names
                values = {name: self.dice.randint(0, 1)
                          for name in self.dice.sample(
                              known, self.dice.randint(0, len(known)))}
                with self.subTest(number=i, text=text, values=values):
                    self.check(path, values)
        print(f'{N_NETWORKS} networks,', self.counts, file=sys.stderr)
        self.assertTrue(all(self.counts.values()))

    def test_models(self):
        paths = sorted(MODELS.glob('*.bnet'))
        if not paths:
            self.skipTest(f'{MODELS} is missing')
        for path in paths:
            functions = sum(',' in line and not line.startswith('targets')
                            for line in path.read_text().splitlines())
            if functions <= MOST:
                with self.subTest(path=path.name):
                    self.check(path, {})
                    print(path.name, self.counts, file=sys.stderr)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
