"""Prefixes of unfoldings, as plain data, as a graph and as a picture."""
from __future__ import annotations

import ctypes
import dataclasses
import os
from collections.abc import Sequence
from ctypes import c_uint32
from typing import Any, NamedTuple, Optional, Union

from punfpor import _drawing
from punfpor._library import (NONE, checked, library, numbers, raw,
                              raw_or_none, raw_path)
from punfpor._problem import Problem
from punfpor.answer import Answer, Stop
from punfpor.node import Place, Transition


_Path = Union[str, 'os.PathLike[str]']

# Flags of punfpor_draw().
_CONDITIONS, _MERGED, _LEFT_TO_RIGHT = 1, 2, 4
_NO_COMPANIONS, _NO_LEGEND = 8, 16
_PICTURES = ('svg', 'pdf', 'png')


@dataclasses.dataclass(frozen=True)
class Event:
    """An event: a transition with one particular past.

    Events and conditions refer to each other by number.  Event 0 is bottom: it
    has no transition and produces the initial conditions.
    """

    number: int
    transition: Optional[Transition]
    causes: tuple[int, ...]     # the maximal causes, (0,) when there are none
    conflicts: tuple[int, ...]  # events in immediate conflict with it
    consumes: tuple[int, ...]   # conditions
    reads: tuple[int, ...]
    produces: tuple[int, ...]
    size: int                   # events in its local configuration
    cutoff: bool
    companion: Optional[int]    # an event whose smaller local configuration
                                # reaches the same marking, 0 for the empty one
    in_witness: bool            # part of the run that answers question 0

    def __str__(self) -> str:
        return f'e{self.number}'


@dataclasses.dataclass(frozen=True)
class Condition:
    """A condition: a token on a place, produced by one event."""

    number: int
    place: Optional[Place]      # None: a place that the engine added
    producer: int

    def __str__(self) -> str:
        return f'b{self.number}'


class Merged(NamedTuple):
    """The sizes of a merged process, without bottom."""

    conditions: int
    events: int
    cutoffs: int


class Prefix:
    """A prefix of the unfolding of a net.

    events      list of Event; causes have smaller numbers than their effects
    conditions  list of Condition
    compared    conflicts are known among so many first events: all, unless
                finding them would have taken too long
    answers     list of Answer to the questions asked with it
    stop        a Stop: DONE when the exploration came to its end
    figures     dict of the figures of the run
    """

    def __init__(self, problem: Problem, title: str, places: Sequence[Place],
                 transitions: Sequence[Transition]) -> None:
        """Reads a problem that is solved.  Net.prefix() makes these."""
        lib, handle = library(), problem.handle
        self._problem = problem
        self.title = title
        self.events: list[Event] = [
            _event(problem, e, transitions)
            for e in range(lib.punfpor_event_count(handle))]
        self.conditions: list[Condition] = [
            _condition(problem, b, places)
            for b in range(lib.punfpor_condition_count(handle))]
        self.compared: int = lib.punfpor_compared_events(handle)
        self.answers: list[Answer] = problem.answers()
        self.stop: Stop = problem.stop()
        self.figures: dict[str, int] = problem.figures()

    def label(self, node: Union[Event, Condition]) -> str:
        """The label of the event's transition or of the condition's place,
        "" for bottom."""
        origin = node.transition if isinstance(node, Event) else node.place
        return origin.label if origin is not None else ''

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
            (str(event), f'e{other}') for event in self.events
            for other in event.conflicts if event.number < other])
        for event in self.events:
            graph.add_node(str(event), kind='event', label=self.label(event),
                           item=event)
        if not conditions:
            for event in self.events:
                for cause in event.causes:
                    graph.add_edge(f'e{cause}', str(event), kind='cause')
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
             companions: bool = True, legend: bool = True,
             focus: Optional[Union[str, Event, Transition]] = None) -> None:
        """Draws the prefix: as an event structure, with `conditions` as an
        occurrence net, or `merged` as its merged process.

        format         dot (text for Graphviz), svg, pdf or png; as the path
                       ends, or dot when it ends otherwise
        left_to_right  causes stand left of their effects
        companions     arrows from cutoffs to their companions
        legend         below the title, what boxes, circles and lines mean
        focus          only the past of these events, what follows at once and
                       conflicts: an event, a transition, or "witness"
        """
        how = (conditions * _CONDITIONS | merged * _MERGED |
               left_to_right * _LEFT_TO_RIGHT |
               (not companions) * _NO_COMPANIONS | (not legend) * _NO_LEGEND)
        if isinstance(focus, Transition):
            focus = focus.label
        checked(library().punfpor_draw, self._problem.handle, how,
                None if focus is None else raw(str(focus)),
                raw(format or _format_of(path, _PICTURES, 'dot')),
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
                raw(format or _format_of(path, ('svg',), 'csv')),
                raw_or_none(title), raw_path(path))

    def write_json(self, path: _Path,
                   title: Optional[str] = None) -> None:
        """Writes the prefix as JSON; PrefixFile reads it.  Net.prefix() needs
        steps=True for the steps of the exploration."""
        checked(library().punfpor_write_prefix_json, self._problem.handle,
                raw_or_none(title), raw_path(path))

    def write_page(self, path: _Path,
                   title: Optional[str] = None) -> None:
        """Writes the prefix as a page to explore in a browser, one HTML
        file."""
        checked(library().punfpor_write_page, self._problem.handle,
                raw_or_none(title), raw_path(path))

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
        return (f'<punfpor.Prefix of {self.title or "a net"}, '
                f'{len(self.events)} events with bottom, {cutoffs} cutoffs, '
                f'{len(self.conditions)} conditions>')


def _format_of(path: _Path, known: Sequence[str], otherwise: str) -> str:
    """The format that the path ends with, if it is known."""
    end = os.path.splitext(os.fspath(path))[1][1:].lower()
    return end if end in known else otherwise


def _event(problem: Problem, e: int,
           transitions: Sequence[Transition]) -> Event:
    lib, handle = library(), problem.handle
    t = lib.punfpor_event_transition(handle, e)
    companion = lib.punfpor_event_companion(handle, e)

    def those(function: Any) -> tuple[int, ...]:
        return tuple(numbers(function, handle, e))

    return Event(number=e, transition=None if t == NONE else transitions[t],
                 causes=those(lib.punfpor_event_causes),
                 conflicts=those(lib.punfpor_event_conflicts),
                 consumes=those(lib.punfpor_event_consumes),
                 reads=those(lib.punfpor_event_reads),
                 produces=those(lib.punfpor_event_produces),
                 size=lib.punfpor_event_size(handle, e),
                 cutoff=bool(lib.punfpor_event_is_cutoff(handle, e)),
                 companion=None if companion == NONE else companion,
                 in_witness=bool(lib.punfpor_event_in_witness(handle, e)))


def _condition(problem: Problem, b: int, places: Sequence[Place]) -> Condition:
    lib, handle = library(), problem.handle
    p = lib.punfpor_condition_place(handle, b)
    return Condition(number=b, place=None if p == NONE else places[p],
                     producer=lib.punfpor_condition_producer(handle, b))


def _add_arcs(graph: Any, event: Event) -> None:
    for b in event.consumes:
        graph.add_edge(f'b{b}', str(event), kind='consume')
    for b in event.reads:
        graph.add_edge(f'b{b}', str(event), kind='read')
    for b in event.produces:
        graph.add_edge(str(event), f'b{b}', kind='produce')
