"""Prefixes of unfoldings, as plain data, as a graph and as a picture."""
from __future__ import annotations

import ctypes
import dataclasses
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from ctypes import c_uint32
from typing import Any, NamedTuple, Optional, Union

from punfpor import _drawing
from punfpor._library import (NONE, checked, library, numbers, raw,
                              raw_or_none, raw_path)
from punfpor._problem import Problem
from punfpor.answer import Answer, Stop
from punfpor.node import Nodes, Place, Transition


_Path = Union[str, 'os.PathLike[str]']

# Flags of punfpor_draw().
_CONDITIONS, _MERGED, _LEFT_TO_RIGHT = 1, 2, 4
_NO_COMPANIONS, _NO_LEGEND, _COMPANIONS = 8, 16, 32


@dataclasses.dataclass(frozen=True)
class _Links:
    """What an event is joined to, by index."""

    causes: tuple[int, ...]
    conflicts: tuple[int, ...]
    consumes: tuple[int, ...]
    reads: tuple[int, ...]
    produces: tuple[int, ...]
    companion: Optional[int]
    same: int


@dataclasses.dataclass(frozen=True)
class _Parts:
    """The nodes of one prefix, to which its events and conditions lead."""

    events: list[Event]
    conditions: list[Condition]

    def events_at(self, indices: Iterable[int]) -> tuple[Event, ...]:
        return tuple(self.events[e] for e in indices)

    def conditions_at(self, indices: Iterable[int]) -> tuple[Condition, ...]:
        return tuple(self.conditions[b] for b in indices)


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Event:
    """An event with one of its histories: a transition with one past.

    Event 0 is bottom: it has no transition and produces the initial
    conditions.

    Under the relation read an event of the unfolding may have several
    histories: one for each choice of readers before it.  There is an Event for
    each of them, and `same` is equal for all histories of one event.
    """

    index: int                  # in Prefix.events
    transition: Optional[Transition]
    size: int                   # events in its local configuration
    cutoff: bool
    in_witness: bool            # part of the run that answers question 0
    _links: _Links
    _parts: _Parts

    @property
    def causes(self) -> tuple[Event, ...]:
        """The maximal causes, bottom when there are no others."""
        return self._parts.events_at(self._links.causes)

    @property
    def conflicts(self) -> tuple[Event, ...]:
        """The events in immediate conflict with it."""
        return self._parts.events_at(self._links.conflicts)

    @property
    def consumes(self) -> tuple[Condition, ...]:
        """The conditions that it consumes."""
        return self._parts.conditions_at(self._links.consumes)

    @property
    def reads(self) -> tuple[Condition, ...]:
        """The conditions that it reads."""
        return self._parts.conditions_at(self._links.reads)

    @property
    def produces(self) -> tuple[Condition, ...]:
        """The conditions that it produces."""
        return self._parts.conditions_at(self._links.produces)

    @property
    def companion(self) -> Optional[Event]:
        """Of a cutoff, when it is known: an event whose smaller local
        configuration reaches the same marking, bottom for the empty one."""
        e = self._links.companion
        return None if e is None else self._parts.events[e]

    @property
    def same(self) -> Event:
        """The first history of the same event; often it is this one."""
        return self._parts.events[self._links.same]

    @property
    def past(self) -> tuple[Event, ...]:
        """Its local configuration: the event and all that must have occurred
        before, without bottom, in an order in which they can occur."""
        found, waiting = {0, self.index}, [self.index]
        while waiting:
            new = set(self._parts.events[waiting.pop()]._links.causes) - found
            found |= new
            waiting += new
        return self._parts.events_at(sorted(found - {0}))

    @property
    def marking(self) -> tuple[Place, ...]:
        """The places that are marked after its local configuration, in the
        order of the net."""
        marked = {condition.place
                  for condition in self._parts.events[0].produces}
        for event in self.past:
            if event.transition is not None:
                marked -= set(event.transition.consumes)
                marked |= set(event.transition.produces)
        return tuple(sorted((place for place in marked if place is not None),
                            key=lambda place: place.index))

    def __str__(self) -> str:
        return f'e{self.index}'

    def __repr__(self) -> str:
        return (f'<punfpor.Event {self}: {self.transition or "bottom"}'
                f'{", cutoff" if self.cutoff else ""}>')


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Condition:
    """A condition: a token on a place, produced by one history of an event.

    Its `same` is equal for those that are one condition of the unfolding.
    """

    index: int                  # in Prefix.conditions
    place: Optional[Place]      # None: a place that the engine added
    _producer: int
    _same: int
    _parts: _Parts

    @property
    def producer(self) -> Event:
        """The event that produces it, bottom at the beginning."""
        return self._parts.events[self._producer]

    @property
    def same(self) -> Condition:
        """The first condition that is the same; often it is this one."""
        return self._parts.conditions[self._same]

    def __str__(self) -> str:
        return f'b{self.index}'

    def __repr__(self) -> str:
        return f'<punfpor.Condition {self}: {self.place or "added"}>'


