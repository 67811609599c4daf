"""Nets: loading, building, what they consist of, writing."""
import errno
import gc
import pathlib
import tempfile
import unittest
import weakref

try:
    import networkx
except ImportError:
    networkx = None

import places
import punfpor
from punfpor import Builder, Net

DINING = places.net('dining_3.pnml')
FIGURE = places.net('concur15_fig2.ll_net')


def names(nodes):
    return [node.name for node in nodes]


def two_steps():
    """p1 -> t1 -> p2 -> t2 -> p3, and t2 reads q."""
    return (Builder('two steps').place('p1', marked=True).place('p2')
            .place('p3', label='the end').place('q', marked=True)
            .transition('t1', consumes=['p1'], produces=['p2'])
            .transition('t2', ['p2'], ['p3'], ['q'], label='last').finish())


class Cheapest(unittest.TestCase):
    def test_costs(self):
        net = Net.load(places.net('order.lola'))
        answer = net.cheapest('ship')
        self.assertEqual((answer.value, len(answer.run)), (4, 4))
        self.assertEqual(net.cheapest('ship', {'pay': 10, 'check': 0}).value,
                         12)
        self.assertFalse(net.cheapest('to_check !to_pay !paid end'))
        with self.assertRaises(punfpor.UsageError):
            net.cheapest('ship', {'pay': -1})


class Relations(unittest.TestCase):
    def test_words(self):
        relations = Net.load(places.net('order.lola')).relations()
        self.assertEqual(relations['check', 'pay'], 'concurrent')
        self.assertEqual(relations['ship', 'pay'], 'after')
        self.assertEqual(relations['pay', 'give_up'], 'exclusive')
        self.assertEqual(
            [(a.name, b.name) for a, b in relations.pairs('before')],
            [('receive', 'check'), ('receive', 'pay'), ('receive', 'give_up'),
             ('receive', 'ship'), ('check', 'ship'), ('pay', 'ship')])
        with self.assertRaises(punfpor.UnknownNameError):
            relations['check', 'nothing']

    def test_files(self):
        relations = two_steps().relations()
        with tempfile.TemporaryDirectory() as folder:
            for name, begin in (('x.csv', 'transition,'), ('x.json', '{'),
                                ('x', 'digraph relations')):
                path = pathlib.Path(folder, name)
                relations.write(path)
                self.assertTrue(path.read_text().startswith(begin), name)

    def test_limits(self):
        with self.assertRaises(punfpor.LimitError):
            Net.load(DINING).relations(max_events=3)


class Concurrency(unittest.TestCase):
    def test_places(self):
        for engine in ('symbolic', 'prefix'):
            net = Net.load(DINING)
            together = net.concurrent_places(engine=engine)
            rows = together.matrix()
            self.assertTrue(together['ph0_think', 'ph1_eat'])
            self.assertFalse(together['ph0_eat', 'ph1_eat'])
            self.assertEqual(rows, [list(row) for row in zip(*rows)])
            self.assertTrue(all(rows[a][a] for a in range(len(rows))))

    def test_transitions(self):
        together = Net.load(places.net('order.lola')).concurrent_transitions()
        self.assertTrue(together['check', 'pay'])
        self.assertFalse(together['ship', 'pay'])
        with tempfile.TemporaryDirectory() as folder:
            for name, begin in (('x.csv', 'transition,'), ('x.svg', '<svg'),
                                ('x', '1\n')):
                path = pathlib.Path(folder, name)
                together.write(path)
                self.assertTrue(path.read_text().startswith(begin), name)

    def test_limits(self):
        with self.assertRaises(punfpor.LimitError):
            Net.load(DINING).concurrent_places(engine='prefix', max_events=3)

    @unittest.skipUnless(networkx, 'networkx is not installed')
    def test_graph(self):
        graph = Net.load(DINING).concurrent_transitions().to_networkx()
        self.assertEqual(len(graph), 9)


