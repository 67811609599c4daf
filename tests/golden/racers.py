#!/usr/bin/env python3
"""Whatever takes part in the race, a question has an answer or is refused.

    racers.py TOOL STEP

Asks every kind of question about small nets, alone and together, of each
engine, of each racer and of pairs of them, with and without reductions.  A
question has the answer of a search here, or its line says why it has none, or
an option is refused by name; the exit code is the documented one.  Of a net,
every STEP-th choice of engines and racers is asked, of the next net others: with
6 each choice is asked of one of the six nets.
"""
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

# Places with their tokens; transitions with what they consume and produce.
NETS = {
    'idle': ({'p': 1}, {'t': ('', ''), 'u': ('', '')}),
    'stuck': ({'p': 1, 'q': 0}, {'t': ('q', ''), 'u': ('p', '')}),
    'moves': ({'p': 1, 'q': 0, 'r': 0}, {'t': ('p', 'q'), 'u': ('q', 'p'),
                                         'v': ('r', 'p')}),
    'reads': ({'p': 1, 'q': 1, 'r': 0}, {'t': ('pq', 'pr'), 'u': ('r', '')}),
    'bare': ({'p': 1, 'q': 0}, {}),
    'unsafe': ({'p': 0, 'q': 1}, {'t': ('', 'pq'), 'u': ('p', '')}),
}
FIRST, LAST = 'p', 'q'  # a place of each net, and one of most


def write_net(folder, name):
    places, transitions = NETS[name]
    numbers = {p: str(i + 1) for i, p in enumerate(places)}
    rows = {'PL': [f'{i}"{p}"' + 'M1' * places[p] for p, i in numbers.items()],
            'TR': [f'{i + 1}"{t}"' for i, t in enumerate(transitions)],
            'TP': [f'{i + 1}<{numbers[p]}'
                   for i, t in enumerate(transitions)
                   for p in transitions[t][1]],
            'PT': [f'{numbers[p]}>{i + 1}'
                   for i, t in enumerate(transitions)
                   for p in transitions[t][0]]}
    path = folder / f'{name}.ll_net'
    path.write_text('PEP\nPTNet\nFORMAT_N\n' + ''.join(
        kind + '\n' + ''.join(row + '\n' for row in rows[kind])
        for kind in rows))
    return path


class Space:
    """The reachable markings of a net, up to the first second token."""

    def __init__(self, name):
        places, self.transitions = NETS[name]
        first = frozenset(p for p in places if places[p])
        self.safe = True
        self.markings, todo = {first}, [first]
        while todo:
            for following in self.successors(todo.pop()):
                if following not in self.markings:
                    self.markings.add(following)
                    todo.append(following)

    def enabled(self, marking):
        return [t for t in self.transitions
                if marking >= set(self.transitions[t][0])]

    def successors(self, marking):
        for t in self.enabled(marking):
            left = marking - set(self.transitions[t][0])
            made = set(self.transitions[t][1])
            self.safe &= not left & made
            if not left & made:
                yield left | made

    def any(self, holds):
        return any(holds(m) for m in self.markings)

    def fires(self, t):
        return self.any(lambda m: t in self.enabled(m))

    def fires_again(self, t):
        return all(t in {u for n in self.after(m) for u in self.enabled(n)}
                   for m in self.markings)

    def after(self, marking):
        seen, todo = {marking}, [marking]
        while todo:
            for following in self.successors(todo.pop()):
                if following not in seen:
                    seen.add(following)
                    todo.append(following)
        return seen


def yes_or_no(is_yes, yes='reachable', no='unreachable'):
    return yes if is_yes else no


def questions(name):
    """The options of each question, and the pattern of its true answer."""
    space, places = Space(name), NETS[name][0]
    names = list(NETS[name][1])
    last = LAST if LAST in places else FIRST
    fire = [t for t in names if space.fires(t)]
    top = max(len(m & {FIRST, last}) for m in space.markings)
    asked = {
        'marking': (['--marking', last],
                    yes_or_no(space.any(lambda m: last in m))),
        'exact': (['--marking-exact', FIRST],
                  yes_or_no(space.any(lambda m: m == {FIRST}))),
        'deadlock': (['--deadlock'],
                     yes_or_no(space.any(lambda m: not space.enabled(m)))),
        'cubes': (['--formula', f'EF not {FIRST} or ({FIRST} and {last})'],
                  yes_or_no(space.any(lambda m: FIRST not in m or last in m))),
        'mixed': (['--formula', f'EF deadlock and {FIRST}'],
                  yes_or_no(space.any(lambda m: FIRST in m and
                                      not space.enabled(m)))),
        'false': (['--formula', 'EF false'], 'unreachable'),
        'always': (['--formula', f'AG {FIRST} or {last}'],
                   yes_or_no(not space.any(lambda m: not m & {FIRST, last}),
                             'holds', 'does not hold')),
        'bound': (['--bounds', f'{FIRST} + {last}' if last != FIRST else FIRST],
                  str(top)),
        'safe': (['--safe'], yes_or_no(space.safe, 'yes', 'no')),
        'quasi-live': (['--quasi-live'],
                       yes_or_no(fire == names, 'yes', 'no')),
        'dead': (['--dead-transitions'],
                 f'{len(names) - len(fire)} of {len(names)}'),
        'live': (['--live'], yes_or_no(all(map(space.fires_again, names)),
                                       'yes', 'no')),
    }
    if names:
        asked['reach'] = (['--reach', names[0]],
                          yes_or_no(names[0] in fire))
    return asked, space.safe


