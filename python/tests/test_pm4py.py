"""Nets of pm4py, imitated."""
import unittest

import imitation
from imitation import PetriNet, add_arc
from punfpor import InputError, Net, Sound, align


def node(nodes, name):
    return next(node for node in nodes if node.name == name)


class Conversion(unittest.TestCase):
    def setUp(self):
        self.net, self.initial, self.final = imitation.workflow()

    def build(self):
        return Net.from_pm4py(self.net, self.initial)

    def refused(self, *words):
        with self.assertRaises(InputError) as caught:
            self.build()
        for word in words:
            self.assertIn(word, str(caught.exception))

    def test_ids_names_and_order(self):
        net = self.build()
        self.assertEqual(net.name, 'order')
        self.assertEqual([place.id for place in net.places],
                         ['p1', 'p2', 'p3', 'p4', 'sink', 'source'])
        self.assertEqual([(t.id, t.label) for t in net.transitions],
                         [('t1', 'register'), ('t2', 'pay'), ('t3', 'ship'),
                          ('t4', None)])
        self.assertEqual([place.id for place in net.places if place.marked],
                         ['source'])

    def test_questions(self):
        net = self.build()
        self.assertEqual(net.reach('ship').run, ['t1', 't3'])
        self.assertEqual([step.label for step in net.reach('ship').steps],
                         ['register', 'ship'])
        answer = net.marking(self.final, exact=True)
        self.assertIsNone(answer.steps[-1].label)  # the silent step
        self.assertEqual(sorted(answer.run), ['t1', 't2', 't3', 't4'])
        self.assertTrue(net.reach(node(self.net.transitions, 't4')))
        self.assertEqual(net.deadlock().run[-1], 't4')
        self.assertEqual(len(net.prefix().events), 5)

    def test_soundness_takes_the_final_marking(self):
        net = Net.from_pm4py(self.net, self.initial, self.final)
        self.assertTrue(net.ask([Sound()])[0])
        wrong = {node(self.net.places, 'p3'): 1}
        net = Net.from_pm4py(self.net, self.initial, wrong)
        answer = net.ask([Sound(weak=True)])[0]
        self.assertFalse(answer)
        self.assertEqual(answer.failure, 'the end can be lost')
        self.assertIsNotNone(answer.run)

    def test_nodes_of_pm4py_are_found(self):
        net = self.build()
        for step in self.net.transitions:
            self.assertIn(step, net.transitions)
            self.assertEqual(net.transitions[step.name].label, step.label)
        self.assertIn('pay', net.transitions)
        self.assertNotIn(PetriNet.Transition('t5', 'cancel'), net.transitions)

    def test_a_self_loop_is_a_read_arc(self):
        pay = node(self.net.transitions, 't2')
        desk = PetriNet.Place('desk')
        self.net.places.add(desk)
        self.initial[desk] = 1
        add_arc(self.net, desk, pay)
        add_arc(self.net, pay, desk)
        self.assertEqual([place.id for place
                          in self.build().transition('t2').reads], ['desk'])

    def test_weights(self):
        """Two payments are asked for, and each is a step of its own."""
        for arc in self.net.arcs:
            if (arc.source.name, arc.target.name) in (('t1', 'p1'),
                                                      ('p3', 't4')):
                arc.weight = 2
        net = Net.from_pm4py(self.net, self.initial, self.final, tokens=2)
        self.assertTrue(net.ask([Sound()])[0])
        done = net.marking(net.final_marking, exact=True)
        self.assertEqual(sorted(done.run), ['t1', 't2', 't2', 't3', 't4'])
        self.assertEqual(net.bound('p1').value, 2)
        self.assertFalse(self.build().ask([Sound()])[0])
        arc.weight = 0
        with self.assertRaises(ValueError):
            self.build()

    def test_tokens(self):
        self.initial[node(self.net.places, 'source')] = 3
        net = Net.from_pm4py(self.net, self.initial)
        self.assertEqual(net.bound('sink').value, 3)
        self.assertTrue(net.ask([Sound()])[0])
        self.final[node(self.net.places, 'sink')] = 3
        net = Net.from_pm4py(self.net, self.initial, self.final)
        self.assertEqual(net.final_marking, {net.places['sink']: 3})
        self.assertTrue(net.ask([Sound()])[0])
        self.assertTrue(net.marking(net.final_marking, exact=True))
        self.final[node(self.net.places, 'sink')] = 2
        net = Net.from_pm4py(self.net, self.initial, self.final)
        self.assertEqual(net.ask([Sound()])[0].failure,
                         'the end can be lost')
        self.initial[node(self.net.places, 'source')] = -1
        with self.assertRaises(ValueError):
            self.build()

    def test_alignments(self):
        net = Net.from_pm4py(self.net, self.initial, self.final)
        events = [{'concept:name': name} for name in ('register', 'ship')]
        found = align(net, events)
        self.assertEqual(found.cost, 10001)
        self.assertEqual(sorted(map(str, found.moves)), [
            '>>/t2', '>>/t4', 'register/t1', 'ship/t3'])

    def test_a_net_of_silent_steps(self):
        net, initial, final = imitation.workflow()
        for transition in net.transitions:
            transition.label = None
        found = align(Net.from_pm4py(net, initial, final), [])
        self.assertEqual(found.cost, 4)

    def test_the_final_marking(self):
        net = Net.from_pm4py(self.net, self.initial, self.final)
        self.assertEqual(net.final_marking, (net.places['sink'],))
        self.assertTrue(net.marking(net.final_marking, exact=True))
        self.assertIsNone(self.build().final_marking)
        with self.assertRaises(InputError) as caught:
            Net.from_pm4py(self.net, self.initial, imitation.workflow()[2])
        self.assertIn("the final marking has a place 'sink'",
                      str(caught.exception))

    def test_inhibitor_arcs(self):
        add_arc(self.net, node(self.net.places, 'p1'),
                node(self.net.transitions, 't3'), kind='inhibitor')
        self.assertEqual(self.build().reach('ship').run, ['t1', 't2', 't3'])

    def test_reset_arcs(self):
        add_arc(self.net, node(self.net.places, 'p1'),
                node(self.net.transitions, 't3'), kind='reset')
        net = Net.from_pm4py(self.net, self.initial, self.final)
        answer = net.ask([Sound()])[0]
        self.assertEqual(answer.failure, 'the end can be lost')
        self.assertEqual(answer.run, ['t1', 't3'])

    def test_other_arcs(self):
        add_arc(self.net, node(self.net.places, 'p1'),
                node(self.net.transitions, 't3'), kind='transport')
        self.refused("from 'p1' to 't3'", "'transport'")

    def test_inhibitor_arcs_from_transitions(self):
        add_arc(self.net, node(self.net.transitions, 't3'),
                node(self.net.places, 'p1'), kind='inhibitor')
        self.refused("from 't3' to 'p1'", "'inhibitor'")

    def test_names_that_are_shared(self):
        self.net.transitions.add(PetriNet.Transition('t1', 'again'))
        self.refused("transitions", "'t1'")

    def test_a_marking_of_another_net(self):
        self.initial = imitation.workflow()[1]
        self.refused("'source'")

    def test_arcs_to_another_net(self):
        other = imitation.workflow()[0]
        add_arc(self.net, node(self.net.places, 'p1'),
                node(other.transitions, 't4'))
        self.refused("from 'p1' to 't4'")

    def test_a_shared_label_is_no_address(self):
        node(self.net.transitions, 't3').label = 'pay'
        net = self.build()
        with self.assertRaises(ValueError):
            net.reach('pay')
        self.assertTrue(net.reach('t3'))
