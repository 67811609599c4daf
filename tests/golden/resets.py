#!/usr/bin/env python3
"""Nets with reset arcs, against a token game that knows them.

    resets.py TOOL CHECKER [NETS]

Every engine answers every question about random nets as this program does,
certificates are accepted, and runs can be fired by their transitions alone.
"""
import itertools
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

TOOL, CHECKER = (os.path.abspath(word) for word in sys.argv[1:3])
N_NETS = int(sys.argv[3]) if len(sys.argv) > 3 else 80
ENGINES = 'por', 'prefix', 'state', 'equation', 'auto'


class Unsafe(Exception):
    pass


class Net:
    """Places 0 ... n-1, as bits; a transition is its sets of places."""

    def __init__(self, dice):
        self.n = dice.randint(3, 6)
        places = range(self.n)
        self.start = frozenset(p for p in places if dice.random() < 0.6)
        self.transitions = []
        for _ in range(dice.randint(2, 5)):
            def some(most):
                return frozenset(dice.sample(places, dice.randint(0, most)))

            t = {'PT': some(2), 'RD': some(1), 'RS': some(3)}
            t['TP'] = frozenset(p for p in some(2)
                                if p in t['PT'] | t['RS'] or dice.random() < .5)
            self.transitions.append(t)

    def text(self):
        lines = ['PEP', 'PetriBox', 'FORMAT_N2', 'PL']
        lines += [f'"p{p}"' + 'M1' * (p in self.start) for p in range(self.n)]
        lines += ['TR'] + [f'"t{t}"' for t in range(len(self.transitions))]
        for block in 'TP', 'PT', 'RD', 'RS':
            lines.append(block)
            for t, arcs in enumerate(self.transitions, 1):
                for p in sorted(arcs[block]):
                    lines.append(f'{t}<{p + 1}' if block == 'TP'
                                 else f'{p + 1}>{t}')
        return '\n'.join(lines) + '\n'

    def fire(self, m, t):
        """None: t is not enabled."""
        arcs = self.transitions[t]
        if not arcs['PT'] | arcs['RD'] <= m:
            return None
        rest = m - arcs['PT'] - arcs['RS']
        if rest & arcs['TP']:
            raise Unsafe
        return rest | arcs['TP']

    def explore(self):
        """Markings, with where the transitions lead."""
        edges, waiting = {}, [self.start]
        while waiting:
            m = waiting.pop()
            if m in edges:
                continue
            edges[m] = {}
            for t in range(len(self.transitions)):
                to = self.fire(m, t)
                if to is not None:
                    edges[m][t] = to
                    waiting.append(to)
        return edges


def live(edges, n):
    """Can each transition fire again from every marking?"""
    for t in range(n):
        good = {m for m, out in edges.items() if t in out}
        while True:
            more = {m for m, out in edges.items()
                    if m not in good and good & set(out.values())}
            if not more:
                break
            good |= more
        if len(good) < len(edges):
            return False
    return True


def ask(net, *options):
    result = subprocess.run([TOOL, net, *options, '-q'], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            timeout=120)
    return result.stdout.splitlines()


def plain(lines):
    return [re.sub(r' \(if the net is safe\)|, after a run.*', '', line)
            for line in lines]


