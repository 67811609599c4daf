"""Prefixes as JSON, compared with the prefix in memory and with the token
game."""
import json
import pathlib
import tempfile
import unittest

import punfpor
from punfpor import Deadlock, Net, PrefixFile

import places


def written(prefix):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'prefix.json'
        prefix.write_json(path)
        return PrefixFile.load(path)


def indices(nodes):
    return [node.index for node in nodes]


def fire(net, marking, t):
    """The marking after transition t; AssertionError if it cannot fire."""
    consumes, reads = set(net['consumes'][t]), set(net['reads'][t])
    assert consumes | reads <= marking
    return (marking - consumes) | set(net['produces'][t])


class PrefixFiles(unittest.TestCase):

    def examples(self):
        for name in ('dining_3.pnml', 'readers_3.ll_net', 'szymanski.ll_net'):
            net = Net.load(places.net(name))
            for engine in ('por', 'prefix'):
                for relation in ('read', 'classic', 'none'):
                    yield net.prefix([Deadlock()], engine=engine,
                                     dependency=relation, max_events=3000,
                                     steps=True)

    def test_the_file_has_the_prefix(self):
        for prefix in self.examples():
            file = written(prefix)
            self.assertEqual(
                (file.n_histories, file.n_events, file.n_conditions),
                (prefix.n_histories, prefix.n_events, prefix.n_conditions))
            for event in prefix.events:
                e = event.index
                self.assertEqual(file.label(e), prefix.label(event))
                self.assertEqual(file.causes(e), indices(event.causes))
                self.assertEqual(file.conflicts(e), indices(event.conflicts))
                self.assertEqual(e in file.companions, event.cutoff)
                self.assertEqual(len(file.past(e)), event.size)
                for key in ('consumes', 'reads', 'produces'):
                    self.assertEqual(file.document['events'][key][e],
                                     indices(getattr(event, key)))

    def test_markings_are_those_of_the_token_game(self):
        for prefix in self.examples():
            file = written(prefix)
            net = file.document['net']
            for e in range(0, file.n_histories + 1, 7):
                marking = set(net['marked'])
                for x in file.past(e):
                    marking = fire(net, marking,
                                   file.document['events']['transition'][x])
                self.assertEqual(file.marking(e), sorted(marking))
                self.assertEqual(indices(prefix.events[e].marking),
                                 sorted(marking))

    def test_runs_are_events(self):
        runs = 0
        for prefix in self.examples():
            file = written(prefix)
            question, = file.document['questions']
            self.assertEqual(question['question'], 'deadlock')
            self.assertEqual(question['verdict'],
                             'unreachable' if question['run'] is None
                             else 'reachable')
            if question['run'] is None:
                continue
            runs += 1
            self.assertEqual(question['run'], list(prefix.answers[0].run))
            self.assertEqual([file.label(e) for e in question['events']],
                             question['run'])
        self.assertGreater(runs, 5)

    def test_steps_visit_configurations(self):
        for prefix in self.examples():
            file = written(prefix)
            kinds = {step[0] for step in file.document['steps']}
            if file.document['engine'] == 'prefix':
                self.assertEqual(kinds, {'insert'})
                continue
            self.assertIn('pass', kinds)
            configuration, asleep = [], []
            for kind, *rest in file.document['steps']:
                if kind in ('add', 'guided') and rest[0] is not None:
                    for cause in file.causes(rest[0]):
                        self.assertIn(cause, [0, *configuration])
                if kind in ('add', 'guided'):
                    configuration.append(rest[0])
                elif kind == 'disable':
                    self.assertEqual(configuration.pop(), rest[0])
                    asleep.append(rest[0])
                elif kind == 'remove':
                    self.assertEqual(asleep.pop(), rest[0])

    def test_a_limit_is_named(self):
        net = Net.load(places.net('dining_3.pnml'))
        part = written(net.prefix(max_events=4)).document
        self.assertFalse(part['complete'])
        self.assertEqual(part['stop'], 'event limit')
        whole = written(net.prefix()).document
        self.assertTrue(whole['complete'])
        self.assertEqual(whole['steps'], [])

    def test_other_documents_are_refused(self):
        for text in ('{', '[]', '{}',
                     '{"format": "punf-por prefix", "schema": 0}'):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / 'some.json'
                path.write_text(text, encoding='utf-8')
                with self.assertRaises(punfpor.InputError):
                    PrefixFile.load(path)
        with self.assertRaises(punfpor.InputError):
            PrefixFile.load(places.net('.'))

    def test_odd_names_survive(self):
        builder = punfpor.Builder('</script>\u202e"\\')
        builder.place('\u05e9\u05dc', marked=True)
        builder.transition('<!--\u2028', consumes=['\u05e9\u05dc'])
        with builder.finish() as net:
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / 'odd.json'
                net.prefix().write_json(path)
                text = path.read_text(encoding='ascii')
        self.assertNotIn('<', text)
        document = json.loads(text)
        self.assertEqual(document['net']['name'], '</script>\u202e"\\')
        self.assertEqual(document['net']['places'], ['\u05e9\u05dc'])
        self.assertEqual(document['net']['transitions'], ['<!--\u2028'])
