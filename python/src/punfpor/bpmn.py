"""BPMN 2.0 processes as nets, so that their soundness can be asked.

    import punfpor
    from punfpor import bpmn

    net = bpmn.load('claim.bpmn')
    answer = net.ask([punfpor.Sound()])[0]
    print(answer.verdict, answer.failure)

    python3 -m punfpor.bpmn claim.bpmn claim.pnml

A sequence flow is a place, named after what it connects; tasks are
transitions with their names as labels, events and gateways silent ones.  Each
end event has a place of its own, and a marking of such places alone is final.
Tasks and events with several incoming flows happen once for each token, as in
BPMN; those with several outgoing ones put a token on each.  Two tokens that
reach one end event are a lack of synchronisation.

Modelled are tasks of all kinds, call activities (as tasks), events without a
definition, of messages, of conditions and of links, exclusive, event-based and
parallel gateways, inclusive ones where they are structured (see _Inclusive),
and embedded sub-processes with one end.  An interrupting boundary event of a
task (of a message, a condition, an error or an escalation) is what can happen
in place of the task.  Data, lanes, texts and pictures do not matter.  With
`untimed`, timers are events that happen at any time; without it they are
refused.  Everything else is refused by InputError with its element and id:
signals, terminate, boundary events of sub-processes and those that do not
interrupt, compensation, transactions, ad-hoc and event sub-processes, complex
gateways, and messages between pools.
"""
from __future__ import annotations

import collections
import dataclasses
import sys
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Optional

from punfpor import errors
from punfpor._bpmn_file import Element, parse as parse_file, read
from punfpor.builder import Builder
from punfpor.net import Net
from punfpor.options import Path

TASKS = {'task', 'userTask', 'serviceTask', 'sendTask', 'receiveTask',
         'manualTask', 'scriptTask', 'businessRuleTask', 'callActivity'}
EVENTS = {'startEvent', 'endEvent', 'intermediateCatchEvent',
          'intermediateThrowEvent'}
CHOICES = {'exclusiveGateway', 'eventBasedGateway'}
GATEWAYS = CHOICES | {'parallelGateway', 'inclusiveGateway'}
NODES = TASKS | EVENTS | GATEWAYS | {'subProcess', 'boundaryEvent'}
DEFINITIONS = {
    'startEvent': {'message', 'conditional'},
    'endEvent': {'message'},
    'intermediateCatchEvent': {'message', 'conditional', 'link'},
    'intermediateThrowEvent': {'message', 'link'},
    'boundaryEvent': {'message', 'conditional', 'error', 'escalation'}}
TIMED = {'startEvent', 'intermediateCatchEvent', 'boundaryEvent'}
WITHOUT_EFFECT = {
    'association', 'auditing', 'correlationSubscription', 'dataInput',
    'dataInputAssociation', 'dataObject', 'dataObjectReference', 'dataOutput',
    'dataOutputAssociation', 'dataStoreReference', 'documentation',
    'extensionElements', 'group', 'humanPerformer', 'incoming', 'inputSet',
    'ioSpecification', 'laneSet', 'monitoring', 'outgoing', 'outputSet',
    'performer', 'potentialOwner', 'property', 'rendering', 'resourceRole',
    'script', 'supportedInterfaceRef', 'supports', 'text', 'textAnnotation'}
LOOPS = {'multiInstanceLoopCharacteristics', 'standardLoopCharacteristics'}


def load(path: Path, process: Optional[str] = None, *,
         untimed: bool = False) -> Net:
    """The net of a process in a file; `process` is its id or name, where the
    file has several.  untimed: timers may go off at any time."""
    return _net(read(path), process, untimed)


def parse(data: bytes, name: str = '<memory>',
          process: Optional[str] = None, *, untimed: bool = False) -> Net:
    """The same from memory; `name` stands for the file in messages."""
    return _net(parse_file(data, name), process, untimed)


def _net(root: Element, process: Optional[str], untimed: bool) -> Net:
    _check_all(root)
    return _Translation(_choose(root, process), untimed).net()


def _choose(root: Element, process: Optional[str]) -> Element:
    found = [element for element in root.all('process')
             if process is None or process in (element.id, element.name)]
    if process is None and len(found) > 1:  # black boxes are empty
        found = [element for element in found
                 if any(child.tag in NODES for child in element.children)]
    if len(found) == 1:
        return found[0]
    root.refuse('has no such process' if not found else
                'has several processes, choose one: '
                + ', '.join(element.id for element in found))


def _check_all(root: Element) -> None:
    ids = set()
    for element in root.walk():
        if element.tag == 'messageFlow':
            element.refuse('connects two pools, which is not modelled')
        if element.id in ids:
            element.refuse('has the id of another element')
        ids |= {element.id} - {''}


