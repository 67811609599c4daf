#!/usr/bin/env python3
"""Certificates and nets that are not safe.

    unsafe.py TOOL NETS [FIRST]

What the checker accepts is true of the net as it is, or its line presumes that
the net is safe.  Random nets, some of them not safe, are asked questions of all
kinds; each certificate that is written is judged for this net and for others
with the same names, which have one more arc, token or weight.  So is the
unfolding of each net, as far as all its tokens are told apart, as a prefix.
NETS is how many nets are tried, from seed FIRST on.  Here markings are
multisets, and the truth is found by firing.
"""
import collections
import itertools
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

MARKINGS = 400
EVENTS = 14
OPTIONS = (['--engine', 'state'], ['--engine', 'equation'],
           ['--engine', 'prefix'],
           ['--engine', 'prefix', '--dependency', 'classic'],
           ['--engine', 'state', '--reduce', 'on'],
           ['--engine', 'equation', '--reduce', 'on'],
           ['--engine', 'prefix', '--reduce', 'on'], [])


class Net:
    """Tokens by place; by transition what it needs and what it makes."""

    def __init__(self, tokens, transitions):
        self.tokens, self.transitions = tokens, transitions
        self.explore()

    def text(self):
        """In Tina's format."""
        rows = ['net n'] + [f'pl {p} ({n})' for p, n in self.tokens.items()]
        for t, (need, make) in self.transitions.items():
            sides = [' '.join(f'{p}*{n}' for p, n in sorted(side.items()))
                     for side in (need, make)]
            rows.append(f'tr {t} {sides[0]} -> {sides[1]}')
        return '\n'.join(rows) + '\n'

    def fire(self, marking, t):
        need, make = self.transitions[t]
        if any(marking[p] < n for p, n in need.items()):
            return None
        after = collections.Counter(marking)
        after.subtract(need)
        after.update(make)
        return +after

    def explore(self):
        first = +collections.Counter(self.tokens)
        self.markings = {frozenset(first.items()): first}
        todo = [first]
        self.fireable, self.dead = set(), False
        while todo and len(self.markings) < MARKINGS:
            marking = todo.pop()
            after = {t: self.fire(marking, t) for t in self.transitions}
            enabled = {t for t in after if after[t] is not None}
            self.fireable |= enabled
            self.dead |= not enabled
            for t in enabled:
                key = frozenset(after[t].items())
                if key not in self.markings:
                    self.markings[key] = after[t]
                    todo.append(after[t])
        self.is_safe = not todo and all(
            n < 2 for m in self.markings.values() for n in m.values())

    def changed(self, dice):
        """One more arc, token or weight, or one less."""
        tokens = dict(self.tokens)
        transitions = {t: (collections.Counter(need), collections.Counter(make))
                       for t, (need, make) in self.transitions.items()}
        place = dice.choice(list(tokens))
        if dice.random() < 0.2:
            tokens[place] ^= 1
        else:
            side = dice.choice(list(transitions.values()))[dice.random() < 0.7]
            side[place] += dice.choice((1, 1, 1, -side[place]))
        return Net(tokens, {t: (+need, +make)
                            for t, (need, make) in transitions.items()})


def random_net(dice):
    """Machines with a token each and shared transitions, with odd arcs."""
    machines = [[f'p{m}{i}' for i in range(dice.randint(1, 3))]
                for m in range(dice.randint(1, 3))]
    tokens = {p: int(i == 0) for m in machines for i, p in enumerate(m)}
    transitions = {}
    for t in range(dice.randint(1, 4)):
        sides = collections.Counter(), collections.Counter()
        for m in dice.sample(machines, dice.randint(1, len(machines))):
            for side in sides:
                side[dice.choice(m)] += 1
        transitions[f't{t}'] = sides
    net = Net(tokens, transitions)
    for _ in range(dice.choice((0, 0, 1, 2))):
        net = net.changed(dice)
    return net


def questions(net, dice):
    some = dice.sample(list(net.tokens), min(2, len(net.tokens)))
    either, both = ' or '.join(some), ' '.join(some)
    yield ['--marking', both]
    yield ['--marking', f'!{some[0]}']
    yield ['--reach', dice.choice(list(net.transitions))]
    yield ['--formula', f'EF not ({either})']
    yield ['--formula', f'AG {" + ".join(some)} <= 1']
    yield ['--bounds', ' + '.join(some)]
    yield ['--bounds', f'{some[0]} - {some[-1]}'
           if len(some) > 1 else some[0]]
    yield from (['--deadlock'], ['--safe'])


