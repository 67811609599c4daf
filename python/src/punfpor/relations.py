"""How the transitions of a net are ordered."""
from __future__ import annotations

import ctypes
from collections.abc import Iterator

from punfpor import _drawing
from punfpor._library import checked, library, raw, raw_path, text
from punfpor._problem import Problem
from punfpor.node import Nodes, Transition
from punfpor.options import Path
from punfpor.question import Node, name_of


class Relations:
    """The relation of each two transitions; from Net.relations().

        relations['pay', 'ship']     'before'

    The words are 'exclusive' (no run fires both), 'before', 'after' (the only
    order in which runs fire both), 'concurrent' (both can fire in one step)
    and 'interleaving' (both orders, but never in one step).  A transition is
    exclusive to itself when no run fires it twice, otherwise interleaving.
    """

    def __init__(self, problem: Problem,
                 transitions: Nodes[Transition], given: int) -> None:
        self._problem = problem
        self._transitions = transitions
        self._n = given
        table = (ctypes.c_ubyte * (given * given))()
        problem.draw(library().punfpor_relations, table)
        self._table = bytes(table)

    def __getitem__(self, pair: tuple[Node, Node]) -> str:
        a, b = (self._transitions[name_of(t)].index for t in pair)
        return self._word(a, b)

    def __repr__(self) -> str:
        return f'<punfpor.Relations of {self._n} transitions>'

    def pairs(self, word: str) -> Iterator[tuple[Transition, Transition]]:
        """The pairs of transitions with this relation, in their order."""
        for a in range(self._n):
            for b in range(self._n):
                if self._word(a, b) == word:
                    yield self._transitions[a], self._transitions[b]

    def write(self, path: Path) -> None:
        """Writes all of it: the path ends in .csv or .json; otherwise it is
        drawn, as .svg, .pdf, .png or as text for Graphviz."""
        known = (*_drawing.PICTURES, 'csv', 'json')
        self._problem.draw(library().punfpor_write_relations,
                           raw(_drawing.format_of(path, known)), None,
                           raw_path(path))

    def _word(self, a: int, b: int) -> str:
        return text(library().punfpor_relation_text(
            self._table[a * self._n + b]))