@dataclasses.dataclass(eq=False)
class _Flow:
    element: Element
    source: _Node
    target: _Node
    place: str = ''


@dataclasses.dataclass(eq=False)
class _Node:
    element: Element
    name: str  # by which answers name it
    incoming: list[_Flow] = dataclasses.field(default_factory=list)
    outgoing: list[_Flow] = dataclasses.field(default_factory=list)
    boundary: list[_Node] = dataclasses.field(default_factory=list)

    def leaving(self) -> list[_Flow]:
        """All flows by which a token can leave it."""
        return sum((node.outgoing for node in self.boundary), self.outgoing)

    def begins(self) -> bool:
        """Does nothing lead to it?"""
        return not self.incoming and self.element.tag != 'boundaryEvent'


@dataclasses.dataclass(eq=False)
class _Scope:
    """A process or sub-process: where its token comes from, and where the
    token at its end goes, which is None for a process."""

    element: Element
    start: str
    end: Optional[str]


class _Translation:
    def __init__(self, process: Element, untimed: bool) -> None:
        self._process = process
        self._untimed = untimed
        self._places: dict[str, bool] = {}  # marked?
        self._transitions: dict[str, tuple[list[str], list[str],
                                           Optional[str]]] = {}
        names = collections.Counter(
            element.name for element in process.walk()
            if element.tag in NODES and element.name)
        self._names = {
            element.id: (element.name if names[element.name] == 1
                         else f'{element.name} ({element.id})')
            if element.name else element.id
            for element in process.walk() if element.tag in NODES}

    def net(self) -> Net:
        scopes = [_Scope(self._process, self._place('start', True), None)]
        while scopes:
            scopes += self._add_scope(scopes.pop())
        builder = Builder(self._process.name or self._process.id or None)
        for place, marked in self._places.items():
            builder.place(place, marked)
        for t, (consumes, produces, label) in self._transitions.items():
            builder.transition(t, consumes, produces, label=label)
        return builder.finish()

    # ---- places and transitions ----

    def _place(self, name: str, marked: bool = False) -> str:
        name = _unused(name, self._places)
        self._places[name] = marked
        return name

    def _step(self, name: str, consumes: Iterable[str],
              produces: Iterable[str], label: Optional[str] = None) -> None:
        self._transitions[_unused(name, self._transitions)] = (
            list(consumes), list(produces), label)

    # ---- a process or a sub-process ----

    def _add_scope(self, scope: _Scope) -> list[_Scope]:
        """Returns the sub-processes in it."""
        nodes = self._read(scope.element)
        if not nodes:
            scope.element.refuse('is empty')
        self._check_ends(scope, nodes)
        starts = [node for node in nodes if node.element.tag == 'startEvent']
        begins = {}
        if not starts:  # all that nothing leads to
            begins = {node: self._place('before ' + node.name)
                      for node in nodes if node.begins()}
            self._step('start of ' + (scope.element.name or scope.element.id),
                       [scope.start], begins.values())
        inner = []
        inclusive = _Inclusive(nodes)
        for node in nodes:
            if node.begins() and starts and node not in starts:
                node.element.refuse('has no incoming sequence flow')
            if node.element.tag == 'boundaryEvent':
                continue
            before = [scope.start] if node in starts else \
                [begins[node]] if node in begins else \
                [flow.place for flow in node.incoming]
            if node.boundary:
                before = self._merge(node, before)
            for event in node.boundary:
                self._step(event.name, before, self._after(event, scope))
            inner += self._add_node(node, before, self._after(node, scope),
                                    inclusive)
        return inner

    def _after(self, node: _Node, scope: _Scope) -> list[str]:
        return [flow.place for flow in node.outgoing] or \
            [scope.end or self._place('end ' + node.name)]

    def _read(self, scope: Element) -> list[_Node]:
        nodes = {}
        for element in scope.children:
            if element.tag in NODES:
                _check_node(element, self._untimed)
                nodes[element.id] = _Node(element, self._names[element.id])
            elif element.tag not in WITHOUT_EFFECT | LOOPS | {'sequenceFlow'}:
                element.refuse('is not modelled')
        for element in scope.all('sequenceFlow'):
            ends = [nodes.get(element.attributes.get(end, ''))
                    for end in ('sourceRef', 'targetRef')]
            if ends[0] is None or ends[1] is None:
                element.refuse('does not connect two nodes of its process')
            flow = _Flow(element, ends[0], ends[1])
            _check_flow(flow)
            self._connect(flow)
        for flow in _links(nodes.values()):
            self._connect(flow)
        for node in nodes.values():
            if node.element.tag == 'boundaryEvent':
                _attach(node, nodes)
        return list(nodes.values())

    def _connect(self, flow: _Flow) -> None:
        flow.place = self._place(f'{flow.source.name} -> {flow.target.name}')
        flow.source.outgoing.append(flow)
        flow.target.incoming.append(flow)

    @staticmethod
    def _check_ends(scope: _Scope, nodes: Sequence[_Node]) -> None:
        ends = [node for node in nodes if not node.outgoing]
        if scope.end is not None and len(ends) != 1:
            scope.element.refuse(f'has {len(ends)} ends, and only '
                                 'sub-processes with one are modelled')
        for node in nodes:
            if node.element.tag in ('startEvent', 'boundaryEvent') \
                    and node.incoming \
                    or node.element.tag == 'endEvent' and node.outgoing:
                node.element.refuse('has a sequence flow that it cannot have')

    def _add_node(self, node: _Node, before: list[str], after: list[str],
                  inclusive: _Inclusive) -> list[_Scope]:
        tag = node.element.tag
        if tag == 'parallelGateway':
            self._step(node.name, before, after)
        elif tag in CHOICES:
            self._add_choice(node, before, after)
        elif tag == 'inclusiveGateway' and len(node.outgoing) > 1:
            self._add_inclusive(node, before[0], inclusive.join_of(node))
        elif tag == 'inclusiveGateway' and len(node.incoming) > 1:
            inclusive.check_join(node)
            self._step(node.name, before, after)
        elif tag == 'subProcess':
            start = self._place('in ' + node.name)
            end = self._place('at the end of ' + node.name)
            self._step('begin ' + node.name, self._merge(node, before),
                       [start])
            self._step('end ' + node.name, [end], after)
            return [_Scope(node.element, start, end)]
        else:
            self._step(node.name, self._merge(node, before), after,
                       node.name if tag in TASKS else None)
        return []

    def _merge(self, node: _Node, before: list[str]) -> list[str]:
        """One place for the tokens of all incoming flows."""
        if len(before) == 1:
            return before
        place = self._place('before ' + node.name)
        for flow in node.incoming:
            self._step(f'{flow.source.name} to {node.name}', [flow.place],
                       [place])
        return [place]

    def _add_choice(self, node: _Node, before: list[str],
                    after: list[str]) -> None:
        if len(after) == 1:
            for place in before:
                self._step(node.name, [place], after)
            return
        [begin] = self._merge(node, before)
        for flow in node.outgoing:
            self._step(f'{node.name} to {flow.target.name}', [begin],
                       [flow.place])

    def _add_inclusive(self, node: _Node, begin: str,
                       arrivals: dict[_Flow, _Flow]) -> None:
        """The first branch that is taken, then yes or no for each later one.
        The token of a branch that is not taken goes to the join at once."""
        later = {flow: self._place(f'{node.name}, {flow.target.name}?')
                 for flow in node.outgoing[1:]}
        for i, flow in enumerate(node.outgoing):
            skipped = [arrivals[other].place for other in node.outgoing[:i]]
            open_ = [later[other] for other in node.outgoing[i + 1:]]
            self._step(f'{node.name} first to {flow.target.name}', [begin],
                       [*skipped, flow.place, *open_])
        for flow, place in later.items():
            self._step(f'{node.name} also to {flow.target.name}', [place],
                       [flow.place])
            self._step(f'{node.name} not to {flow.target.name}', [place],
                       [arrivals[flow].place])


