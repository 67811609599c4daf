"""Optimal alignments of traces with a net.

The costs are those of pm4py: an event that the net follows costs nothing, an
event that it does not and a step of the net without an event cost 10000 each,
and a silent step of the net costs 1.

An alignment is a run of least cost of the product of the net and the trace:

    the net     p1 -> t -> p2         t alone, t with an event of its label,
    the trace   l0 -> event 0 -> l1   or the event alone
"""
from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import (TYPE_CHECKING, Any, Optional, Protocol, Union,
                    runtime_checkable)

from punfpor import errors
from punfpor._library import library
from punfpor.builder import Builder
from punfpor.net import Net
from punfpor.node import Transition
from punfpor.options import Options
from punfpor.question import MarkingLike, Node, name_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

MOVE_COST = 10000  # of an event alone, or of a visible transition alone
SILENT_COST = 1    # of a silent transition

# The name of an activity, or an event of pm4py with its 'concept:name'.
EventLike = Union[str, Mapping[str, Any]]


@runtime_checkable
class Table(Protocol):
    """What is used of a table of pandas."""

    def groupby(self, by: str, *, sort: bool) -> Any: ...


@dataclasses.dataclass(frozen=True)
class Move:
    """A step of an alignment."""

    activity: Optional[str]           # of the event; None: the net alone
    transition: Optional[Transition]  # None: the event alone
    cost: int

    def __str__(self) -> str:
        step = '>>' if self.transition is None else self.transition.name
        return f'{self.activity or ">>"}/{step}'


@dataclasses.dataclass(frozen=True, repr=False)
class Alignment:
    """An optimal alignment of a trace; from align()."""

    moves: tuple[Move, ...]
    cost: int
    # 1 when only silent steps cost something, 0 when the events alone and a
    # shortest run alone would cost as much: as pm4py has it.
    fitness: float

    @property
    def run(self) -> list[Transition]:
        """The run of the net."""
        return [move.transition for move in self.moves
                if move.transition is not None]

    def __repr__(self) -> str:
        return (f'<punfpor.Alignment of {len(self.moves)} moves, '
                f'cost {self.cost}, fitness {self.fitness:.3g}>')


def align(net: Net, trace: Iterable[EventLike],
          final: Optional[MarkingLike] = None,
          labels: Optional[Mapping[Node, Optional[str]]] = None,
          **options: Unpack[Options]) -> Alignment:
    """An optimal alignment of the trace with the net.

        punfpor.align(net, ['register', 'check', 'pay'])

    final are the places that are marked at the end, and no others; without
    it Net.final_marking, or the only place without consumers.  labels gives
    transitions other labels than Transition.label; None stands for a silent
    one.  In a net without any label, names are labels.

    Options, such as timeout=10: see help(punfpor.Options).  UnknownVerdict
    when a limit was met; InputError when no run leads to the final marking.
    """
    return align_log(net, [trace], final, labels, **options)[0]


def align_log(net: Net, log: Union[Iterable[Iterable[EventLike]], Table],
              final: Optional[MarkingLike] = None,
              labels: Optional[Mapping[Node, Optional[str]]] = None,
              **options: Unpack[Options]) -> list[Alignment]:
    """The alignments of several traces; equal traces are aligned once.

    log may be a table of pandas, as pm4py.read_xes() gives: its cases come in
    the order of their first events.
    """
    product = _Product(net, final, labels or {}, options)
    known: dict[tuple[str, ...], Alignment] = {}
    aligned = []
    for trace in _traces(log):
        activities = tuple(map(_activity, trace))
        if activities not in known:
            known[activities] = product.align(activities)
        aligned.append(known[activities])
    return aligned


def _traces(log: Union[Iterable[Iterable[EventLike]], Table]
            ) -> Iterable[Iterable[EventLike]]:
    if isinstance(log, Table):
        return [case['concept:name'] for _, case
                in log.groupby('case:concept:name', sort=False)]
    return log


def _activity(event: EventLike) -> str:
    return event if isinstance(event, str) else str(event['concept:name'])


