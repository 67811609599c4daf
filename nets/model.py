"""Nets, and programs as nets, for generate.py and papers.py."""
import collections
import itertools
from xml.sax.saxutils import quoteattr


class Net:
    def __init__(self, name):
        self.name = name
        self.places = {}  # name -> marked
        self.transitions = {}  # name -> (pre, post, read), lists of places

    def place(self, name, marked=False):
        assert name not in self.places and name not in self.transitions, name
        self.places[name] = marked
        return name

    def transition(self, name, pre=(), post=(), read=()):
        """A place both consumed and produced is a read place."""
        assert name not in self.places and name not in self.transitions, name
        loop = [p for p in pre if p in post]
        pre = [p for p in pre if p not in loop]
        post = [p for p in post if p not in loop]
        read = list(dict.fromkeys([*read, *loop]))
        for p in [*pre, *post, *read]:
            assert p in self.places, p
        assert not set(read) & {*pre, *post}, name
        self.transitions[name] = (pre, post, read)

    def readers(self, place):
        return [t for t, (_, _, read) in self.transitions.items()
                if place in read]

    def replicated(self):
        """The same with a copy of a read place for each of its readers."""
        copies = {p: [f'{p}-{t}' for t in self.readers(p)] or [p]
                  for p in self.places}
        net = Net(self.name + '-pr')
        for p, marked in self.places.items():
            for copy in copies[p]:
                net.place(copy, marked)
        for t, (pre, post, read) in self.transitions.items():
            net.transition(t, [c for p in pre for c in copies[p]],
                           [c for p in post for c in copies[p]],
                           [f'{p}-{t}' for p in read])
        return net

    def ll_net(self):
        p_no = {p: i + 1 for i, p in enumerate(self.places)}
        t_no = {t: i + 1 for i, t in enumerate(self.transitions)}
        lines = ['PEP', 'PTNet', 'FORMAT_N', 'PL']
        for p, marked in self.places.items():
            mark = 'M1' if marked else ''
            lines.append(f'{p_no[p]}"{p}"{60 * p_no[p]}@60{mark}')
        lines.append('TR')
        for t in self.transitions:
            lines.append(f'{t_no[t]}"{t}"{60 * t_no[t]}@180')
        arcs = {'TP': [], 'PT': [], 'RA': []}
        for t, (pre, post, read) in self.transitions.items():
            arcs['TP'] += [f'{t_no[t]}<{p_no[p]}' for p in post]
            arcs['PT'] += [f'{p_no[p]}>{t_no[t]}' for p in pre]
            arcs['RA'] += [f'{t_no[t]}<{p_no[p]}' for p in read]
        for block, rows in arcs.items():
            if rows:
                lines += [block, *rows]
        return '\n'.join(lines) + '\n'

    def pnml(self):
        out = ['<?xml version="1.0" encoding="UTF-8"?>',
               '<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">',
               f'  <net id={quoteattr(self.name)} type='
               '"http://www.pnml.org/version-2009/grammar/ptnet">',
               f'    <name><text>{self.name}</text></name>',
               '    <page id="page">']

        def node(kind, name, extra=''):
            out.append(f'      <{kind} id={quoteattr(name)}>'
                       f'<name><text>{name}</text></name>{extra}</{kind}>')

        def arc(source, target):
            arc.count += 1
            out.append(f'      <arc id="arc.{arc.count}" '
                       f'source={quoteattr(source)} '
                       f'target={quoteattr(target)}/>')
        arc.count = 0

        for p, marked in self.places.items():
            node('place', p, '<initialMarking><text>1</text></initialMarking>'
                 if marked else '')
        for t in self.transitions:
            node('transition', t)
        for t, (pre, post, read) in self.transitions.items():
            for p in [*pre, *read]:
                arc(p, t)
            for p in [*post, *read]:
                arc(t, p)
        out += ['    </page>', '  </net>', '</pnml>']
        return '\n'.join(out) + '\n'


class Program(Net):
    """Threads that step between locations and share variables."""

    def __init__(self, name):
        super().__init__(name)
        self.domain = {}

    def variable(self, name, values, initial):
        self.domain[name] = list(values)
        for v in values:
            self.place(f'{name}_{v}', v == initial)

    def mutex(self, name):
        self.place(name, True)

    def locations(self, thread, names):
        for i, name in enumerate(names):
            self.place(f'{thread}_{name}', i == 0)

    def test(self, thread, here, there, variable, value):
        """[variable = value]: waits for the value, changes nothing."""
        self.transition(f'{thread}_{here}_if_{variable}_{value}',
                        [f'{thread}_{here}'], [f'{thread}_{there}'],
                        [f'{variable}_{value}'])

    def branch(self, thread, here, there, variable):
        """Reads the variable; there maps each value to the next location."""
        for value, target in there.items():
            self.test(thread, here, target, variable, value)

    def write(self, thread, here, there, variable, value, read=(), mark=''):
        """variable := value, whatever its value before."""
        for old in self.domain[variable]:
            self.transition(
                f'{thread}_{here}_set_{variable}_{value}{mark}_from_{old}',
                [f'{thread}_{here}', f'{variable}_{old}'],
                [f'{thread}_{there}', f'{variable}_{value}'], read)


Statement = collections.namedtuple('Statement',
                                   'text take put variable writes effect jump')