class _Inclusive:
    """Inclusive gateways that are structured: each branch of the split has
    nodes of its own, which nothing else leads to, and leads to the join and
    nowhere else, by one sequence flow; and the join has no others."""

    def __init__(self, nodes: Sequence[_Node]) -> None:
        gateways = [node for node in nodes
                    if node.element.tag == 'inclusiveGateway']
        for node in gateways:
            if len(node.incoming) > 1 and len(node.outgoing) > 1:
                node.element.refuse('is both a split and a join, which is '
                                    'not modelled')
        self._arrivals: dict[_Node, dict[_Flow, _Flow]] = {}
        self._joins: set[_Node] = set()
        for split in gateways:
            if len(split.outgoing) > 1:
                self._find_join(split)

    def _find_join(self, split: _Node) -> None:
        """The one that fits, if there is one; it is sought nearby first."""
        for join in _behind(split):
            if join.element.tag != 'inclusiveGateway' or \
                    len(join.incoming) < 2:
                continue
            arrivals = _arrivals(split, join)
            if arrivals is not None:
                self._arrivals[split] = arrivals
                self._joins.add(join)
                return

    def join_of(self, split: _Node) -> dict[_Flow, _Flow]:
        """By outgoing flow of the split: how its branch arrives."""
        if split not in self._arrivals:
            split.element.refuse('has no join that makes it structured')
        return self._arrivals[split]

    def check_join(self, join: _Node) -> None:
        if join not in self._joins:
            join.element.refuse('has no split that makes it structured')


