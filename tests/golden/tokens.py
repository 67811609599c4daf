#!/usr/bin/env python3
"""Nets with several tokens on a place, against a token game that counts.

    tokens.py TOOL CHECKER [NETS]

Every engine answers every question about random nets with weights, read,
inhibitor and reset arcs as this program does, reduced or not, runs can be
fired, and the checker accepts certificates for the answer alone.
"""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.abspath(sys.argv[1])
CHECKER = os.path.abspath(sys.argv[2])
N_NETS = int(sys.argv[3]) if len(sys.argv) > 3 else 60
ENGINES = 'prefix', 'state', 'equation', 'symbolic', 'auto'
MOST = 5  # tokens
MARKINGS = 400


class Exceeds(Exception):
    pass


class Large(Exception):
    pass


class Net:
    """A transition has for each place: tokens that it takes, puts, needs and
    must not find, and whether it takes all."""

    def __init__(self, dice):
        self.n = dice.randint(1, 4)
        self.start = tuple(dice.choice([0, 0, 1, 1, 2, 3])
                           for _ in range(self.n))
        self.transitions = []
        resets = dice.random() < 0.3
        for _ in range(dice.randint(2, 5)):
            t = []
            for _ in range(self.n):
                take = put = need = few = 0
                if dice.random() < 0.4:
                    take = dice.choice([1, 1, 2, 3])
                if dice.random() < 0.4:
                    put = dice.choice([1, 1, 2, 3])
                if dice.random() < 0.15:
                    need = dice.randint(1, 3)
                if dice.random() < 0.15:
                    few = dice.randint(1, 4)
                t.append((take, put, need, few,
                          resets and dice.random() < 0.2))
            # Few nets would be bounded otherwise.
            if dice.random() < 0.8 and sum(put for _, put, *_ in t) > sum(
                    take for take, *_ in t):
                t = [(put, take, *others) for take, put, *others in t]
            self.transitions.append(t)

    def add_reverses(self):
        """Each step can be taken back, if nothing forbids it."""
        self.transitions += [[(put, take, need, 0, False)
                              for take, put, need, *_ in t]
                             for t in self.transitions]

    def has_resets(self):
        return any(wipe for t in self.transitions for *_, wipe in t)

    def write(self, folder):
        """In the format of Tina, which has no reset arcs, or else in PNML."""
        path = folder / ('net.pnml' if self.has_resets() else 'net.net')
        path.write_text(self.pnml() if self.has_resets() else self.text())
        return path

    def text(self):
        lines = ['net n']
        for i, t in enumerate(self.transitions):
            left, right = [], []
            for p, (take, put, need, few, wipe) in enumerate(t):
                left += [f'p{p}*{take}'] * bool(take)
                left += [f'p{p}?{need}'] * bool(need)
                left += [f'p{p}?-{few}'] * bool(few)
                left += [f'p{p}?reset'] * wipe  # in a message alone
                right += [f'p{p}*{put}'] * bool(put)
            lines.append(f'tr t{i} {" ".join(left)} -> {" ".join(right)}')
        lines += [f'pl p{p} ({n})' for p, n in enumerate(self.start)]
        return '\n'.join(lines) + '\n'

    def pnml(self, finals=()):
        items, n_arcs = [], 0

        def arc(source, target, weight, kind=''):
            nonlocal n_arcs
            n_arcs += 1
            items.append(
                f'<arc id="a{n_arcs}" source="{source}" target="{target}">'
                f'<inscription><text>{weight}</text></inscription>' +
                (f'<type value="{kind}"/>' if kind else '') + '</arc>')

        for p, n in enumerate(self.start):
            items.append(f'<place id="p{p}"><initialMarking><text>{n}</text>'
                         '</initialMarking></place>')
        for i, t in enumerate(self.transitions):
            items.append(f'<transition id="t{i}"/>')
            for p, (take, put, need, few, wipe) in enumerate(t):
                for weight, kind in ((take, ''), (need, 'test'),
                                     (few, 'inhibitor'), (wipe, 'reset')):
                    if weight:
                        arc(f'p{p}', f't{i}', int(weight), kind)
                if put:
                    arc(f't{i}', f'p{p}', put)
        return ('<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">'
                '<net id="n" type="http://www.pnml.org/version-2009/grammar/'
                'ptnet"><page id="g">' + ''.join(items) +
                '</page><finalmarkings>' + ''.join(
                    '<marking>' + ''.join(
                        f'<place idref="p{p}"><text>{n}</text></place>'
                        for p, n in enumerate(final)) + '</marking>'
                    for final in finals) + '</finalmarkings></net></pnml>\n')

    def ends(self):
        return [p for p in range(self.n)
                if not any(t[p][0] or t[p][2] for t in self.transitions)]

    def fire(self, m, t):
        """None: t is not enabled."""
        after = []
        for n, (take, put, need, few, wipe) in zip(m, self.transitions[t]):
            if n < max(take, need) or few and n >= few:
                return None
            after.append((0 if wipe else n - take) + put)
        return tuple(after)

    def explore(self):
        edges, waiting = {}, [self.start]
        while waiting:
            m = waiting.pop()
            if m in edges:
                continue
            if max(m) > MOST:
                raise Exceeds
            if len(edges) > MARKINGS:
                raise Large
            edges[m] = {t: to for t in range(len(self.transitions))
                        if (to := self.fire(m, t)) is not None}
            waiting.extend(edges[m].values())
        return edges