def unfolding(net):
    """The events of the unfolding, or None if there are too many.  Each has a
    transition and its tokens: (place, producer, number of the token)."""
    events = [(None, ())]
    produced = [[(p, 0, 0) for p in net.tokens for _ in range(net.tokens[p])]]
    past = [frozenset([0])]

    def coexist(tokens):
        joined = frozenset().union(*(past[e] for _, e, _ in tokens))
        used = [u for e in joined for u in events[e][1]]
        return len(set(used)) == len(used) and not set(used) & set(tokens)

    grows = True
    while grows:
        grows = False
        for t, (need, make) in net.transitions.items():
            wanted = [[x for made in produced for x in made if x[0] == p]
                      for p in sorted(need, key=list(net.tokens).index)]
            for tokens in itertools.product(*wanted):
                if (t, tokens) in events or not coexist(tokens):
                    continue
                if len(events) > EVENTS:
                    return None
                e = len(events)
                events.append((t, tokens))
                past.append(frozenset([e]).union(
                    *(past[x[1]] for x in tokens)))
                produced.append([(p, e, i) for p in make
                                 for i in range(make[p])])
                grows = True
    return events


def prefix_text(net, goal):
    """The unfolding as a certificate; None if it is too large."""
    if any(n > 1 for need, _ in net.transitions.values()
           for n in need.values()):
        return None
    events = unfolding(net)
    return events and ''.join(
        ['punf-por certificate 1\n', goal, 'prefix classic\n'] +
        [f'event {e} {t}' + ''.join(f' {x[1]}' for x in tokens) + '\n'
         for e, (t, tokens) in enumerate(events) if e] + ['end\n'])


class Unsafe(unittest.TestCase):
    def judge(self, net, question, what):
        """The lines of the accepted certificate are true of the net."""
        (self.folder / 'a.net').write_text(net.text())
        done = subprocess.run(
            [CHECKER, 'a.net', *question, 'a.cert'], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertIn(done.returncode, (0, 1, 4), done.stderr)
        self.count[done.returncode, net.is_safe] += 1
        if done.returncode:
            return False
        text = (self.folder / 'a.cert').read_text()
        proves_yes = '\nrun\n' in text and question[0] != '--bounds'
        if not proves_yes and not net.is_safe:
            self.assertIn('(if the net is safe)', done.stdout,
                          f'{what}\n{net.text()}{text}')
            self.presumed += 1
        return True

    def certify(self, net, question, options):
        (self.folder / 'a.net').write_text(net.text())
        (self.folder / 'a.cert').unlink(missing_ok=True)
        done = subprocess.run(
            [TOOL, 'a.net', *question, *options, '-q', '--timeout', '0.3',
             '--certificate', 'a.cert'], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertIn(done.returncode, (0, 1, 2, 3, 4), done.stderr)
        if not (self.folder / 'a.cert').exists():
            return False
        what = f'{question} {options}: {done.stdout}'
        self.assertTrue(self.judge(net, question, what),
                        f'{what} is rejected\n{net.text()}')
        return True

    def try_net(self, net, dice):
        for question in questions(net, dice):
            options = dice.choice(OPTIONS)
            if not self.certify(net, question, options):
                continue
            for _ in range(3):
                self.judge(net.changed(dice), question, options)
        for goal, question in (
                ('goal safe\n', ['--safe']),
                (f'goal transition {min(net.transitions)}\n',
                 ['--reach', min(net.transitions)])):
            text = prefix_text(net, goal)
            if text:
                (self.folder / 'a.cert').write_text(text)
                self.judge(net, question, 'unfolding')
                self.unfoldings += 1

    def test_what_is_accepted_is_true_or_presumes(self):
        self.count, self.presumed = collections.Counter(), 0
        self.unfoldings = 0
        with tempfile.TemporaryDirectory() as folder:
            self.folder = pathlib.Path(folder)
            for seed in range(FIRST, FIRST + NETS):
                dice = random.Random(seed)
                with self.subTest(seed=seed):
                    self.try_net(random_net(dice), dice)
        for code, is_safe in itertools.product((0, 1), (False, True)):
            self.assertGreater(self.count[code, is_safe], 0)
        self.assertGreater(self.presumed, 0)
        self.assertGreater(self.unfoldings, 0)


if __name__ == '__main__':
    TOOL = pathlib.Path(sys.argv[1]).resolve()
    CHECKER = TOOL.with_name('punf-por-check')
    NETS = int(sys.argv[2])
    FIRST = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    unittest.main(argv=sys.argv[:1])
