"""Prefixes: events, conditions, graphs and pictures."""
import json
import pathlib
import pickle
import shutil
import sys
import tempfile
import unittest
from unittest import mock

import places
import punfpor
from punfpor import (Builder, Deadlock, Marking, Net, PrefixFile, Stop,
                     UsageError, Verdict, _drawing)

try:
    import networkx
except ImportError:
    networkx = None

DINING = places.net('dining_3.pnml')


class Structure(unittest.TestCase):
    """What must hold of every prefix."""

    def test_shipped_nets(self):
        for name in ('dining_3.pnml', 'dekker_once.pnml', 'pi_3.ll_net',
                     'concur15_fig2.ll_net', 'peterson.pnml'):
            for keywords in ({}, {'complete': True},
                             {'dependency': 'classic'}):
                with self.subTest(name, **keywords):
                    self.check(Net.load(places.net(name)), keywords)

    def check(self, net, keywords):
        prefix = net.prefix(**keywords)
        self.assertIs(prefix.stop, Stop.DONE)
        events, conditions = prefix.events, prefix.conditions
        self.assertIsNone(events[0].transition)
        self.assertEqual(events[0].causes, ())
        self.assertEqual([event.index for event in events],
                         list(range(len(events))))
        initial = sorted(b.place.name for b in events[0].produces if b.place)
        self.assertEqual(initial, sorted(
            place.name for place in net.places if place.marked))
        for event in events[1:]:
            self.check_event(prefix, event)
        for condition in conditions:
            self.assertIn(condition, condition.producer.produces)

    def check_event(self, prefix, event):
        past = self.past(event)
        self.assertEqual(event.size, len(past))
        self.assertEqual([e.index for e in event.past],
                         sorted(e.index for e in past))
        for cause in event.causes:
            self.assertLess(cause.index, event.index)
        for b in event.consumes + event.reads:
            self.assertIn(b.producer, {*past, prefix.events[0]})
        self.check_arcs(event)
        for other in event.conflicts:
            self.assertIn(event, other.conflicts)
            self.assertNotIn(other, past)
        if event.companion is not None:
            self.assertTrue(event.cutoff)
            self.assertLessEqual(len(self.past(event.companion)), event.size)
            self.assertEqual(event.companion.marking, event.marking)

    def check_arcs(self, event):
        """Those of the transition, which may read a place by consuming and
        producing, or through places that the engine added."""
        def places(*arcs):
            return {b.place for arc in arcs for b in getattr(event, arc)}

        t, added = event.transition, None in places('consumes', 'reads')
        self.assertLessEqual(set(t.consumes), places('consumes'))
        self.assertLessEqual(set(t.produces), places('produces'))
        if not added:
            self.assertEqual(places('consumes', 'reads'),
                             {*t.consumes, *t.reads})

    @staticmethod
    def past(event):
        found, stack = set(), [event]
        while stack:
            e = stack.pop()
            if e.transition and e not in found:
                found.add(e)
                stack.extend(e.causes)
        return found