class Loading(unittest.TestCase):
    def test_both_formats(self):
        net = Net.load(DINING)
        self.assertEqual((len(net.places), len(net.transitions)), (12, 9))
        net = Net.load(str(FIGURE))
        self.assertEqual((len(net.places), len(net.transitions)), (6, 3))

    def test_from_memory(self):
        loaded = Net.load(DINING)
        for data in (DINING.read_bytes(), bytearray(DINING.read_bytes()),
                     DINING.read_text()):
            self.assertEqual(Net.parse(data).places, loaded.places)

    def test_a_missing_file(self):
        with self.assertRaises(punfpor.InputError) as caught:
            Net.load('/nonexistent.pnml')
        self.assertEqual(caught.exception.file, '/nonexistent.pnml')
        self.assertIn('/nonexistent.pnml', str(caught.exception))
        self.assertEqual(caught.exception.code, 2)
        for wrong in (lambda: Net.load('/nonexistent.pnml'),
                      lambda: two_steps().replay(pathlib.Path('/nonexistent')),
                      lambda: two_steps().deadlock(dependency='/nonexistent'),
                      lambda: punfpor.PrefixFile.load('/nonexistent')):
            with self.assertRaises(punfpor.MissingFileError) as caught:
                wrong()
            self.assertIsInstance(caught.exception, FileNotFoundError)
            self.assertEqual(caught.exception.errno, errno.ENOENT)
            self.assertEqual(caught.exception.filename, caught.exception.file)
        with self.assertRaises(punfpor.InputError) as caught:
            Net.load('/')
        self.assertNotIsInstance(caught.exception, FileNotFoundError)

    def test_a_fault_has_its_line_and_column(self):
        text = DINING.read_text()
        line = next(i for i, row in enumerate(text.splitlines(), 1)
                    if '<arc ' in row)
        with self.assertRaises(punfpor.InputError) as caught:
            Net.parse(text.replace('<arc ', '<ark ', 1), name='bad.pnml')
        self.assertEqual(caught.exception.file, 'bad.pnml')
        self.assertGreaterEqual(caught.exception.line, line)
        self.assertTrue(caught.exception.message)
        self.assertTrue(str(caught.exception).startswith(
            f'bad.pnml:{caught.exception.line}:'))

    def test_errors_are_of_one_family(self):
        with self.assertRaises(punfpor.Error):
            Net.parse(b'')
        with self.assertRaises(ValueError):
            Net.parse(b'')


class Nodes(unittest.TestCase):
    def test_places_and_transitions_are_plain_objects(self):
        net = two_steps()
        self.assertEqual(net.name, 'two steps')
        self.assertEqual(names(net.places), ['p1', 'p2', 'p3', 'q'])
        self.assertEqual([place.marked for place in net.places],
                         [True, False, False, True])
        t2 = net.transitions[1]
        self.assertEqual((t2.index, t2.id, t2.label, t2.name, str(t2)),
                         (1, 't2', 'last', 't2', 't2'))
        self.assertEqual(names(t2.consumes), ['p2'])
        self.assertEqual(names(t2.reads), ['q'])
        self.assertEqual(names(t2.produces), ['p3'])
        self.assertIsNone(net.transitions[0].label)

    def test_nodes_are_found_by_id_and_by_name(self):
        net = two_steps()
        self.assertIs(net.transition('t2'), net.transitions[1])
        self.assertIs(net.transition('last'), net.transitions[1])
        self.assertIs(net.place('the end'), net.places[2])
        with self.assertRaises(punfpor.UsageError) as caught:
            net.place('p9')
        self.assertIn('p9', str(caught.exception))

    def test_nodes_are_a_container(self):
        net = two_steps()
        self.assertEqual(len(net.transitions), 2)
        self.assertEqual(names(net.transitions), ['t1', 't2'])
        t2 = net.transitions[1]
        for key in (1, -1, 't2', 'last'):
            self.assertIs(net.transitions[key], t2)
        self.assertEqual(net.transitions[1:], (t2,))
        self.assertEqual(list(reversed(net.transitions))[0], t2)
        for item in ('t2', 'last', t2):
            self.assertIn(item, net.transitions)
        for item in ('p1', 't3', 1, None, net.places[1],
                     Net.load(DINING).transitions[1]):
            self.assertNotIn(item, net.transitions)
        for key, kind in ((2, IndexError), ('t3', KeyError)):
            with self.assertRaises(kind):
                net.transitions[key]
        self.assertEqual(net.transitions, two_steps().transitions)
        self.assertNotEqual(net.transitions, net.places)

    def test_nodes_outlive_the_net(self):
        net = two_steps()
        nodes = net.transitions
        net.close()
        self.assertEqual(names(nodes), ['t1', 't2'])


