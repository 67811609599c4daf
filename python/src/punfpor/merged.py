"""Merged processes, which need no prefix."""
from __future__ import annotations

import dataclasses
import json
from typing import Any

from punfpor import _drawing
from punfpor._library import checked, library, raw, raw_path
from punfpor._problem import Problem
from punfpor.node import Nodes, Place, Transition
from punfpor.options import Path


@dataclasses.dataclass(frozen=True, repr=False)
class MergedCondition:
    """What the n-th occurrences of a token on a place have in common."""

    index: int    # in MergedProcess.conditions
    place: Place
    depth: int    # n, from 1

    def __str__(self) -> str:
        return f'{self.place} #{self.depth}'

    def __repr__(self) -> str:
        return f'<punfpor.MergedCondition {self}>'


@dataclasses.dataclass(frozen=True, repr=False)
class MergedEvent:
    """Events of a transition between the same merged conditions."""

    index: int    # in MergedProcess.events
    transition: Transition
    consumes: tuple[MergedCondition, ...]
    reads: tuple[MergedCondition, ...]
    produces: tuple[MergedCondition, ...]
    cutoff: bool

    def __str__(self) -> str:
        return f'e{self.index} {self.transition}'

    def __repr__(self) -> str:
        return f'<punfpor.MergedEvent {self}>'


class MergedProcess:
    """The complete merged process of a net; from Net.merged()."""

    def __init__(self, problem: Problem, places: Nodes[Place],
                 transitions: Nodes[Transition]) -> None:
        self._problem = problem
        sizes, *lines = map(json.loads, _drawing.written(self.write)
                            .splitlines())
        nodes = lines[:sizes['conditions']]
        self.conditions = tuple(
            MergedCondition(i, places[node['place']], node['depth'])
            for i, node in enumerate(nodes))
        self.events = tuple(
            MergedEvent(i, transitions[node['transition']],
                        self._conditions(node['consumes']),
                        self._conditions(node['reads']),
                        self._conditions(node['produces']), node['cutoff'])
            for i, node in enumerate(lines[sizes['conditions']:]))

    def _conditions(self, numbers: list[int]) -> tuple[MergedCondition, ...]:
        return tuple(self.conditions[b] for b in numbers)

    def __repr__(self) -> str:
        return (f'<punfpor.MergedProcess of {len(self.conditions)} conditions, '
                f'{len(self.events)} events>')

    def to_networkx(self) -> Any:
        """The process as a networkx.DiGraph of its conditions "b0", "b1", ...
        and events "e0", "e1", ..., with the attributes `item` and, of edges,
        `kind`: consume, read or produce.  ImportError without networkx."""
        try:
            import networkx
        except ImportError as missing:
            raise ImportError('MergedProcess.to_networkx() needs the package '
                              'networkx') from missing
        graph = networkx.DiGraph()
        for condition in self.conditions:
            graph.add_node(f'b{condition.index}', item=condition)
        for event in self.events:
            name = f'e{event.index}'
            graph.add_node(name, item=event)
            for kind, arcs in (('consume', event.consumes),
                               ('read', event.reads)):
                graph.add_edges_from(((f'b{b.index}', name) for b in arcs),
                                     kind=kind)
            graph.add_edges_from(((name, f'b{b.index}')
                                  for b in event.produces), kind='produce')
        return graph

    def draw(self, path: Path) -> None:
        """Draws it: as .svg, .pdf or .png, otherwise as text for Graphviz."""
        self._problem.draw(library().punfpor_draw, 2, None,
                           raw(_drawing.format_of(path)), None, raw_path(path))

    def write(self, path: Path) -> None:
        """Writes it, one node a line."""
        checked(library().punfpor_write_merged, self._problem.handle,
                raw_path(path))
