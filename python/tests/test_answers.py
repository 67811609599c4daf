"""Questions and answers, against the command line and by hand."""
import dataclasses
import inspect
import json
import pathlib
import pickle
import tempfile
import threading
import unittest

import places
import punfpor
from punfpor import (Builder, DeadTransitions, Deadlock, Marking, Net,
                     QuasiLive, Reach, Stop, UnknownVerdict, UsageError,
                     Verdict, quoted)

PETERSON = places.net('peterson.pnml')
WORDS = {'reachable': Verdict.YES, 'unreachable': Verdict.NO}


def said(net, *arguments):
    """The verdicts of the command line, in order."""
    done = places.run(places.TOOL, net, '--quiet', *arguments)
    if done.returncode > 1:
        raise AssertionError(done.stderr)
    rows = [line.removesuffix(' (if the net is safe)').rsplit(': ', 1)
            for line in done.stdout.splitlines()]
    return [(label, WORDS[verdict]) for label, verdict in rows]


def fires(net, run):
    """The marking after the run, fired by hand."""
    marked = {place.name for place in net.places if place.marked}
    for name in run:
        t = net.transition(name)
        for place in (*t.consumes, *t.reads):
            assert place.name in marked, f'{name} is not enabled'
        marked -= {place.name for place in t.consumes}
        marked |= {place.name for place in t.produces}
    return marked


@unittest.skipUnless(places.TOOL, 'punf-por was not found')
class CommandLine(unittest.TestCase):
    def test_all_nets_have_the_verdicts_of_the_command_line(self):
        nets = sorted(places.NETS.glob('*.pnml')) \
            + sorted(places.NETS.glob('*.ll_net'))
        self.assertGreater(len(nets), 50)
        for path in nets:
            with self.subTest(path.name):
                self.compare(path)

    def compare(self, path):
        net = Net.load(path)
        answers = net.all_transitions() + [net.deadlock()]
        told = said(path, '--all-transitions') + said(path, '--deadlock')
        self.assertEqual([(answer.label, answer.verdict)
                          for answer in answers], told)
        for answer in answers[:-1]:
            if answer:
                self.assertEqual(answer.run[-1], answer.label)
                fires(net, answer.run)

    def test_options_reach_the_engine(self):
        net = Net.load(PETERSON)
        for engine in ('por', 'prefix', 'state'):
            answer = net.marking('t0_crit t1_crit', engine=engine)
            self.assertEqual((answer.verdict, answer.engine),
                             (Verdict.NO, engine))
        answer = net.marking('t0_crit t1_crit', engine='por',
                             dependency='classic', order='size',
                             cutoffs=True, max_memory='2G', timeout=10.5,
                             alternatives=1, table=None)
        self.assertEqual(answer.verdict, Verdict.NO)
        self.assertIs(answer.stop, Stop.DONE)