class Contents(unittest.TestCase):
    def test_dining_philosophers(self):
        net = Net.load(DINING)
        prefix = net.prefix()
        self.assertEqual(len(prefix), prefix.figures['histories'])
        self.assertEqual(list(prefix), prefix.events[1:])
        self.assertEqual(sum(event.cutoff for event in prefix.events),
                         prefix.figures['cutoffs'])
        self.assertIn('events', repr(prefix))
        self.assertEqual(prefix.answers, [])
        self.assertEqual(prefix.label(prefix.events[0]), '')
        self.assertEqual(prefix.label(prefix.events[1]),
                         prefix.events[1].transition.name)

    def test_events_lead_to_each_other(self):
        prefix = Net.load(DINING).prefix([Deadlock()])
        last = max(prefix, key=lambda event: event.size)
        self.assertTrue(all(isinstance(cause, punfpor.Event)
                            for cause in last.causes))
        self.assertIn(last, prefix)
        self.assertIs(pickle.loads(pickle.dumps(prefix.events))[1].causes[0]
                      .transition, None)

    def test_an_event_has_its_marking(self):
        net = Net.load(DINING)
        prefix = net.prefix()
        self.assertEqual(prefix.events[0].marking, tuple(
            place for place in net.places if place.marked))
        for event in prefix:
            answer = net.marking(event.marking, exact=True)
            self.assertTrue(answer)
            replayed, = net.replay([e.transition for e in event.past],
                                   [Marking(event.marking, exact=True)])
            self.assertIs(replayed.verdict, Verdict.YES)

    def test_the_prefix_as_a_document(self):
        prefix = Net.load(DINING).prefix([Deadlock()])
        document = prefix.to_dict()
        self.assertEqual(json.loads(json.dumps(document)), document)
        file = PrefixFile(document)
        self.assertEqual(file.n_histories, len(prefix))
        for event in prefix:
            self.assertEqual(file.marking(event.index),
                             [place.index for place in event.marking])

    def test_histories_of_an_event_are_known(self):
        several = 0
        for name in ('peterson.ll_net', 'readers_3.pnml', 'dekker.ll_net'):
            prefix = Net.load(places.net(name)).prefix(dependency='read')
            for event in prefix:
                first = event.same
                self.assertIs(first.same, first)
                self.assertLessEqual(first.index, event.index)
                self.assertEqual(first.transition, event.transition)
                for condition, twin in zip(event.produces, first.produces):
                    self.assertIs(condition.same, twin.same)
                several += first is not event
            self.assertIn(f'{prefix.n_histories} histories of '
                          f'{prefix.n_events} events', repr(prefix))
        self.assertGreater(several, 50)

    def test_conflicts_can_be_left_out(self):
        net = Net.load(DINING)
        self.assertTrue(any(e.conflicts for e in net.prefix().events))
        self.assertFalse(any(e.conflicts
                             for e in net.prefix(conflicts=False).events))

    def test_the_run_is_marked(self):
        prefix = Net.load(DINING).prefix([Deadlock()])
        run = prefix.answers[0].run
        self.assertEqual(sorted(prefix.label(e) for e in prefix.events
                                if e.in_witness and e.transition),
                         sorted(run))

    def test_a_limit_leaves_a_part(self):
        net = Net.load(places.net('peterson.pnml'))
        prefix = net.prefix(cutoffs=False, max_events=10)
        self.assertIs(prefix.stop, Stop.EVENT_LIMIT)
        self.assertLess(len(prefix.events), 30)

    def test_mci_needs_a_complete_prefix(self):
        net = Net.load(DINING)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'dining.mci'
            net.prefix(complete=True, dependency='classic').write_mci(path)
            self.assertGreater(path.stat().st_size, 100)
            with self.assertRaises(punfpor.UsageError):
                net.prefix().write_mci(path)

    def test_the_prefix_is_a_net(self):
        net = Net.load(DINING)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'dining.pnml'
            prefix = net.prefix(complete=True, dependency='classic')
            prefix.write_pnml(path)
            back = Net.load(path)
            self.assertEqual(len(back.transitions), len(prefix.events) - 1)
            self.assertTrue(back.deadlock())
            with self.assertRaises(punfpor.UsageError):
                net.prefix().write_pnml(path)


