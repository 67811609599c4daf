"""Histories, events and conditions: every output has the same numbers."""
import html
import json
import pathlib
import re
import tempfile
import unittest

import places
from punfpor import Net
from punfpor.prefix_file import PrefixFile

NETS = ('peterson.ll_net', 'readers_3.ll_net', 'rwlock_2_1.pnml',
        'dekker-pr.ll_net', 'concur15_fig2.ll_net', 'dining_3.pnml')
SIZES = ('histories', 'events', 'conditions')


def of_table(text):
    """The rows of --stats."""
    rows = dict(re.findall(r'^(\w+) +(\d+)  ', text, re.MULTILINE))
    return tuple(int(rows[name]) for name in SIZES)


def of_label(text):
    """The title of a drawing."""
    found = re.search(r'(?:(\d+) histor\w+ of )?(\d+) events?, .*, '
                      r'(\d+) conditions?', text)
    events = int(found[2])
    return int(found[1] or events), events, int(found[3])


def of_document(document):
    return tuple(document['sizes'][name] for name in SIZES)


@unittest.skipUnless(places.TOOL, 'punf-por was not found')
class Sizes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ask(self, net, *options):
        done = places.run(places.TOOL, places.net(net), *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def outputs(self, net, *options):
        """The name of each output of the tool, with the numbers that it has."""
        drawing, document, page = (self.folder / name for name in
                                   ('p.dot', 'p.json', 'p.html'))
        stats = json.loads(self.ask(net, '--json', '-q', *options))['stats']
        yield 'json', tuple(stats[name] for name in SIZES)
        yield 'stats', of_table(self.ask(
            net, '--stats', '--dot', drawing, '--dot-conditions',
            '--prefix-json', document, '--html', page, *options))
        yield 'dot', of_label(drawing.read_text('utf-8'))
        yield 'prefix-json', of_document(json.loads(document.read_text()))
        data = re.search(r'<script type="application/json" id="data">(.*?)'
                         r'</script>', page.read_text('utf-8'), re.DOTALL)
        yield 'html', of_document(json.loads(data[1]))
        file = PrefixFile.load(document)
        yield 'file', (file.n_histories, file.n_events, file.n_conditions)

    def examples(self):
        for net in NETS:
            for engine in 'por', 'prefix':
                for relation in 'none', 'classic', 'read':
                    yield net, engine, relation

    def test_every_output_has_the_same_numbers(self):
        several = 0
        for net, engine, relation in self.examples():
            prefix = Net.load(places.net(net)).prefix(
                engine=engine, dependency=relation)
            sizes = prefix.n_histories, prefix.n_events, prefix.n_conditions
            self.assertEqual(sizes,
                             tuple(prefix.figures[name] for name in SIZES))
            for what, numbers in self.outputs(
                    net, '--engine', engine, '--dependency', relation):
                self.assertEqual(numbers, sizes,
                                 (net, engine, relation, what))
            if relation != 'read':
                self.assertEqual(prefix.n_histories, prefix.n_events)
            several += prefix.n_histories > prefix.n_events
        self.assertGreaterEqual(several, 8)

    def test_peterson(self):
        for _, sizes in self.outputs('peterson.ll_net'):
            self.assertEqual(sizes, (33, 27, 44))