class Questions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.net = Net.load(PETERSON)

    def test_a_yes_has_a_run(self):
        answer = self.net.marking('t0_crit !t1_crit')
        self.assertIs(answer.verdict, Verdict.YES)
        marked = fires(self.net, answer.run)
        self.assertIn('t0_crit', marked)
        self.assertNotIn('t1_crit', marked)
        self.assertIn(answer.engine, ('por', 'prefix', 'state'))
        self.assertGreater(answer.work, 0)
        self.assertTrue(answer.figures)
        self.assertEqual(answer.question, 'marking t0_crit !t1_crit')

    def test_branches_go_on_from_the_run(self):
        net = Net.load(places.net('dining_3.ll_net'))
        answer, other = net.ask([
            punfpor.Formula('E F (ph0_eat and E X (E G not ph1_eat))'),
            punfpor.Formula('EF ph0_eat')], engine='state')
        self.assertTrue(answer)
        self.assertEqual(other.branches, [])
        self.assertFalse(answer.branches_cut)
        step, stays = answer.branches
        self.assertEqual((step.of, stays.of), (0, 1))
        self.assertTrue(stays.shows.startswith('E G '), stays.shows)
        marked = fires(net, answer.run + step.run + stays.run)
        self.assertEqual(
            marked, fires(net, answer.run + step.run + stays.run[:stays.loop]))
        self.assertIn('ph0_eat', fires(net, answer.run))

    def test_steps_are_the_transitions_of_the_run(self):
        answer = self.net.marking('t0_crit')
        self.assertEqual([step.name for step in answer.steps], answer.run)
        for step in answer.steps:
            self.assertIs(step, self.net.transitions[step.index])
        self.assertIsNone(self.net.deadlock().steps)
        self.assertTrue(self.net.replay(answer.steps,
                                        [Marking('t0_crit')])[0])

    def test_answers_are_ready_for_json(self):
        questions = [Marking('t0_crit'), Deadlock(), QuasiLive()]
        answers = self.net.ask(questions)
        yes, no, quasi_live = json.loads(
            json.dumps([answer.to_dict() for answer in answers]))
        self.assertEqual((yes['verdict'], yes['run'], yes['stop']),
                         ('yes', answers[0].run, 'done'))
        self.assertEqual([step['name'] for step in yes['steps']], yes['run'])
        self.assertEqual(sorted(yes['steps'][0]),
                         ['id', 'index', 'label', 'name'])
        self.assertEqual((no['verdict'], no['steps']), ('no', None))
        self.assertEqual(quasi_live['transitions'][quasi_live['transition']],
                         'no')
        for field in dataclasses.fields(punfpor.Answer):
            if not field.name.startswith('_'):
                self.assertIn(field.name, yes)

    def test_a_reduced_net_is_told(self):
        net = Net.load(places.net('buffer_3.pnml'))
        answer = net.deadlock(engine='state', reduce='on')
        self.assertEqual(answer.reduced, {'places': 0, 'transitions': 1,
                                          'arcs': 0, 'read_arcs': 0})
        answer = net.deadlock(engine='state')
        self.assertIsNone(answer.reduced)

    def test_a_no_has_none(self):
        answer = self.net.marking(['t0_crit', 't1_crit'])
        self.assertIs(answer.verdict, Verdict.NO)
        self.assertIsNone(answer.run)
        self.assertFalse(answer)

    def test_all_ways_to_say_a_marking(self):
        place = self.net.place
        self.assertEqual(self.net.marking('t0_crit !t1_crit').question,
                         'marking t0_crit !t1_crit')
        for marked in ({'t0_crit': 1, 't1_crit': 0},
                       {place('t0_crit'): True, place('t1_crit'): False}):
            self.assertEqual(self.net.marking(marked).question,
                             'marking t0_crit=1 !t1_crit')
        for marked in ('t0_crit', ['t0_crit'], [place('t0_crit')]):
            self.assertEqual(
                self.net.marking(marked, empty=['t1_crit']).question,
                'marking t0_crit !t1_crit')

    def test_a_text_is_one_name(self):
        builder = Builder().place('p1', marked=True).place('p2')
        net = builder.transition('t1', 'p1', 'p2').finish()
        self.assertEqual(net.transitions[0].consumes, (net.places['p1'],))
        self.assertTrue(net.marking('p2', empty='p1'))
        with self.assertRaises(UsageError) as caught:
            net.replay('t1')
        self.assertIn('list', str(caught.exception))

    def test_exact_markings(self):
        start = {p: int(p.marked) for p in self.net.places}
        answer = self.net.marking(start, exact=True)
        self.assertIs(answer.verdict, Verdict.YES)
        self.assertEqual(answer.run, [])
        self.assertFalse(self.net.marking(['t0_crit'], exact=True))

    def test_two_tokens_are_refused(self):
        with self.assertRaises(UsageError) as caught:
            self.net.marking({'t0_crit': 2})
        self.assertIn("place 't0_crit' has at most 1 token",
                      str(caught.exception))

    def test_several_tokens(self):
        text = ('net n\ntr a p -> q*2\ntr b q*3 -> p\n'
                'pl p (%d)\n')
        with tempfile.NamedTemporaryFile('w', suffix='.net') as file:
            file.write(text % 1)
            file.flush()
            net = Net.load(file.name, tokens='auto')
            self.assertTrue(net.marking({'q': 2}))
            self.assertFalse(net.marking({'q': 1}))
        with tempfile.NamedTemporaryFile('w', suffix='.net') as file:
            file.write(text.replace('p ->', 'p -> p') % 1)
            file.flush()
            answer = Net.load(file.name, tokens=8).formula('EF q >= 9')
            self.assertEqual(answer.verdict, Verdict.NO)
            self.assertIn('if no place gets more tokens', repr(answer))

    def test_names_that_need_quotes(self):
        names = ['a b', '!c', 'd"e', 'f\\', 'g,h', 'p=1', 'ü']
        builder = Builder()
        for name in names:
            builder.place(name, marked=True)
        net = builder.transition('t', names[:1]).finish()
        self.assertTrue(net.marking(names))
        self.assertFalse(net.marking(names[:1], empty=names[1:]))
        self.assertEqual(net.marking(names[1:], empty=['a b']).run, ['t'])

    def test_several_at_once(self):
        answers = self.net.ask([Reach(self.net.transitions[0]), Deadlock(),
                                Marking('t0_crit t1_crit')])
        self.assertEqual([bool(answer) for answer in answers],
                         [True, False, False])
        self.assertEqual(self.net.ask([]), [])

    def names(self):
        return [transition.name for transition in self.net.transitions]

    def test_all_transitions(self):
        answers = self.net.all_transitions()
        self.assertEqual([answer.label for answer in answers], self.names())

    def test_formulas(self):
        answer = self.net.formula('EF t0_crit and not t1_crit')
        self.assertTrue(answer)
        self.assertIn('t0_crit', fires(self.net, answer.run))
        self.assertEqual(answer.question,
                         'formula EF t0_crit and not t1_crit')
        self.assertFalse(self.net.formula('EF t0_crit + t1_crit >= 2'))

    def test_invariants_have_a_run_when_they_do_not_hold(self):
        answer = self.net.formula('AG t0_crit + t1_crit <= 1')
        self.assertIs(answer.verdict, Verdict.YES)
        self.assertIsNone(answer.run)
        answer = self.net.formula(f'AG not {quoted("t0_crit")}')
        self.assertIs(answer.verdict, Verdict.NO)
        self.assertIn('t0_crit', fires(self.net, answer.run))
        self.assertFalse(answer.if_safe)

    def test_bounds(self):
        for engine in 'prefix', 'state', 'auto':
            answer = self.net.bound('2*t0_crit + t1_crit', engine=engine)
            self.assertIs(answer.verdict, Verdict.YES)
            self.assertEqual(answer.value, 2)
            self.assertIn('t0_crit', fires(self.net, answer.run))
        self.assertIsNone(self.net.deadlock().value)
        answer = self.net.bound('t0_crit', engine='state', max_events=1)
        self.assertIs(answer.verdict, Verdict.UNKNOWN)
        self.assertEqual(answer.value, 0)

    def test_dead_transitions(self):
        dead = [answer.label for answer in self.net.all_transitions()
                if not answer]
        self.assertTrue(dead)
        for engine in 'por', 'prefix', 'state', 'auto':
            self.assertEqual(self.net.dead_transitions(engine=engine), dead)
        answer, quasi_live = self.net.ask([DeadTransitions(), QuasiLive()])
        self.assertEqual(answer.dead, dead)
        self.assertEqual(list(answer.transitions), self.names())
        self.assertEqual(sorted([*answer.runs, *dead]), sorted(self.names()))
        for label, run in answer.runs.items():
            self.assertEqual(run[-1], label)
            fires(self.net, run)
        self.assertIs(quasi_live.verdict, Verdict.NO)
        self.assertIn(quasi_live.transition, dead)
        self.assertIsNone(quasi_live.run)

    def test_a_list_that_is_not_complete(self):
        with self.assertRaises(UnknownVerdict):
            self.net.dead_transitions(engine='prefix', max_depth=1)
        answer, = self.net.ask([DeadTransitions()], engine='prefix',
                               max_depth=1)
        self.assertIs(answer.verdict, Verdict.UNKNOWN)
        self.assertIn(Verdict.UNKNOWN, answer.transitions.values())
        self.assertIn(Verdict.YES, answer.transitions.values())

    def test_liveness(self):
        answer = self.net.live()
        self.assertIs(answer.verdict, Verdict.NO)
        self.assertEqual(answer.engine, 'state')
        self.assertIn(answer.transition, self.names())
        fires(self.net, answer.run)
        fair = Net.load(places.net('dining_4_fair.pnml'))
        self.assertTrue(fair.live())
        self.assertTrue(fair.quasi_live())
        self.assertEqual(fair.dead_transitions(), [])
        self.assertIsNone(fair.live().run)
        with self.assertRaises(UsageError):
            fair.live(engine='prefix')

    def test_safety(self):
        self.assertTrue(self.net.safe())
        self.assertFalse(self.net.safe().if_safe)

    def test_errors_in_formulas_have_a_column(self):
        with self.assertRaises(UsageError) as caught:
            self.net.formula('EF t0_crit and')
        self.assertEqual(caught.exception.column, 15)
        self.assertEqual(str(caught.exception), 'the formula ends too early')
        with self.assertRaises(UsageError) as caught:
            self.net.marking(['t0_crit', 'nothing'])
        self.assertIsNone(caught.exception.column)

    def test_names_that_are_not_there(self):
        net = self.net
        for ask in (lambda: net.reach('nothing'), lambda: net.place('nothing'),
                    lambda: net.marking('nothing'),
                    lambda: net.marking(['t0_crit'], empty=['nothing']),
                    lambda: net.marking('nothing', exact=True),
                    lambda: net.formula('EF nothing'),
                    lambda: net.formula('AG not fireable(nothing)'),
                    lambda: net.bound('t0_crit + nothing'),
                    lambda: net.transition('nothing'),
                    lambda: net.transitions['nothing'],
                    lambda: net.replay(['nothing']),
                    lambda: net.prefix().draw('no.dot', focus='nothing'),
                    lambda: Builder().transition('t', ['nothing'])):
            with self.assertRaises(punfpor.UnknownNameError) as caught:
                ask()
            self.assertIsInstance(caught.exception, KeyError)
            self.assertIsInstance(caught.exception, UsageError)
            said = str(caught.exception)
            self.assertTrue(said.startswith('the net has no '), said)
            self.assertIn("'nothing'", said)

    def test_names_in_formulas(self):
        names = ['a b', '!c', 'd"e', 'f\\', '1', 'not', 'ü', 'EF']
        builder = Builder()
        for name in names:
            builder.place(name, marked=True)
        net = builder.transition('t', names[:1]).finish()
        every = ' and '.join(quoted(name) for name in names)
        self.assertEqual(net.formula(f'EF {every}').run, [])
        self.assertEqual(net.formula(f'AG {every}').run, ['t'])
        self.assertEqual(net.bound('+'.join(map(quoted, names))).value, 8)

    def test_what_is_not_there(self):
        for ask in (lambda: self.net.reach('nothing'),
                    lambda: self.net.marking('nothing'),
                    lambda: self.net.ask(['t0_crit']),
                    lambda: self.net.reach(7),
                    lambda: self.net.deadlock(colour='red'),
                    lambda: self.net.deadlock(engine='steam'),
                    lambda: self.net.deadlock(timeout='soon'),
                    lambda: self.net.deadlock(prefix='on'),
                    lambda: self.net.deadlock(engine='state', order='size')):
            with self.assertRaises(UsageError):
                ask()
        with self.assertRaises(UsageError) as caught:
            self.net.deadlock(time_out='1')
        self.assertEqual(
            str(caught.exception),
            "there is no option 'time_out'; did you mean 'timeout'?")

    def test_answers_are_the_same_each_time(self):
        first, second = (self.net.ask([Deadlock(), Reach(
            self.net.transitions[-1])]) for _ in range(2))
        self.assertEqual(first, second)

    def test_answers_are_plain_data(self):
        answer = self.net.deadlock()
        self.assertEqual(pickle.loads(pickle.dumps(answer)), answer)

    def test_options_are_typed_and_in_help(self):
        keywords = [option.keyword for option in punfpor.options()
                    if option.keyword != 'prefix']
        self.assertEqual(list(punfpor.Options.__annotations__),
                         ['progress', 'cancel', *keywords])
        said = ' '.join(inspect.getdoc(punfpor.Options).split())
        for option in punfpor.options():
            if option.keyword != 'prefix':
                self.assertIn(f' {option.keyword}: {option.help}', said)
        for name, method in inspect.getmembers(Net, inspect.isfunction):
            if '**options' in str(inspect.signature(method)):
                self.assertIn('help(punfpor.Options)', method.__doc__, name)

    def test_options_are_listed(self):
        options = {option.keyword: option for option in punfpor.options()}
        self.assertEqual(options['engine'].default, 'auto')
        self.assertTrue(options['max_memory'].help)
        self.assertEqual(options['stubborn'].engines, ('state',))
        for option in options.values():
            self.assertTrue(option.keyword.isidentifier())


