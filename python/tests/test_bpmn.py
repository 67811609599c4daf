"""BPMN files: what becomes of them, and what is refused."""
import contextlib
import io
import pathlib
import re
import tempfile
import time
import unittest

import places
import punfpor
from punfpor import Sound, bpmn

CLAIM = places.net('claim.bpmn')
SPACE = 'http://www.omg.org/spec/BPMN/20100524/MODEL'


def process(*elements, more='', **flows):
    """A process of elements, written as 'task t', and flows a='s t'."""
    lines = []
    for element in elements:
        if element.startswith('<'):
            lines.append(element)
            continue
        tag, id, *name = element.split(' ', 2)
        lines.append(f'<{tag} id="{id}" name="{"".join(name)}"/>')
    for id, ends in flows.items():
        source, target = ends.split()
        lines.append(f'<sequenceFlow id="{id}" sourceRef="{source}" '
                     f'targetRef="{target}"/>')
    text = '\n'.join(lines)
    return (f'<definitions xmlns="{SPACE}"><process id="p">\n{text}\n'
            f'</process>{more}</definitions>').encode()


def between(split, join, n=2):
    """n tasks between two gateways."""
    tasks = [f't{i}' for i in range(n)]
    flows = {f'x{t}': f'g {t}' for t in tasks}
    flows |= {f'y{t}': f'{t} h' for t in tasks}
    return bpmn.parse(process(
        'startEvent s', f'{split} g', *(f'task {t}' for t in tasks),
        f'{join} h', 'endEvent e', a='s g', b='h e', **flows))


def words(net):
    """The sets of labels of all runs to the end."""
    found, seen = set(), set()
    waiting = [(frozenset(p for p in net.places if p.marked), frozenset())]
    while waiting:
        marking, done = waiting.pop()
        if (marking, done) in seen:
            continue
        seen.add((marking, done))
        steps = [t for t in net.transitions if marking.issuperset(t.consumes)]
        if not steps:
            found.add(done)
        for t in steps:
            waiting.append((marking.difference(t.consumes).union(t.produces),
                            done | {t.label} - {None}))
    return found