def can_reach(edges, wanted):
    """The markings from which a wanted one can be reached."""
    found = set(filter(wanted, edges))
    before = {m: [] for m in edges}
    for m, out in edges.items():
        for to in out.values():
            before[to].append(m)
    waiting = list(found)
    while waiting:
        for m in before[waiting.pop()]:
            if m not in found:
                found.add(m)
                waiting.append(m)
    return found


class Formula:
    """A random formula of CTL: its text, and the markings at which it holds.
    A path may end at a deadlock."""

    def __init__(self, net, edges, dice, depth):
        self.edges = edges
        self.all = frozenset(edges)
        self.next = {m: set(out.values()) for m, out in edges.items()}
        self.text, self.true = self.draw(net, dice, depth)

    def draw(self, net, dice, depth):
        op = dice.choice(['not', 'and', 'or', *'XFGUXFGU']) if depth else ''
        if not op:
            return self.draw_atom(net, dice)
        text, true = self.draw(net, dice, depth - 1)
        if op == 'not':
            return f'not ({text})', self.all - true
        if op not in 'XFG':
            text2, true2 = self.draw(net, dice, depth - 1)
        if op in ('and', 'or'):
            return (f'({text}) {op} ({text2})',
                    true & true2 if op == 'and' else true | true2)
        some = dice.random() < 0.5
        path = f'({text}) U ({text2})' if op == 'U' else f'{op} ({text})'
        if op == 'X':
            true = self.step(true, some)
        elif op == 'F':
            true = self.until(self.all, true, some)
        elif op == 'G':  # not F not, with the other quantifier
            true = self.all - self.until(self.all, self.all - true, not some)
        else:
            true = self.until(true, true2, some)
        return f'{"AE"[some]} ({path})', true

    def draw_atom(self, net, dice):
        if dice.random() < 0.3:
            t = dice.randrange(len(net.transitions))
            return (f'fireable(t{t})', frozenset(
                m for m, out in self.edges.items() if t in out))
        p, n = dice.randrange(net.n), dice.randint(0, 3)
        return f'p{p} >= {n}', frozenset(m for m in self.all if m[p] >= n)

    def step(self, true, some):
        return frozenset(m for m, out in self.next.items()
                         if (out & true if some else out <= true))

    def until(self, left, right, some):
        true = right
        while True:
            step = self.step(true, some)
            more = true | frozenset(m for m in left & step if self.next[m])
            if more == true:
                return true
            true = more