class Unknown(unittest.TestCase):
    def test_an_unknown_verdict_is_no_truth_value(self):
        answer = Net.load(PETERSON).deadlock(engine='por', max_events=3)
        self.assertIs(answer.verdict, Verdict.UNKNOWN)
        self.assertIs(answer.stop, Stop.EVENT_LIMIT)
        self.assertIsNone(answer.run)
        self.assertIsNone(answer.engine)
        for value in (answer, answer.verdict):
            with self.assertRaises(punfpor.UnknownVerdict):
                bool(value)

    def test_an_unsafe_net_tells_how(self):
        net = (Builder().place('p', marked=True).place('q', marked=True)
               .place('r').transition('first', ['p'], ['r'])
               .transition('second', ['q'], ['r']).finish())
        with self.assertRaises(punfpor.UnsafeError) as caught:
            net.marking('p q r', engine='por')
        error = caught.exception
        self.assertEqual(error.place, 'r')
        self.assertEqual(sorted([*error.run, error.transition]),
                         ['first', 'second'])
        self.assertIsInstance(error, punfpor.InputError)
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), again.run), (str(error), error.run))


class Replaying(unittest.TestCase):
    def test_a_run_answers_what_it_shows(self):
        net = Net.load(PETERSON)
        run = net.marking('t0_crit').run
        yes, unknown = net.replay(run, [Marking('t0_crit'),
                                        Marking('t1_crit')])
        self.assertIs(yes.verdict, Verdict.YES)
        self.assertIs(unknown.verdict, Verdict.UNKNOWN)
        self.assertIs(unknown.stop, Stop.REPLAYED)

    def test_a_run_in_a_file(self):
        net = Net.load(PETERSON)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'run.scn'
            path.write_text(' '.join(net.marking('t0_crit').run))
            self.assertTrue(net.replay(path, [Marking('t0_crit')])[0])

    def test_a_run_that_cannot_be_fired(self):
        net = Net.load(PETERSON)
        run = net.marking('t0_crit').run
        with self.assertRaises(punfpor.InputError):
            net.replay(run[::-1])