def of_own(what):
    """A constant as a function of the thread's own variables."""
    return what if callable(what) else lambda own: what


class Code:
    """The statements of a thread.  Each is one step.  It may consume a token,
    produce one (a mutex, a thread that starts or has ended) and access one
    variable.  For a value and the thread's own variables, its effect gives
    both after the step, or None to wait; its jump gives the next location."""

    def __init__(self, **own):
        self.own = own
        self.statements = []
        self.labels = {}

    def label(self, name):
        self.labels[name] = len(self.statements)

    def step(self, text, variable=None, effect=None, jump=None, take=None,
             put=None, writes=False):
        self.statements.append(Statement(
            text, of_own(take), of_own(put), variable, writes,
            effect or (lambda value, own: (value, own)),
            jump or (lambda value, own: None)))

    def lock(self, mutex):
        self.step('lock', take=mutex)

    def unlock(self, mutex, variable=None, effect=None):
        """The statements under the mutex may be part of its unlocking."""
        self.step('unlock', variable, effect, put=mutex)

    def get(self, own, variable):
        """own := variable"""
        self.step(f'get_{variable}', variable,
                  lambda value, env: (value, {**env, own: value}))

    def set(self, variable, value):
        """variable := value, which may be a function of the thread's own."""
        self.step(f'set_{variable}', variable,
                  lambda _, own: (of_own(value)(own), own), writes=True)

    def let(self, own, value):
        """own := value, which may be a function of the thread's own."""
        self.step(f'let_{own}', None,
                  lambda _, env: (None, {**env, own: of_own(value)(env)}))

    def jump_if(self, variable, test, label):
        """if test(variable, own): goto label"""
        self.step(f'if_{variable}', variable,
                  jump=lambda value, own: label if test(value, own) else None)

    def go_to(self, label):
        """An empty statement, without a step."""
        self.statements.append(label)

    def create(self, thread):
        self.step(f'create_{thread}', put=f'{thread}_created')

    def join(self, thread):
        self.step(f'join_{thread}', take=f'{thread}_ended')


class Pthreads(Program):
    """POSIX threads.  The first step of a created thread starts it; its last
    step ends it, so that it can be joined.  Threads are given before main,
    which creates them."""

    def __init__(self, name, races=False):
        """races: threads share variables without a mutex.  A write that leaves
        the value unchanged is then a read in the net, but a write for the
        paper's tool; indep() gives the relation of that tool."""
        super().__init__(name)
        self.races = races
        self.same = {}  # transition -> places that it writes without a change

    def indep(self):
        """The pairs that are independent under `read` if such a write consumes
        and produces the place."""
        strong, touched = {}, {}
        for t, (pre, post, read) in self.transitions.items():
            strong[t] = {*pre, *post, *self.same.get(t, ())}
            touched[t] = strong[t] | {*read}
        return ''.join(f'{t} {u}\n'
                       for t, u in itertools.combinations(strong, 2)
                       if not (strong[t] & touched[u] or
                               touched[t] & strong[u]))

    def thread(self, name, code):
        whole = Code(**code.own)
        whole.step('start', take=self.place(f'{name}_created'))
        whole.statements += code.statements
        whole.labels = {label: i + 1 for label, i in code.labels.items()}
        whole.step('end', put=self.place(f'{name}_ended'))
        self.compile(name, whole)

    def main(self, code):
        self.compile('main', code)

    def compile(self, thread, code):
        """A place for each state that the thread can be in if all variables
        may have any value of their domain at any time."""
        first = self.location(code, 0, code.own)
        known, todo = {first}, [first]
        self.place(place_name(thread, first), True)
        for state in todo:
            for value, after in self.moves(code, state):
                if after not in known:
                    known.add(after)
                    todo.append(after)
                    self.place(place_name(thread, after))
                self.move(thread, code, state, value, after)

    def location(self, code, pc, own):
        while pc < len(code.statements) and isinstance(code.statements[pc],
                                                       str):
            pc = code.labels[code.statements[pc]]
        return pc, tuple(sorted(own.items()))

    def moves(self, code, state):
        """((value before, after), state after) for each possible step."""
        pc, own = state
        if pc == len(code.statements):
            return
        step = code.statements[pc]
        for old in self.domain.get(step.variable, [None]):
            done = step.effect(old, dict(own))
            # The declared domain is what the program reaches.
            if not done or (step.variable and
                            done[0] not in self.domain[step.variable]):
                continue
            label = step.jump(old, dict(own))
            after = pc + 1 if label is None else code.labels[label]
            yield (old, done[0]), self.location(code, after, done[1])

    def move(self, thread, code, state, value, after):
        step, own = code.statements[state[0]], dict(state[1])
        take, put = step.take(own), step.put(own)
        here, there = place_name(thread, state), place_name(thread, after)
        pre = [here] + ([take] if take else [])
        post = [there] + ([put] if put else [])
        text = f'{here}_{step.text}'
        if step.variable:
            pre.append(f'{step.variable}_{value[0]}')
            post.append(f'{step.variable}_{value[1]}')
            text += f'_{value[0]}'
        self.transition(text, pre, post)
        if step.writes and value[0] == value[1]:
            self.same[text] = {f'{step.variable}_{value[0]}'}


def place_name(thread, state):
    return f'{thread}_{state[0]}' + ''.join(f'_{k}{v}' for k, v in state[1])