def repeats(edges, tests, fair=()):
    """Does a run meet a marking of each test again and again, and fire each of
    these transitions, or disable it, again and again?  A deadlock repeats."""
    def back(m):
        """What m and all markings on ways from m and back to m are."""
        return {n for n in after[m] if m in after[n]} if edges[m] else {m}
    after = {m: set() for m in edges}
    for m in edges:
        waiting = list(edges[m].values())
        while waiting:
            n = waiting.pop()
            if n not in after[m]:
                after[m].add(n)
                waiting.extend(edges[n].values())
    for m in edges:
        met = back(m)
        if all(any(map(test, met)) for test in tests) and all(
                any(edges[n].get(t) in met | {None} for n in met)
                for t in fair):
            return True
    return False


class Test(unittest.TestCase):
    def setUp(self):
        self.dice = random.Random(4)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def draw(self, some_go_back):
        """A net with few markings and tokens, which is written, and its graph;
        in some, if wanted, each step can be taken back."""
        while True:
            net = Net(self.dice)
            if some_go_back and self.dice.random() < 0.5:
                net.add_reverses()
            self.file = net.write(self.folder)
            try:
                return net, net.explore()
            except (Large, Exceeds):
                pass

    def ask(self, *options, tokens=MOST):
        result = subprocess.run([TOOL, self.file, '--tokens', str(tokens),
                                 *options], text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)
        return [re.sub(r' \(if (the net is safe|no place gets more tokens than '
                       r'--tokens allows)\)', '', line)
                for line in result.stdout.splitlines()]

    def questions(self, net, edges, engine):
        """Options, and the lines of the answers."""
        asked, lines = [], []

        def add(options, line):
            asked.append(options)
            lines.append(line)

        p, q = (self.dice.randrange(net.n) for _ in range(2))
        t = self.dice.randrange(len(net.transitions))
        n = self.dice.randint(0, 3)

        def reachable(yes):
            return 'reachable' if yes else 'unreachable'
        add([f'--reach=t{t}'], f't{t}: ' + reachable(
            any(t in out for out in edges.values())))
        add(['--deadlock'], 'deadlock: ' + reachable(
            not all(edges.values())))
        # No more than place weights allow.
        k = self.dice.randint(0, max(m[p] for m in edges))
        add(['--marking', f'p{p}={k}'], f'marking p{p}={k}: ' + reachable(
            any(m[p] == k for m in edges)))
        exact = ' '.join(f'p{i}={k}' for i, k in enumerate(
            self.dice.choice(list(edges))) if k) or 'p0'
        wanted = tuple(int((re.search(rf'p{i}=(\d)', exact) or [0, 0])[1])
                       for i in range(net.n)) if '=' in exact else \
            (1,) + (0,) * (net.n - 1)
        add(['--marking-exact', exact], f'marking-exact {exact}: ' +
            reachable(wanted in edges))
        formula = f'EF (p{p} >= {n} and not fireable(t{t}))'
        add(['--formula', formula], f'{formula}: ' + reachable(
            any(m[p] >= n and t not in out for m, out in edges.items())))
        formula = f'AG (2*p{p} - p{q} <= {n})'
        add(['--formula', formula], f'{formula}: ' + (
            'holds' if all(2 * m[p] - m[q] <= n for m in edges)
            else 'does not hold'))
        add(['--bounds', f'p{p} + 2*p{q}'], f'bounds p{p} + 2*p{q}: ' + str(
            max(m[p] + 2 * m[q] for m in edges)))
        add(['--safe'], 'safe: ' + ('yes' if max(map(max, edges)) < 2
                                    else 'no'))
        if engine in ('auto', 'state'):
            self.add_again(net, edges, add)
        return asked, lines

    def add_again(self, net, edges, add):
        """Questions about what stays possible."""
        p, n = self.dice.randrange(net.n), self.dice.randint(0, 3)
        add(['--live'], 'live: ' + ('yes' if all(
            len(can_reach(edges, lambda m, t=t: t in edges[m])) ==
            len(edges) for t in range(len(net.transitions))) else 'no'))
        add(['--reversible'], 'reversible: ' + (
            'holds' if len(can_reach(edges, net.start.__eq__)) ==
            len(edges) else 'does not hold'))
        add(['--home', f'p{p} <= {n}'], f'home p{p} <= {n}: ' + (
            'holds' if len(can_reach(edges, lambda m: m[p] <= n)) ==
            len(edges) else 'does not hold'))

    def test_answers(self):
        n_safe = n_unsafe = 0
        while n_safe < N_NETS:
            net = Net(self.dice)
            self.file = net.write(self.folder)
            try:
                edges = net.explore()
            except Large:
                continue
            except Exceeds:
                n_unsafe += 1
                self.assertIn('safe: no', self.ask('--safe'), net.text())
                lines = self.ask('--engine', 'state')
                run = next(line for line in lines if line.startswith('run'))
                steps = run.rpartition(':')[2].split()
                m = net.start
                for step in steps:
                    self.assertLessEqual(max(m), MOST)
                    m = net.fire(m, int(step[1:]))
                    self.assertIsNotNone(m, run + net.text())
                self.assertGreater(max(m), MOST, run + net.text())
                continue
            n_safe += 1
            for engine in ENGINES:
                asked, lines = self.questions(net, edges, engine)
                reduce = self.dice.choice(['on', 'off'])
                found = [re.sub(r'(live: no).*', r'\1', line)
                         for line in self.ask(*sum(asked, []), '--engine',
                                              engine, '--reduce', reduce)]
                self.assertEqual(found, lines, f'{engine} {reduce}\n' +
                                 net.text())
        self.assertGreater(n_unsafe, N_NETS // 20)

    def path(self, net, edges):
        """A formula about runs, which is not one of CTL, its answer and the
        transitions in respect of which runs are fair."""
        (p, n), (q, k) = ((self.dice.randrange(net.n), self.dice.randint(0, 3))
                          for _ in range(2))

        def some(m):
            return m[p] >= n

        def other(m):
            return m[q] >= k
        fair = self.dice.sample(range(len(net.transitions)),
                                self.dice.choice([0, 1, 2]))
        text, true = self.dice.choice([
            (f'E (G F p{p} >= {n} and G F p{q} >= {k})', repeats(
                edges, [some, other], fair)),
            (f'A (F G p{p} >= {n})', not repeats(
                edges, [lambda m: not some(m)], fair)),
            (f'A (F G p{p} < {n} or F G p{q} < {k})', not repeats(
                edges, [some, other], fair)),
            (f'A (X X p{p} >= {n})', all(
                some(m) for first in edges[net.start].values() or [net.start]
                for m in edges[first].values() or [first]))])
        return text, true, fair

    def test_temporal(self):
        """Runs for temporal formulas are checked by their markings."""
        cert = self.folder / 'net.cert'
        asked, seen, n_runs, n_certs, refused = 0, set(), 0, 0, 0
        while asked < 4 * N_NETS:
            net, edges = self.draw(True)
            asked += 1
            if self.dice.random() < 0.5:
                formula = Formula(net, edges, self.dice, 3)
                text = f'{self.dice.choice("AE")} F ({formula.text})'
                if not re.search(r'\b[AE] \(', formula.text):
                    continue
                true = net.start in formula.until(
                    formula.all, formula.true, text[0] == 'E')
                question = ['--formula', text]
            else:
                text, true, fair = self.path(net, edges)
                question = ['--formula', text, *(f'--fair=t{t}' for t in fair)]
            cert.unlink(missing_ok=True)
            lines = self.ask(*question, '--witness', '--engine',
                             self.dice.choice(['auto', 'state', 'symbolic']))
            if any(' cannot answer ' in line for line in lines):
                refused += 1
                lines = self.ask(*question, '--witness')
            word = 'holds' if true else 'does not hold'
            seen.add(word)
            self.assertIn(f'{text}: {word}', lines, net.text())
            for line in lines:
                n_runs += self.is_run(net, line)
            self.ask(*question, '--certificate', cert, '--timeout', '2')
            if cert.exists():
                n_certs += 1
                self.assertIn(f'{text}: {word}, accepted', self.check(
                    question, cert) or '', net.text())
        self.assertEqual(len(seen), 2)
        self.assertGreater(refused, N_NETS // 4)
        self.assertGreater(n_certs, N_NETS // 4)
        self.assertGreater(n_runs, N_NETS // 4)

    def test_contest(self):
        """The examinations of a net whose places have several tokens."""
        model = self.folder / 'model.pnml'
        asked, seen = 0, set()
        while asked < N_NETS:
            net = Net(self.dice)
            if net.has_resets():
                continue
            model.write_text(net.pnml())
            try:
                edges = net.explore()
            except (Large, Exceeds):
                continue
            if max(map(max, edges)) < 2:
                continue
            p, n = self.dice.randrange(net.n), self.dice.randint(1, 3)
            temporal = ('<integer-le><integer-constant>{}</integer-constant>'
                        '<tokens-count><place>p{}</place></tokens-count>'
                        '</integer-le>').format(n, p)
            for name, path in ('LTL', f'<finally>{temporal}</finally>'), (
                    'CTL', f'<finally><exists-path><globally>{temporal}'
                    '</globally></exists-path></finally>'):
                (self.folder / f'{name}Cardinality.xml').write_text(
                    '<property-set xmlns="http://mcc.lip6.fr/"><property>'
                    f'<id>{name}Cardinality</id><description/><formula>'
                    f'<all-paths>{path}</all-paths></formula></property>'
                    '</property-set>')
            formula = Formula(net, edges, self.dice, 0)
            true = frozenset(m for m in edges if m[p] >= n)
            stays = formula.all - formula.until(
                formula.all, formula.all - true, False)
            everywhere = [len(can_reach(edges, lambda m, t=t: t in edges[m]))
                          for t in range(len(net.transitions))]
            expected = {
                'ReachabilityDeadlock': not all(edges.values()),
                'OneSafe': False,
                'QuasiLiveness': all(everywhere),
                'Liveness': min(everywhere) == len(edges),
                'LTLCardinality': net.start in formula.until(
                    formula.all, true, False),
                'CTLCardinality': net.start in formula.until(
                    formula.all, stays, False),
                'StateSpace': None,
            }
            lines = {name: subprocess.run(
                [TOOL, '--mcc', self.folder, '--examination', name,
                 *['--tokens=auto'] * (max(net.start) < 2)],
                text=True, capture_output=True).stdout
                for name in expected}
            if 'DO_NOT_COMPETE' in lines['OneSafe']:
                continue  # weights bound too few places
            asked += 1
            for name, yes in expected.items():
                word = 'TRUE' if yes else 'FALSE'
                seen.add((name, word))
                self.assertTrue(lines[name].startswith(
                    'DO_NOT_COMPETE' if yes is None else
                    f'FORMULA {name} {word} '), lines[name] + net.text())
        self.assertGreater(len(seen), 2 * len(expected) - 4)

    def test_page(self):
        """What holds on a run is told of each of its markings, and is as
        before it while a transition is under way."""
        self.file, page = self.folder / 'net.net', self.folder / 'page.html'
        self.file.write_text('pl p (2)\ntr a p -> q\ntr b q -> p\n')
        self.ask('--formula', 'E G F (q >= 2)', '--html', page)
        text = page.read_text()
        self.assertEqual(re.findall(r'"loop":(\d+)', text), ['3'])
        holds, = re.findall(r'"holds":\[([^]]*)\]', text)
        self.assertRegex(holds, '^(false,){6}(true,){3}false$')

    def is_run(self, net, line):
        """A run of a formula that can be fired, and repeats as it says."""
        if not line.startswith('run of '):
            return False
        steps, _, rest = line.partition('; ')
        loop = rest.removeprefix('for ever:').removeprefix('deadlock')
        m = net.start
        for step in steps.rpartition(':')[2].split():
            m = net.fire(m, int(step[1:]))
            self.assertIsNotNone(m, line + net.text())
        again = m
        for step in loop.split():
            m = net.fire(m, int(step[1:]))
            self.assertIsNotNone(m, line + net.text())
        self.assertEqual(m, again, line + net.text())
        return True

    def unsound(self, net, edges, finals):
        """What fails, with the markings that a run may lead to to show it."""
        ends, fails = net.ends(), {}
        if not finals and len(ends) == 1:
            marked = [n for n in net.start if n]
            finals = [tuple((marked[0] if len(marked) == 1 else 1) * (p in ends)
                            for p in range(net.n))]
        can_end = can_reach(edges, finals.__contains__ if finals else lambda m:
                            any(m) and all(p in ends for p, n in enumerate(m)
                                           if n))
        fails['the end can be lost' if finals or ends else
              'no marking is final'] = edges.keys() - can_end
        fails['work is left at the end'] = [
            m for m in edges if len(finals) == 1 and m != finals[0] and
            all(map(int.__ge__, m, finals[0]))]
        for t in range(len(net.transitions)):
            if not any(t in out for out in edges.values()):
                fails[f'never executed: t{t}'] = [net.start]
        return {name: shown for name, shown in fails.items() if shown}

    def test_sound(self):
        """Workflow nets, of which some have final markings."""
        seen, n_asked = set(), 0
        while n_asked < 6 * N_NETS:
            net, edges = self.draw(True)
            if not any(net.start):
                continue
            n_asked += 1
            finals = [m for m in self.dice.choices(
                [*edges, net.start[::-1]], k=self.dice.randint(0, 2)) if any(m)]
            if n_asked % 3:
                finals = [min(filter(any, edges), key=sum)]
            self.file = self.folder / 'net.pnml'
            self.file.write_text(net.pnml(finals))
            fails = self.unsound(net, edges, finals)
            *runs, first = sorted(self.ask(
                '--sound', '--witness', '--engine',
                self.dice.choice(['auto', 'state'])))
            what = first.removeprefix('sound: no, ')
            seen.add(what.partition(':')[0] if fails else first)
            if not fails:
                self.assertEqual(first, 'sound: yes', net.pnml(finals))
                continue
            self.assertIn(what, fails, net.pnml(finals))
            m = net.start
            for step in runs[0].partition(':')[2].split() if runs else []:
                m = net.fire(m, int(step[1:]))
            self.assertIn(m, fails[what], net.pnml(finals))
        self.assertEqual(len(seen), 5, seen)

    def test_runs(self):
        """A run for each engine, by the transitions of the input."""
        for _ in range(N_NETS):
            net = Net(self.dice)
            self.file = net.write(self.folder)
            try:
                edges = net.explore()
            except (Large, Exceeds):
                continue
            wanted = self.dice.choice(list(edges))
            text = ' '.join(f'p{p}={n}' for p, n in enumerate(wanted))
            for engine in ENGINES:
                lines = self.ask('--marking', text, '--engine', engine,
                                 '--witness')
                run = next(line for line in lines if line.startswith('run'))
                m = net.start
                for step in run.rpartition(':')[2].split():
                    m = net.fire(m, int(step[1:]))
                    self.assertIsNotNone(m, run + net.text())
                self.assertEqual(m, wanted, run + net.text())

    def check(self, question, cert):
        """What the checker says; None: the certificate is not accepted."""
        done = subprocess.run([CHECKER, self.file, *question, cert], text=True,
                              capture_output=True)
        self.assertIn(done.returncode, (0, 1, 4), done.stderr)
        return done.stdout.strip() if done.returncode == 0 else None

    def test_large(self):
        """The size of a net does not count, only what the tokens add to it."""
        self.file, cert = self.folder / 'net.net', self.folder / 'net.cert'
        several = 'pl q (2)\ntr u q ->\n'
        for more, tokens in ('', '1'), (several, 'auto'):
            self.file.write_text(
                f'pl p (1)\n{more}' +
                ''.join(f'tr t{i} p ->\n' for i in range(100000)))
            lines = self.ask('--reach', 't7', '--certificate', cert,
                             tokens=tokens)
            self.assertEqual(lines, ['t7: reachable'])
            self.assertEqual(self.check(['--reach', 't7'], cert),
                             't7: reachable, accepted')

    def test_jumps(self):
        """A transition leads beyond the bound where no place had two tokens:
        the net is not safe, and the checker accepts the run."""
        cert = self.folder / 'net.cert'
        n_jumps = 0
        while n_jumps < N_NETS:
            net = Net(self.dice)
            net.start = tuple(min(n, 1) for n in net.start)
            self.file = net.write(self.folder)
            try:
                edges = net.explore()
            except (Large, Exceeds):
                continue
            below = [out for m, out in edges.items() if max(m) < 2]
            if not any(max(to) > 2 for out in below for to in out.values()):
                continue
            n_jumps += 1
            for engine in ENGINES:
                cert.unlink(missing_ok=True)
                lines = self.ask('--safe', '--engine', engine, '--reduce',
                                 self.dice.choice(['on', 'off']), '--witness',
                                 '--certificate', cert, tokens=2)
                self.assertIn('safe: no', lines, engine + net.text())
                run = next(line for line in lines
                           if line.startswith('run of safe'))
                m = net.start
                for step in run.rpartition(':')[2].split():
                    m = net.fire(m, int(step[1:]))
                self.assertGreater(max(m), 1, run + net.text())
                self.assertEqual(self.check(['--safe'], cert),
                                 'safe: no, accepted', net.text())

    def forge(self, question, text, cert, most):
        """With bounds that are missing or too small, nothing is accepted that
        presumes nothing, but runs."""
        line = re.search(r'(?m)^tokens .*\n', text)
        if not line or '\nrun\n' in text:
            return 0
        for new in '', re.sub(r'\b([2-9])(?= p)', lambda n: str(
                int(n[0]) - 1) if n[0] > '2' else n[0], line[0]):
            bounds = {p: int(n) for n, p in re.findall(r'(\d+) (p\d+)', new)}
            if all(bounds.get(f'p{p}', 1) >= n for p, n in enumerate(most)):
                continue
            cert.write_text(text.replace(line[0], new))
            seen = self.check(question, cert)
            self.assertTrue(seen is None or ' (if ' in seen, seen)
        return 1

    def test_stays_possible(self):
        """Each answer about what stays possible has a certificate."""
        cert = self.folder / 'net.cert'
        n_asked, seen = 0, []
        while n_asked < 2 * N_NETS:
            net, edges = self.draw(True)
            asked = []
            self.add_again(net, edges, lambda *one: asked.append(one))
            question, line = self.dice.choice(asked)
            n_asked += 1
            cert.unlink(missing_ok=True)
            self.ask(*question, '--certificate', cert, '--engine',
                     self.dice.choice(['auto', 'recovery']), '--timeout', '4')
            if not cert.exists():
                continue
            accepted = self.check(question, cert)
            self.assertIsNotNone(accepted, f'{line}\n{net.text()}')
            self.assertEqual(re.sub(r', accepted.*', '', accepted), line)
            seen.append(line.split()[-1])
        for word in 'yes', 'no', 'holds', 'hold':
            self.assertIn(word, seen)
        self.assertGreater(len(seen), 19 * n_asked // 20)

    def test_certificates(self):
        cert = self.folder / 'net.cert'
        n_accepted = n_forged = 0
        while n_accepted < 4 * N_NETS:
            net, edges = self.draw(False)
            engine = self.dice.choice(ENGINES)
            for question, line in zip(*self.questions(net, edges, engine)):
                cert.unlink(missing_ok=True)
                self.ask(*question, '--engine', engine, '--certificate', cert)
                if not cert.exists():  # the engine cannot
                    continue
                n_accepted += 1
                seen = self.check(question, cert)
                self.assertIsNotNone(seen, f'{engine} {line}\n' + net.text())
                self.assertEqual(re.sub(r', accepted.*', '', seen), line)
                n_forged += self.forge(question, cert.read_text(), cert,
                                       tuple(map(max, zip(*edges))))
        self.assertGreater(n_forged, N_NETS // 20)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
