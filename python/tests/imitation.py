"""What the tests need of pm4py's classes, which Debian does not have.

As in pm4py.objects.petri_net.obj, nodes and arcs are compared by identity and
kept in sets, so that their order differs from run to run.
"""
import collections


class Marking(collections.Counter):
    pass


class PetriNet:
    def __init__(self, name=''):
        self.name = name
        self.places, self.transitions, self.arcs = set(), set(), set()

    class Place:
        def __init__(self, name):
            self.name = name
            self.in_arcs, self.out_arcs, self.properties = set(), set(), {}

    class Transition:
        def __init__(self, name, label=None):
            self.name, self.label = name, label
            self.in_arcs, self.out_arcs, self.properties = set(), set(), {}

    class Arc:
        def __init__(self, source, target, weight=1):
            self.source, self.target, self.weight = source, target, weight
            self.properties = {}


def add_arc(net, source, target, weight=1, kind=None):
    arc = PetriNet.Arc(source, target, weight)
    if kind:
        arc.properties['arctype'] = kind
    net.arcs.add(arc)
    source.out_arcs.add(arc)
    target.in_arcs.add(arc)
    return arc


def workflow():
    """start -> register -> a parallel pay and ship -> a silent step -> end,
    with initial and final marking."""
    net = PetriNet('order')
    place = {name: PetriNet.Place(name) for name in
             ('source', 'p1', 'p2', 'p3', 'p4', 'sink')}
    step = {name: PetriNet.Transition(name, label) for name, label in
            (('t1', 'register'), ('t2', 'pay'), ('t3', 'ship'), ('t4', None))}
    node = {**place, **step}
    net.places |= set(place.values())
    net.transitions |= set(step.values())
    for source, target in (('source', 't1'), ('t1', 'p1'), ('t1', 'p2'),
                           ('p1', 't2'), ('p2', 't3'), ('t2', 'p3'),
                           ('t3', 'p4'), ('p3', 't4'), ('p4', 't4'),
                           ('t4', 'sink')):
        add_arc(net, node[source], node[target])
    return (net, Marking({place['source']: 1}), Marking({place['sink']: 1}))