class _Product:
    """What is the same for all traces."""

    def __init__(self, net: Net, final: Optional[MarkingLike],
                 labels: Mapping[Node, Optional[str]],
                 options: Options) -> None:
        lib, handle = library(), net._open()
        self._transitions = list(net.transitions)
        if (lib.punfpor_net_transitions(handle)
                != lib.punfpor_net_given_transitions(handle)):
            raise errors.UsageError(
                'a net with arc weights, inhibitor or reset arcs, or with '
                'several tokens on a place, is not aligned')
        self._places = [(f'p{place.index}', place.marked)
                        for place in net.places]
        self._arcs = [[[f'p{place.index}' for place in places] for places in
                       (t.consumes, t.produces, t.reads)]
                      for t in self._transitions]
        self._labels = [t.label for t in self._transitions]
        if not any(self._labels) and not net._is_labelled:
            self._labels = [t.name for t in self._transitions]
        for node, label in labels.items():
            self._labels[net.transitions[name_of(node)].index] = label
        self._final = _final_places(net, final)
        self._options = options
        self._worst: Optional[int] = None

    def align(self, trace: Sequence[str]) -> Alignment:
        moves = self._moves(trace)
        cost = sum(move.cost for move in moves)
        if self._worst is None:
            self._worst = (cost if not trace else sum(
                move.cost for move in self._moves(()))) // MOVE_COST
        most = len(trace) + self._worst
        fitness = 1 - cost // MOVE_COST / most if most else 1.0
        return Alignment(tuple(moves), cost, fitness)

    def _moves(self, trace: Sequence[str]) -> list[Move]:
        builder = Builder()
        moves: list[Move] = []
        for name, marked in self._places:
            builder.place(name, marked)
        for i in range(len(trace) + 1):
            builder.place(f'l{i}', i == 0)
        for i, activity in enumerate(trace):
            self._add(builder, moves, Move(activity, None, MOVE_COST), i)
        for t, label in zip(self._transitions, self._labels):
            self._add(builder, moves, Move(
                None, t, SILENT_COST if label is None else MOVE_COST))
            for i, activity in enumerate(trace):
                if activity == label:
                    self._add(builder, moves, Move(activity, t, 0), i)
        with builder.finish() as net:
            costs = {str(i): move.cost for i, move in enumerate(moves)}
            answer = net.cheapest(self._wanted(len(trace)), costs,
                                  **self._options)
        if not answer:  # UnknownVerdict at a limit
            raise errors.InputError('no run of the net leads to its final '
                                    'marking')
        return [moves[int(step)] for step in answer.run or ()]

    def _add(self, builder: Builder, moves: list[Move], move: Move,
             event: Optional[int] = None) -> None:
        nothing: list[list[str]] = [[], [], []]
        consumes, produces, reads = nothing if move.transition is None \
            else self._arcs[move.transition.index]
        if event is not None:
            consumes = [*consumes, f'l{event}']
            produces = [*produces, f'l{event + 1}']
        builder.transition(str(len(moves)), consumes, produces, reads)
        moves.append(move)

    def _wanted(self, n_events: int) -> str:
        """The end as a marking expression."""
        ends = {*self._final, f'l{n_events}'}
        names = [name for name, _ in self._places]
        names += [f'l{i}' for i in range(n_events + 1)]
        return ' '.join(name if name in ends else f'!{name}'
                        for name in names)


def _final_places(net: Net, final: Optional[MarkingLike]) -> set[str]:
    if final is None:
        final = net.final_marking
    if final is None:
        consumed = {place for t in net.transitions for place in t.consumes}
        final = [place for place in net.places if place not in consumed]
        if len(final) != 1:
            raise errors.UsageError(
                'the net has no final marking, and '
                f'{len(final)} places without consumers: give `final`')
    if isinstance(final, str):
        final = final.split()
    marked = ([place for place, n in final.items() if n]
              if isinstance(final, Mapping) else final)
    return {f'p{net.places[name_of(place)].index}' for place in marked}