class Resets(unittest.TestCase):
    def setUp(self):
        self.dice = random.Random(5)
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def nets(self):
        """The files of nets, with their markings; None: not safe."""
        for i in range(N_NETS):
            net = Net(self.dice)
            try:
                edges = net.explore()
            except Unsafe:
                edges = None
            file = self.path / f'{i}.ll_net'
            file.write_text(net.text())
            yield net, str(file), edges

    def questions(self, net, edges, engine):
        """Words of the command line with the lines that answer them."""
        fired = set(itertools.chain(*edges.values()))
        asked, lines = [], []

        def add(words, line):
            asked.extend(words)
            lines.append(line)

        def reachable(found):
            return 'reachable' if found else 'unreachable'

        if engine != 'equation':
            add(['--safe'], 'safe: yes')
        for t in range(len(net.transitions)):
            add(['--reach', f't{t}'], f't{t}: {reachable(t in fired)}')
        add(['--deadlock'],
            f'deadlock: {reachable(any(not out for out in edges.values()))}')
        for _ in range(4):
            yes, no = (frozenset(self.dice.sample(range(net.n), 1))
                       for _ in range(2))
            no -= yes
            expr = ' '.join([f'p{p}' for p in yes] + [f'!p{p}' for p in no])
            add(['--marking', expr], f'marking {expr}: ' + reachable(
                any(yes <= m and not no & m for m in edges)))
        t, p, q = (self.dice.randrange(n)
                   for n in (len(net.transitions), net.n, net.n))
        formula = f'EF (not fireable(t{t}) and (p{p} or not p{q}))'
        add(['--formula', formula], f'{formula}: ' + reachable(
            any(t not in out and (p in m or q not in m)
                for m, out in edges.items())))
        formula = f'AG (p{p} + p{q} <= 1 or not deadlock)'
        if engine != 'por':
            add(['--formula', formula], f'{formula}: ' + (
                'holds' if all((p in m) + (q in m) <= 1 or out for m, out
                               in edges.items()) else 'does not hold'))
        if engine == 'por':
            return asked, lines
        value = max(2 * (p in m) - (q in m) for m in edges)
        sum_of = f'2*p{p} - p{q}'
        add(['--bounds', sum_of], f'bounds {sum_of}: {value}')
        return asked, lines

    def test_answers(self):
        n_safe = 0
        for net, file, edges in self.nets():
            if edges is None:
                for engine in 'por', 'prefix', 'state':
                    self.assertIn('safe: no', ask(file, '--safe', '--engine',
                                                  engine), net.text())
                continue
            n_safe += 1
            for engine in ENGINES:
                asked, lines = self.questions(net, edges, engine)
                for reduce in 'on', 'off':
                    found = ask(file, *asked, '--engine', engine, '--reduce',
                                reduce)
                    self.assertEqual(plain(found), lines,
                                     f'{engine} {reduce}\n{net.text()}')
            self.assertEqual(plain(ask(file, '--live')), [
                'live: ' + ('yes' if live(edges, len(net.transitions))
                            else 'no')], net.text())
        self.assertGreater(n_safe, N_NETS // 3)

    def fire_all(self, net, line):
        """The marking after a printed run, by the transitions of the input."""
        m = net.start
        for name in line.rpartition(':')[2].split():
            m = net.fire(m, int(name[1:]))
            self.assertIsNotNone(m, f'{line}\n{net.text()}')
        return m

    def test_runs_and_certificates(self):
        n_runs = 0
        certificate, run = self.path / 'certificate', self.path / 'run.scn'
        for net, file, edges in self.nets():
            if edges is None:
                continue
            m = self.dice.choice(list(edges))
            wanted = ' '.join(('' if p in m else '!') + f'p{p}'
                              for p in range(net.n))
            for engine in 'por', 'state', 'prefix':
                lines = ask(file, '--marking', wanted, '--engine', engine,
                            '--witness')
                self.assertEqual(self.fire_all(net, lines[1]), m, lines)
                n_runs += 1
            ask(file, '--marking', wanted, f'--witness={run}')
            self.assertEqual(plain(ask(file, '--marking', wanted, '--replay',
                                       str(run))),
                             [f'marking {wanted}: reachable'], net.text())
            for question in (['--marking', wanted], ['--marking', 'p0 p1'],
                             ['--reach', 't0'], ['--deadlock'],
                             ['--live'], ['--home', 'p0'], ['--reversible'],
                             ['--bounds', 'p0 - p1'],
                             ['--formula', 'AG (p1 or not p2)']):
                ask(file, *question, '--certificate', str(certificate))
                result = subprocess.run(
                    [CHECKER, file, *question, str(certificate)], text=True,
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                self.assertIn('accepted', result.stdout, net.text())
                certificate.unlink()
        self.assertGreater(n_runs, N_NETS)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