class Merged(NamedTuple):
    """The sizes of a merged process, without bottom."""

    conditions: int
    events: int
    cutoffs: int


class Prefix:
    """A prefix of the unfolding of a net.

        for event in prefix:
            print(event, event.transition, *event.causes)

    len() and loops are about the events without bottom, histories each.

    events      list of Event, bottom included; causes come before their
                effects
    conditions  list of Condition
    n_histories, n_events, n_conditions
                its sizes, as in `figures`: pairs of event and history, without
                bottom; events and conditions, each once for all histories, and
                without places that the engine added
    compared    conflicts are known among so many first events: all, unless
                finding them would have taken too long
    answers     list of Answer to the questions asked with it
    stop        a Stop: DONE when the exploration came to its end
    figures     dict of the figures of the run
    """

    def __init__(self, problem: Problem, title: str, places: Nodes[Place],
                 transitions: Nodes[Transition]) -> None:
        """Reads a problem that is solved.  Net.prefix() makes these."""
        lib, handle = library(), problem.handle
        self._problem = problem
        self.title = title
        self.events: list[Event] = []
        self.conditions: list[Condition] = []
        parts = _Parts(self.events, self.conditions)
        same_event, same_condition = _same(problem)
        self.events += [_event(problem, e, transitions, parts, same)
                        for e, same in enumerate(same_event)]
        self.conditions += [_condition(problem, b, places, parts, same)
                            for b, same in enumerate(same_condition)]
        self.n_histories = len(self)
        self.n_events = sum(event.same is event for event in self)
        self.n_conditions = sum(
            condition.same is condition and condition.place is not None
            for condition in self.conditions)
        self.compared: int = lib.punfpor_compared_events(handle)
        self.answers: list[Answer] = problem.answers()
        self.stop: Stop = problem.stop()
        self.figures: dict[str, int] = problem.figures()

    def __len__(self) -> int:
        return max(len(self.events) - 1, 0)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events[1:])

    def label(self, node: Union[Event, Condition]) -> str:
        """What a drawing writes on it: the name of the event's transition or
        of the condition's place, "" for bottom."""
        origin = node.transition if isinstance(node, Event) else node.place
        return origin.name if origin is not None else ''

    def to_networkx(self, conditions: bool = False) -> Any:
        """The prefix as a networkx.DiGraph.  ImportError without networkx.

        Without `conditions` the nodes are "e0", "e1", ... and the edges lead
        from the maximal causes to their effect.  With `conditions` there are
        nodes "b0", "b1", ... as well, and each edge is an arc of the
        occurrence net, whose attribute `kind` is consume, read or produce.
        (An arc that reads leads from the condition to the event.)

        Nodes have the attributes `kind` (event or condition), `label`, and
        `item`, the Event or Condition.  Immediate conflicts, which are
        symmetric, are the graph's attribute `conflicts`, a list of pairs.
        """
        try:
            import networkx
        except ImportError as missing:
            raise ImportError('Prefix.to_networkx() needs the package '
                              'networkx') from missing
        graph = networkx.DiGraph(name=self.title, conflicts=[
            (str(event), str(other)) for event in self.events
            for other in event.conflicts if event.index < other.index])
        for event in self.events:
            graph.add_node(str(event), kind='event', label=self.label(event),
                           item=event)
        if not conditions:
            for event in self.events:
                for cause in event.causes:
                    graph.add_edge(str(cause), str(event), kind='cause')
            return graph
        for condition in self.conditions:
            graph.add_node(str(condition), kind='condition',
                           label=self.label(condition), item=condition)
        for event in self.events:
            _add_arcs(graph, event)
        return graph

    def draw(self, path: _Path, conditions: bool = False,
             title: Optional[str] = None, *, format: Optional[str] = None,
             merged: bool = False, left_to_right: bool = False,
             companions: Optional[bool] = None, legend: bool = True,
             focus: Optional[Union[str, Event, Transition]] = None) -> None:
        """Draws the prefix: as an event structure, with `conditions` as an
        occurrence net, or `merged` as its merged process.

        format         dot (text for Graphviz), svg, pdf or png; as the path
                       ends, or dot when it ends otherwise
        left_to_right  causes stand left of their effects
        companions     arrows from cutoffs to their companions; None: only
                       where there are at most 100 events
        legend         below the title, what boxes, circles and lines mean
        focus          only the past of these events, what follows at once and
                       conflicts: an event, a transition, or "witness"

        Ctrl-C and the option `timeout` end the layout of a picture; a larger
        one than Graphviz lays out in a few minutes is a LimitError.
        """
        how = (conditions * _CONDITIONS | merged * _MERGED |
               left_to_right * _LEFT_TO_RIGHT |
               (companions is True) * _COMPANIONS |
               (companions is False) * _NO_COMPANIONS | (not legend) * _NO_LEGEND)
        if isinstance(focus, Transition):
            focus = focus.name
        self._problem.draw(
            library().punfpor_draw, how,
            None if focus is None else raw(str(focus)),
            raw(format or _drawing.format_of(path)),
            raw_or_none(title), raw_path(path))

    def dot(self, conditions: bool = False,
            title: Optional[str] = None) -> str:
        """The drawing as text for Graphviz."""
        return _drawing.written(
            lambda path: self.draw(path, conditions, title))

    def merged(self) -> Merged:
        """The sizes of its merged process."""
        sizes = [c_uint32() for _ in range(3)]
        checked(library().punfpor_merged, self._problem.handle,
                *map(ctypes.byref, sizes))
        return Merged(*(size.value for size in sizes))

    def write_profile(self, path: _Path, title: Optional[str] = None, *,
                      format: Optional[str] = None) -> None:
        """Writes how the run grew, after Net.prefix(profile=True).

        format         csv, or svg for plots; as the path ends, or csv
        """
        checked(library().punfpor_write_profile, self._problem.handle,
                raw(format or _drawing.format_of(path, ('svg',), 'csv')),
                raw_or_none(title), raw_path(path))

    def write_json(self, path: _Path,
                   title: Optional[str] = None) -> None:
        """Writes the prefix as JSON; PrefixFile reads it.  Net.prefix() needs
        steps=True for the steps of the exploration."""
        checked(library().punfpor_write_prefix_json, self._problem.handle,
                raw_or_none(title), raw_path(path))

    def to_dict(self) -> dict[str, Any]:
        """The document that write_json() writes."""
        document: dict[str, Any] = json.loads(
            _drawing.written(self.write_json))
        return document

    def write_page(self, path: _Path,
                   title: Optional[str] = None) -> None:
        """Writes the prefix as a page to explore in a browser, one HTML
        file."""
        self._problem.draw(library().punfpor_write_page, raw_or_none(title),
                           raw_path(path))

    def write_mci(self, path: _Path) -> None:
        """Writes the prefix as Mole, PEP and Punf do.  It must be complete:
        Net.prefix(complete=True), and Stop.DONE."""
        checked(library().punfpor_write_mci, self._problem.handle,
                raw_path(path))

    def write_pnml(self, path: _Path) -> None:
        """Writes the prefix as PNML, an occurrence net.  It must be complete,
        as for write_mci(), and no event may read a place; dependency='classic'
        lets readers consume and produce."""
        checked(library().punfpor_write_prefix_pnml, self._problem.handle,
                raw_path(path))

    def _repr_svg_(self) -> Optional[str]:
        """The prefix in a notebook, unless it is too large to be read."""
        return _drawing.svg(self.dot, len(self.events))

    def __repr__(self) -> str:
        cutoffs = sum(event.cutoff for event in self.events)
        histories = (f'{self.n_histories} histories of '
                     if self.n_histories != self.n_events else '')
        return (f'<punfpor.Prefix of {self.title or "a net"}, {histories}'
                f'{self.n_events} events, {cutoffs} cutoffs, '
                f'{self.n_conditions} conditions>')