class Certificates(unittest.TestCase):
    def test_none_unless_asked_for(self):
        with self.assertRaises(UsageError):
            Net.load(PETERSON).deadlock().certificate()

    @unittest.skipUnless(places.CHECKER, 'punf-por-check was not found')
    def test_the_checker_accepts_them(self):
        net = Net.load(PETERSON)
        for marking in ('t0_crit', 't0_crit t1_crit'):
            answer = net.marking(marking, engine='state', certificate=True)
            done = places.run(places.CHECKER, PETERSON, '--marking', marking,
                              '-', input=answer.certificate())
            self.assertIn('accepted', done.stdout, done.stderr)


class Attractors(unittest.TestCase):
    def test_one_stands_for_many_that_differ_by_inputs(self):
        net = Net.load(places.net('inputs.bnet'))
        answer = net.ask([punfpor.Attractors()])[0]
        times = {}
        for attractor in answer.attractors:
            self.assertLessEqual(set(attractor.marking),
                                 fires(net, attractor.run))
            times[attractor.size] = \
                times.get(attractor.size, 0) + attractor.times
        self.assertEqual(times, {1: 147456, 2: 32768, 4: 8192})


class Threads(unittest.TestCase):
    def test_many_threads_share_a_net(self):
        net = Net.load(PETERSON)
        wrong = []

        def ask():
            for _ in range(5):
                if net.marking('t0_crit t1_crit').verdict is not Verdict.NO:
                    wrong.append(1)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