class Reading(unittest.TestCase):
    def test_a_process_with_everything(self):
        net = bpmn.load(CLAIM)
        self.assertEqual(net.name, 'claim')
        self.assertTrue(net.ask([Sound()])[0])
        self.assertEqual(
            sorted(t.label for t in net.transitions if t.label),
            ['ask for photos', 'assess damage', 'check policy',
             'order repair', 'pay', 'register', 'reject'])
        relations = net.relations()
        self.assertEqual(relations['check policy', 'assess damage'],
                         'concurrent')
        self.assertEqual(relations['pay', 'reject'], 'exclusive')
        found = punfpor.align(net, ['register', 'assess damage', 'pay'],
                              final=['end settled'])
        self.assertEqual([str(move) for move in found.moves
                          if move.cost > 1], ['>>/check policy'])

    def test_words_of_the_field(self):
        for split, join, failure in (
                ('parallelGateway', 'parallelGateway', None),
                ('exclusiveGateway', 'exclusiveGateway', None),
                ('inclusiveGateway', 'inclusiveGateway', None),
                ('eventBasedGateway', 'exclusiveGateway', None),
                ('parallelGateway', 'exclusiveGateway',
                 'lack of synchronisation: end e'),
                ('exclusiveGateway', 'parallelGateway',
                 'the end can be lost')):
            answer = between(split, join).ask([Sound()])[0]
            self.assertEqual(answer.failure, failure, (split, join))
            self.assertEqual(bool(answer), failure is None)

    def test_inclusive_gateways_take_each_subset(self):
        found = words(between('inclusiveGateway', 'inclusiveGateway', 4))
        self.assertEqual(len(found), 15)
        self.assertNotIn(frozenset(), found)

    def test_inclusive_branches_that_do_nothing(self):
        net = bpmn.parse(process(
            'startEvent s', 'inclusiveGateway g', 'task t', 'task u',
            'inclusiveGateway h', 'endEvent e', a='s g', b='g t', c='t u',
            d='u h', e1='g h', f='h e'))
        self.assertTrue(net.ask([Sound()])[0])
        self.assertEqual(words(net), {frozenset(), frozenset('tu')})

    def test_many_inclusive_gateways(self):
        """Each split is beside its join: a join is not sought everywhere."""
        begin, n, elements, flows = time.process_time(), 400, [], {'z': 's g0'}
        for i in range(n):
            elements += [f'inclusiveGateway g{i}', f'task t{i}', f'task u{i}',
                         f'inclusiveGateway h{i}']
            flows |= {f'a{i}': f'g{i} t{i}', f'b{i}': f'g{i} u{i}',
                      f'c{i}': f't{i} h{i}', f'd{i}': f'u{i} h{i}',
                      f'e{i}': f'h{i} g{i + 1}' if i + 1 < n else f'h{i} e'}
        net = bpmn.parse(process('startEvent s', *elements, 'endEvent e',
                                 **flows))
        self.assertTrue(net.ask([Sound()])[0])
        self.assertLess(time.process_time() - begin, 10)

    def test_several_flows_of_a_task(self):
        net = bpmn.parse(process(
            'startEvent s', 'exclusiveGateway g', 'task t T', 'task u',
            'endEvent e', 'endEvent f', a='s g', b='g t', c='g t', d='t e',
            f1='t u', g1='u f'))
        self.assertTrue(net.ask([Sound()])[0])
        self.assertEqual(words(net), {frozenset(['T', 'u'])})

    def test_no_events_and_equal_names(self):
        net = bpmn.parse(process('task t same', 'task u same', 'task v',
                                 a='t v'))
        self.assertTrue(net.ask([Sound()])[0])
        self.assertIn('same (t)', net.transitions)
        self.assertEqual(words(net),
                         {frozenset(['same (t)', 'same (u)', 'v'])})

    def test_boundary_events(self):
        """One happens in place of its task."""
        for event in 'message', 'conditional', 'error', 'escalation':
            net = bpmn.parse(process(
                'startEvent s', 'exclusiveGateway m', 'task t',
                '<boundaryEvent id="b" attachedToRef="t">'
                f'<{event}EventDefinition/></boundaryEvent>', 'task late',
                'task done', 'endEvent e', a='s t', b2='b late', c='t done',
                d='late m', f='done m', g='m e'))
            self.assertTrue(net.ask([Sound()])[0])
            self.assertEqual(words(net), {frozenset(['late']),
                                          frozenset(['t', 'done'])})

    def test_boundary_events_of_parallel_branches(self):
        answer = bpmn.parse(process(
            'startEvent s', 'parallelGateway g', 'task t', 'task u',
            'parallelGateway h', '<boundaryEvent id="b" attachedToRef="t"/>',
            'endEvent e', 'endEvent f', a='s g', b1='g t', b2='g u',
            c='t h', d='u h', x='h e', y='b f')).ask([Sound()])[0]
        self.assertEqual(answer.failure, 'the end can be lost')

    def test_links(self):
        throw = ('<intermediateThrowEvent id="{}"><linkEventDefinition '
                 'name="on"/></intermediateThrowEvent>')
        catch = throw.replace('Throw', 'Catch').format('c')
        net = bpmn.parse(process(
            'startEvent s', 'exclusiveGateway g', 'task t', 'task u',
            throw.format('x'), throw.format('y'), catch, 'task v',
            'endEvent e', a='s g', b='g t', d='g u', f='t x', h='u y',
            i='c v', j='v e'))
        self.assertTrue(net.ask([Sound()])[0])
        self.assertEqual(words(net), {frozenset('tv'), frozenset('uv')})

    def test_timers(self):
        timer = '<timerEventDefinition/>'
        net = bpmn.parse(process(
            f'<startEvent id="s">{timer}</startEvent>', 'task t',
            f'<boundaryEvent id="b" attachedToRef="t">{timer}</boundaryEvent>',
            f'<intermediateCatchEvent id="i">{timer}</intermediateCatchEvent>',
            'exclusiveGateway g', 'endEvent e', a='s t', b1='t i', c='i g',
            d='b g', f='g e'), untimed=True)
        self.assertTrue(net.ask([Sound()])[0])
        self.assertEqual(words(net), {frozenset('t'), frozenset()})

    def test_pools(self):
        black_box = ('<collaboration id="c"><participant id="us" '
                     'processRef="p"/><participant id="them"/><messageFlow '
                     'id="m" sourceRef="them" targetRef="t"/></collaboration>')
        both = black_box.replace('"them"/>', '"them" processRef="q"/>')
        other = '<process id="q"><task id="u"/></process>'
        for more in (black_box, both + other):
            with self.assertRaisesRegex(punfpor.InputError, "messageFlow 'm'"):
                bpmn.parse(process('task t', more=more))
        with self.assertRaisesRegex(punfpor.InputError, 'choose one: p, q'):
            bpmn.parse(process('task t', more=other))
        self.assertIn('u', bpmn.parse(process('task t', more=other),
                                      process='q').transitions)
        with self.assertRaisesRegex(punfpor.InputError, 'no such process'):
            bpmn.parse(process('task t'), process='x')

    def test_the_lesson_of_the_guide(self):
        page = (places.ROOT / 'doc/GUIDE.md').read_text()
        lesson = page.partition('## Workflows')[2]
        code, said = re.search(r'```python\n(.*?)```\n\n```\n(.*?)```',
                               lesson, re.S).groups()
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(code.replace('nets/claim.bpmn', str(CLAIM)), {})
        self.assertEqual(out.getvalue(), said)

    def test_the_net_of_the_example(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder, 'claim.pnml')
            bpmn.load(CLAIM).write(out)
            self.assertEqual(out.read_text(),
                             places.net('claim.pnml').read_text())

    def test_a_program(self):
        with tempfile.TemporaryDirectory() as folder:
            out = str(pathlib.Path(folder, 'claim.pnml'))
            self.assertEqual(bpmn.main([str(CLAIM), out]), 0)
            self.assertTrue(punfpor.Net.load(out).ask([Sound()])[0])
            self.assertEqual(bpmn.main(['--untimed', str(CLAIM), out]), 0)
            with contextlib.redirect_stderr(io.StringIO()) as said:
                self.assertEqual(bpmn.main([]), 3)
                self.assertEqual(bpmn.main([folder + '/none', out]), 4)
            self.assertIn('No such file', said.getvalue())