def _same(problem: Problem) -> tuple[list[int], list[int]]:
    """Which events are histories of one, and which conditions are the same."""
    lib, handle = library(), problem.handle
    events = (c_uint32 * lib.punfpor_event_count(handle))()
    conditions = (c_uint32 * lib.punfpor_condition_count(handle))()
    checked(lib.punfpor_histories, handle, events, conditions)
    return list(events), list(conditions)


def _event(problem: Problem, e: int, transitions: Nodes[Transition],
           parts: _Parts, same: int) -> Event:
    lib, handle = library(), problem.handle
    t = lib.punfpor_event_transition(handle, e)
    companion = lib.punfpor_event_companion(handle, e)

    def those(function: Any) -> tuple[int, ...]:
        return tuple(numbers(function, handle, e))

    links = _Links(causes=those(lib.punfpor_event_causes),
                   conflicts=those(lib.punfpor_event_conflicts),
                   consumes=those(lib.punfpor_event_consumes),
                   reads=those(lib.punfpor_event_reads),
                   produces=those(lib.punfpor_event_produces),
                   companion=None if companion == NONE else companion,
                   same=same)
    return Event(index=e, transition=None if t == NONE else transitions[t],
                 size=lib.punfpor_event_size(handle, e),
                 cutoff=bool(lib.punfpor_event_is_cutoff(handle, e)),
                 in_witness=bool(lib.punfpor_event_in_witness(handle, e)),
                 _links=links, _parts=parts)


def _condition(problem: Problem, b: int, places: Nodes[Place],
               parts: _Parts, same: int) -> Condition:
    lib, handle = library(), problem.handle
    p = lib.punfpor_condition_place(handle, b)
    return Condition(index=b, place=None if p == NONE else places[p],
                     _producer=lib.punfpor_condition_producer(handle, b),
                     _same=same, _parts=parts)


def _add_arcs(graph: Any, event: Event) -> None:
    for b in event.consumes:
        graph.add_edge(str(b), str(event), kind='consume')
    for b in event.reads:
        graph.add_edge(str(b), str(event), kind='read')
    for b in event.produces:
        graph.add_edge(str(event), str(b), kind='produce')