# Why there is no answer.  Walks find no proofs, the state equation may find
# none, and engine por refuses some questions.
POR_REFUSES = {'mixed', 'bound'}
REASONS = {'timeout', 'not refuted', 'unsafe net', 'memory limit'}
RACERS = ['state', 'equation', 'prefix', 'por', 'walk']
ENGINES = ['auto', *RACERS]


def choices():
    """Engines and racers, each with the engines that work."""
    yield from ((['--engine', e], {e}) for e in ENGINES)
    yield from ((['--racers', e], {e}) for e in RACERS)
    yield from ((['--racers', ','.join(pair)], set(pair))
                for pair in itertools.combinations(RACERS, 2))


class Racers(unittest.TestCase):
    def ask(self, name, asked, is_complete, options):
        words = [word for words, _ in asked for word in words]
        run = subprocess.run(
            [TOOL, self.files[name], *words, *options], timeout=60,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if run.returncode == 3:
            self.assertRegex(run.stderr, "engine|option")
            self.assertEqual(run.stdout, '')
            return
        lines = run.stdout.splitlines()
        self.assertEqual(len(lines), len(asked), run.stderr)
        open_ones = False
        for line, (_, answer) in zip(lines, asked):
            reason = re.search(r': unknown.*\(([^()]*)\)$', line)
            open_ones |= bool(reason)
            if reason:
                self.assertIn(reason[1], REASONS)
                self.assertFalse(is_complete, line)
            elif name != 'unsafe' or '(if the net is safe)' not in line:
                self.assertRegex(line, f': {re.escape(answer)}'
                                       r'(,|$| \(if the net is safe\)|;|:)')
        expected = 4 if 'the net is not safe' in run.stderr else None
        if expected is None and open_ones:
            expected = 2
        self.assertIn(run.returncode,
                      [expected] if expected is not None else [0, 1])

    def sweep(self, name, groups):
        asked, safe = questions(name)
        for options, workers in list(choices())[list(NETS).index(name) % STEP::
                                                STEP]:
            for reduce in 'on', 'off':
                for group in groups(asked):
                    with self.subTest(net=name, options=options, asked=group,
                                      reduce=reduce):
                        able = workers & {'auto', 'state', 'prefix', 'por'}
                        if POR_REFUSES & set(group):
                            able -= {'por'}
                        self.ask(name, [asked[g] for g in group],
                                 safe and able,
                                 [*options, '--reduce', reduce, '--threads',
                                  '2', '--timeout', '30' if able else '0.05'])

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.folder.name)
        cls.files = {name: write_net(folder, name) for name in NETS}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_single_questions(self):
        for name in NETS:
            self.sweep(name, lambda asked: [[q] for q in asked])

    def test_questions_beside_others(self):
        for name in 'stuck', 'moves', 'unsafe':
            self.sweep(name, lambda asked: [
                ['quasi-live', 'cubes'], ['dead', 'cubes', 'deadlock'],
                ['quasi-live', 'false', 'mixed'], ['safe', 'marking'],
                ['dead', 'bound', 'quasi-live']])

    def test_safety_that_the_structure_shows_is_not_waited_for(self):
        asked, _ = questions('moves')
        for racers in 'state,walk', 'equation,walk', 'walk':
            with self.subTest(racers=racers):
                self.ask('moves', [asked['marking'], asked['safe']], True,
                         ['--racers', racers, '--timeout', '30'])

    def test_an_answer_without_an_engine_says_so(self):
        run = subprocess.run([TOOL, self.files['moves'], '--safe', '-v'],
                             stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertIn('answered without an engine\n', run.stderr)
        self.assertNotIn('none', run.stderr)


if __name__ == '__main__':
    TOOL = sys.argv[1]
    STEP = int(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