class Graphs(unittest.TestCase):
    def setUp(self):
        self.prefix = Net.load(DINING).prefix()

    @unittest.skipUnless(networkx, 'networkx is not installed')
    def test_events(self):
        graph = self.prefix.to_networkx()
        self.assertEqual(graph.number_of_nodes(), len(self.prefix.events))
        self.assertTrue(networkx.is_directed_acyclic_graph(graph))
        event = self.prefix.events[-1]
        self.assertEqual(len(networkx.ancestors(graph, str(event)) - {'e0'}),
                         event.size - 1)
        self.assertEqual(graph.nodes[str(event)]['label'],
                         event.transition.name)
        self.assertIs(graph.nodes[str(event)]['item'], event)
        self.assertEqual(
            len(graph.graph['conflicts']),
            sum(len(event.conflicts) for event in self.prefix.events) // 2)

    @unittest.skipUnless(networkx, 'networkx is not installed')
    def test_conditions(self):
        graph = self.prefix.to_networkx(conditions=True)
        self.assertEqual(graph.number_of_nodes(), len(self.prefix.events)
                         + len(self.prefix.conditions))
        self.assertTrue(networkx.is_directed_acyclic_graph(graph))
        for source, target, kind in graph.edges(data='kind'):
            self.assertIn((graph.nodes[source]['kind'], kind),
                          {('condition', 'consume'), ('condition', 'read'),
                           ('event', 'produce')})
            self.assertNotEqual(graph.nodes[source]['kind'],
                                graph.nodes[target]['kind'])

    def test_the_error_without_networkx(self):
        with mock.patch.dict(sys.modules, {'networkx': None}):
            with self.assertRaisesRegex(ImportError, 'networkx'):
                self.prefix.to_networkx()


class Pictures(unittest.TestCase):
    def setUp(self):
        self.net = Net.load(DINING)
        self.prefix = self.net.prefix()

    def test_dot(self):
        self.assertTrue(self.prefix.dot().startswith('digraph'))
        self.assertGreater(len(self.prefix.dot(conditions=True)),
                           len(self.prefix.dot()))
        self.assertIn('a title', self.prefix.dot(title='a title'))

    def drawn(self, name='prefix.dot', **how):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            self.prefix.draw(path, **how)
            return path.read_bytes()

    def test_what_is_drawn(self):
        whole = self.drawn()
        self.assertIn(b'rankdir=LR', self.drawn(left_to_right=True))
        self.assertNotIn(b'rankdir=LR', whole)
        self.assertIn(b'style=dotted', whole)
        self.assertNotIn(b'style=dotted', self.drawn(companions=False))
        self.assertIn(b'label=<', whole)
        self.assertNotIn(b'label=<', self.drawn(legend=False))
        self.assertIn(b'merged process', self.drawn(merged=True))
        event = self.prefix.events[1]
        for focus in event, 'e1', event.transition, event.transition.label:
            part = self.drawn(focus=focus)
            self.assertIn(b'(of ', part)
            self.assertLess(len(part), len(whole))
        with self.assertRaises(UsageError):
            self.drawn(focus='no such transition')
        with self.assertRaises(UsageError):
            self.drawn(format='gif')

    def test_formats_of_pictures(self):
        for name, start in (('p.svg', b'<?xml'), ('p.pdf', b'%PDF'),
                            ('p.png', b'\x89PNG'), ('p.PNG', b'\x89PNG'),
                            ('p.txt', b'digraph')):
            try:
                self.assertTrue(self.drawn(name).startswith(start), name)
            except UsageError as fault:  # a library without pictures
                self.assertIn('libgvc', str(fault))
        self.assertTrue(self.drawn('p.svg', format='dot')
                        .startswith(b'digraph'))

    def test_the_merged_process(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'prefix.json'
            self.prefix.write_json(path)
            merged = json.loads(path.read_text('utf-8'))['merged']
        self.assertEqual(self.prefix.merged(),
                         (len(merged['place']), len(merged['transition']),
                          len(merged['cutoffs'])))

    def test_merged_processes(self):
        net = Net.load(places.net('readers_3.pnml'))
        direct = net.merged(dependency='read')
        made = net.merged(dependency='read', engine='prefix', order='foata')
        self.assertEqual(direct.events, made.events)
        self.assertEqual((len(direct.conditions), len(direct.events)), (8, 4))
        self.assertEqual([str(b) for b in direct.events[3].produces],
                         ['q #1'])
        self.assertTrue(direct.events[0].reads)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'x.dot'
            direct.draw(path)
            self.assertIn('merged process: 4 events', path.read_text('utf-8'))
        with self.assertRaises(UsageError):
            net.merged(max_events=2)

    def test_profiles(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'run.csv'
            with self.assertRaises(UsageError):
                self.prefix.write_profile(path)
            prefix = self.net.prefix(profile=True, engine='prefix')
            prefix.write_profile(path)
            self.assertIn(',histories,', path.read_text('utf-8').split()[0])
            path = path.with_suffix('.svg')
            prefix.write_profile(path, title='a title')
            self.assertIn('a title', path.read_text('utf-8'))

    def test_all_events_are_compared(self):
        self.assertEqual(self.prefix.compared, len(self.prefix.events))

    @unittest.skipUnless(shutil.which('dot'), 'Graphviz is not installed')
    def test_notebooks_get_svg(self):
        for thing, label in ((self.net, 'ph0_first'),
                             (self.prefix, 'ph0_first')):
            drawing = thing._repr_svg_()
            self.assertTrue(drawing.startswith('<svg'))
            self.assertTrue(drawing.rstrip().endswith('</svg>'))
            self.assertIn(label, drawing)

    def test_no_picture_without_dot(self):
        with mock.patch.object(shutil, 'which', lambda name: None):
            self.assertIsNone(self.net._repr_svg_())
            self.assertIsNone(self.prefix._repr_svg_())

    def test_no_picture_that_nobody_can_read(self):
        builder = Builder()
        for i in range(_drawing.LARGEST + 1):
            builder.place(f'p{i}')
        self.assertIsNone(builder.finish()._repr_svg_())