class Building(unittest.TestCase):
    def test_a_self_loop_is_a_read_arc(self):
        net = (Builder().place('p', marked=True)
               .transition('t', ['p'], ['p']).finish())
        self.assertEqual(names(net.transitions[0].reads), ['p'])
        self.assertEqual(net.transitions[0].consumes, ())
        self.assertEqual(net.name, '')

    def test_arcs_may_come_one_by_one(self):
        net = (Builder().place('p', marked=True).place('q').place('r')
               .transition('t').consume('p', 't').produce('t', 'q')
               .read('r', 't').finish())
        t = net.transitions[0]
        self.assertEqual([names(t.consumes), names(t.reads),
                          names(t.produces)], [['p'], ['r'], ['q']])

    def test_faults_are_named(self):
        builder = Builder().place('p')
        for fault, word in (
                (lambda: builder.place('p'), 'p'),
                (lambda: builder.place(''), ''),
                (lambda: builder.place('a\0b'), 'zero byte'),
                (lambda: builder.transition('t', ['nowhere']), 'nowhere'),
                (lambda: builder.consume('p', 'nothing'), 'nothing')):
            with self.assertRaises(punfpor.Error) as caught:
                fault()
            self.assertIn(word, str(caught.exception))

    def test_a_weight_of_two_is_never_met(self):
        builder = Builder().place('p', marked=True).place('q')
        builder.transition('t', ['p', 'p'], ['q'])
        self.assertFalse(builder.finish().reach('t'))

    def test_a_finished_builder_is_finished(self):
        builder = Builder().place('p')
        builder.finish()
        with self.assertRaises(punfpor.UsageError):
            builder.place('q')
        with self.assertRaises(punfpor.UsageError):
            builder.finish()


class Writing(unittest.TestCase):
    def test_both_formats_can_be_read_again(self):
        net = Net.load(FIGURE)
        with tempfile.TemporaryDirectory() as folder:
            for name in ('net.pnml', 'net.ll_net'):
                path = pathlib.Path(folder) / name
                net.write(path)
                again = Net.load(path)
                self.assertEqual(names(again.places), names(net.places))
                self.assertEqual(names(again.transitions),
                                 names(net.transitions))

    def test_a_file_that_cannot_be_written(self):
        with self.assertRaises(punfpor.Error) as caught:
            Net.load(FIGURE).write('/nonexistent/net.pnml')
        self.assertEqual(caught.exception.file, '/nonexistent/net.pnml')

    def test_drawing(self):
        drawing = two_steps().dot()
        self.assertTrue(drawing.startswith('digraph'))
        for label in ('p1', 't2'):
            self.assertIn(label, drawing)


class Lifetime(unittest.TestCase):
    def test_a_closed_net_can_be_asked_nothing(self):
        with two_steps() as net:
            self.assertTrue(net.reach('t2'))
        self.assertIn('closed', repr(net))
        for use in (net.deadlock, net.dot, net.prefix, lambda: net.name):
            with self.assertRaises(punfpor.UsageError):
                use()
        net.close()

    def test_the_handle_is_freed_with_the_net(self):
        net = two_steps()
        handle = weakref.ref(net._handle)
        net.deadlock()
        del net
        gc.collect()
        self.assertIsNone(handle())

    def test_a_prefix_keeps_its_net(self):
        net = two_steps()
        prefix = net.prefix()
        net.close()
        del net
        gc.collect()
        self.assertIn('t2', prefix.dot())