class Refusing(unittest.TestCase):
    def check(self, what, data, line=None):
        with self.assertRaises(punfpor.InputError) as caught:
            bpmn.parse(data, 'x.bpmn')
        self.assertIn(what, str(caught.exception))
        self.assertEqual(caught.exception.file, 'x.bpmn')
        if line:
            self.assertEqual(caught.exception.line, line)

    def test_elements(self):
        timer = '<timerEventDefinition/>'
        for what, element in (
                ("startEvent 's' has a timerEventDefinition",
                 f'<startEvent id="s">{timer}</startEvent>'),
                ("endEvent 'e' has a terminateEventDefinition",
                 '<endEvent id="e"><terminateEventDefinition/></endEvent>'),
                ("boundaryEvent 'b' has a timerEventDefinition, which is "
                 'modelled only without time',
                 f'<boundaryEvent id="b">{timer}</boundaryEvent>'),
                ("boundaryEvent 'b' does not interrupt",
                 '<boundaryEvent id="b" cancelActivity="false"/>'),
                ("boundaryEvent 'b' is not attached to a task",
                 '<boundaryEvent id="b" attachedToRef="v"/>'),
                ("boundaryEvent 'b' has a signalEventDefinition",
                 '<boundaryEvent id="b"><signalEventDefinition/>'
                 '</boundaryEvent>'),
                ("intermediateThrowEvent 'i' has a link that no event",
                 '<intermediateThrowEvent id="i"><linkEventDefinition/>'
                 '</intermediateThrowEvent>'),
                ("transaction 't' is not modelled", 'transaction t'),
                ("adHocSubProcess 'a' is not modelled", 'adHocSubProcess a'),
                ("complexGateway 'c' is not modelled", 'complexGateway c'),
                ("task 'u' is for compensation",
                 '<task id="u" isForCompensation="true"/>'),
                ("subProcess 'v' is triggered by an event",
                 '<subProcess id="v" triggeredByEvent="true"/>'),
                ("subProcess 'w' has multiInstanceLoopCharacteristics",
                 '<subProcess id="w"><multiInstanceLoopCharacteristics/>'
                 '</subProcess>'),
                ("subProcess 'v' is empty", 'subProcess v'),
                ('task has no id', '<task/>'),
                ("subProcess 'v' has 2 ends", '<subProcess id="v"><task '
                 'id="i"/><task id="j"/></subProcess>'),
                ("task 't' has the id of another element",
                 '<task id="t"/><task id="t"/>'),
                ("sequenceFlow 'f' does not connect", '<sequenceFlow id="f" '
                 'sourceRef="t" targetRef="t"/>')):
            self.check(what, process(element), 2)

    def test_flows(self):
        self.check("task 'u' has no incoming", process(
            'startEvent s', 'task t', 'task u', a='s t'))
        self.check("endEvent 'e' has a sequence flow", process(
            'endEvent e', 'task t', a='e t'))
        self.check("sequenceFlow 'f' has a condition", process(
            'task t', 'task u', '<sequenceFlow id="f" sourceRef="t" '
            'targetRef="u"><conditionExpression/></sequenceFlow>'))

    def test_inclusive_gateways(self):
        # A boundary event that leaves the branch of its task.
        self.check("inclusiveGateway 'g' has no join", process(
            'startEvent s', 'inclusiveGateway g', 'task t', 'task u',
            'inclusiveGateway h', '<boundaryEvent id="b" attachedToRef="t"/>',
            'task v', a='s g', b1='g t', c='g u', d='t h', f='u h', i='b v'))
        self.check("inclusiveGateway 'g' has no join", process(
            'startEvent s', 'inclusiveGateway g', 'task t', 'task u',
            a='s g', b='g t', c='g u'))
        self.check("inclusiveGateway 'h' has no split", process(
            'startEvent s', 'parallelGateway g', 'inclusiveGateway h',
            'task t', a='s g', b='g h', c='g h', d='h t'))
        self.check("inclusiveGateway 'g' is both", process(
            'startEvent s', 'inclusiveGateway g', 'task t', 'task u',
            a='s g', b='g t', c='g u', d='t g'))
        # A branch that something else leads to, and one that leaves.
        self.check("inclusiveGateway 'g' has no join", process(
            'startEvent s', 'exclusiveGateway x', 'inclusiveGateway g',
            'task t', 'task u', 'inclusiveGateway h', a='s x', b='x g',
            c='x t', d='g t', e='g u', f='t h', i='u h'))
        self.check("inclusiveGateway 'g' has no join", process(
            'startEvent s', 'inclusiveGateway g', 'exclusiveGateway x',
            'task u', 'inclusiveGateway h', 'task v', a='s g', b='g x',
            c='g u', d='x h', e='u h', f='x v'))

    def test_files(self):
        self.check('a DOCTYPE is refused',
                   b'<?xml version="1.0"?>\n<!DOCTYPE d><d/>', 2)
        self.check('is no BPMN 2.0', b'<definitions/>')
        self.check('', b'<definitions>', 1)
        for encoding in 'UTFx8', 'Shift_JIS', 'base64':
            self.check('', f'<?xml version="1.0" encoding="{encoding}"?><d/>'
                       .encode(), 1)
        with self.assertRaises(punfpor.MissingFileError):
            bpmn.load('/nonexistent.bpmn')


if __name__ == '__main__':
    unittest.main()