def _behind(node: _Node) -> Iterator[_Node]:
    """What can be reached from it, breadth first."""
    seen: set[_Node] = set()
    waiting = collections.deque([node])
    while waiting:
        for flow in waiting.popleft().leaving():
            if flow.target not in seen:
                seen.add(flow.target)
                waiting.append(flow.target)
                yield flow.target


def _arrivals(split: _Node, join: _Node) -> Optional[dict[_Flow, _Flow]]:
    seen: set[_Node] = set()
    arrivals = {}
    for branch in split.outgoing:
        own, ends = _branch(branch, join)
        inside = own.union(*(node.boundary for node in own))
        alone = all(flow is branch or flow.source in inside
                    for node in own for flow in node.incoming)
        leaves = any(not node.outgoing for node in inside)
        if own & seen or split in own or not alone or leaves \
                or len(ends) != 1:
            return None
        seen |= own
        arrivals[branch] = ends.pop()
    return arrivals if set(arrivals.values()) == set(join.incoming) else None


def _branch(branch: _Flow, join: _Node) -> tuple[set[_Node], set[_Flow]]:
    """What can be reached before the join, and the flows into it."""
    own: set[_Node] = set()
    ends: set[_Flow] = set()
    waiting = [branch]
    while waiting:
        flow = waiting.pop()
        if flow.target is join:
            ends.add(flow)
        elif flow.target not in own:
            own.add(flow.target)
            waiting += flow.target.leaving()
    return own, ends


def _links(nodes: Iterable[_Node]) -> Iterator[_Flow]:
    """Each link that is thrown leads to the event that catches its name."""
    links = [(node, definition) for node in nodes
             for definition in node.element.all('linkEventDefinition')]
    caught = {}
    for node, definition in links:
        if node.element.tag == 'intermediateCatchEvent':
            if definition.name in caught or node.incoming:
                node.element.refuse('has a link that another event catches, '
                                    'or a sequence flow')
            caught[definition.name] = node
    for node, definition in links:
        if node.element.tag == 'intermediateThrowEvent':
            if definition.name not in caught or node.outgoing:
                node.element.refuse('has a link that no event catches, or a '
                                    'sequence flow')
            yield _Flow(definition, node, caught[definition.name])


def _attach(event: _Node, nodes: dict[str, _Node]) -> None:
    element = event.element
    if element.attributes.get('cancelActivity', 'true') == 'false':
        element.refuse('does not interrupt, which is not modelled')
    node = nodes.get(element.attributes.get('attachedToRef', ''))
    if node is None or node.element.tag not in TASKS:
        element.refuse('is not attached to a task, which is not modelled')
    node.boundary.append(event)


def _check_node(element: Element, untimed: bool) -> None:
    if not element.id:
        element.refuse('has no id')
    if element.attributes.get('isForCompensation') == 'true':
        element.refuse('is for compensation, which is not modelled')
    if element.attributes.get('triggeredByEvent') == 'true':
        element.refuse('is triggered by an event, which is not modelled')
    for child in element.children:
        if child.tag in LOOPS and element.tag == 'subProcess':
            element.refuse(f'has {child.tag}, which is not modelled')
        if child.tag == 'timerEventDefinition' and element.tag in TIMED:
            if not untimed:
                element.refuse(f'has a {child.tag}, which is modelled only '
                               'without time (untimed)')
        elif child.tag == 'eventDefinitionRef' or (
                child.tag.endswith('EventDefinition')
                and child.tag[:-15] not in DEFINITIONS.get(element.tag, ())):
            element.refuse(f'has a {child.tag}, which is not modelled')


def _check_flow(flow: _Flow) -> None:
    if flow.element.all('conditionExpression') and \
            flow.source.element.tag not in ('exclusiveGateway',
                                            'inclusiveGateway'):
        flow.element.refuse('has a condition and does not begin at a gateway, '
                            'which is not modelled')


def _unused(name: str, used: Container[str]) -> str:
    found, n = name, 2
    while found in used:
        found, n = f'{name} #{n}', n + 1
    return found


def main(arguments: Sequence[str]) -> int:
    """Writes the net of a BPMN file: [--untimed] FILE OUT [PROCESS]."""
    untimed = '--untimed' in arguments
    names = [word for word in arguments if word != '--untimed']
    if len(names) not in (2, 3):
        print('usage: python3 -m punfpor.bpmn [--untimed] FILE OUT [PROCESS]',
              file=sys.stderr)
        return 3
    try:
        load(names[0], *names[2:], untimed=untimed).write(names[1])
    except errors.Error as error:
        print(f'error: {error}', file=sys.stderr)
        return 4
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
