"""Which nodes of a net can be marked, or fire, together."""
from __future__ import annotations

import ctypes
from typing import Any, Union

from punfpor import _drawing
from punfpor._library import library, raw, raw_path
from punfpor._problem import Problem
from punfpor.node import Nodes, Place, Transition
from punfpor.options import Path
from punfpor.question import Node, name_of


class Concurrency:
    """Which pairs of nodes are concurrent; from Net.concurrent().

        concurrency['ph0_eat', 'ph1_eat']     False

    Two places are concurrent if a reachable marking marks both, and two
    transitions if both can fire in one step.  A node is concurrent with itself
    if it can be marked, or fire.
    """

    def __init__(self, problem: Problem,
                 nodes: Union[Nodes[Place], Nodes[Transition]], given: int,
                 kind: int) -> None:
        """kind: an enum punfpor_nodes."""
        self._problem = problem
        self._nodes = nodes
        self._n = given
        self._kind = kind
        table = (ctypes.c_ubyte * (given * given))()
        problem.draw(library().punfpor_concurrent, kind, table)
        self._table = bytes(table)

    def __getitem__(self, pair: tuple[Node, Node]) -> bool:
        a, b = (self._nodes[name_of(node)].index for node in pair)
        return self._table[a * self._n + b] == 1

    def __repr__(self) -> str:
        return f'<punfpor.Concurrency of {self._n} nodes>'

    def matrix(self) -> list[list[bool]]:
        """A row for each node, in the order of the file."""
        n = self._n
        return [[entry == 1 for entry in self._table[a * n:(a + 1) * n]]
                for a in range(n)]

    def to_networkx(self) -> Any:
        """An undirected networkx.Graph of the nodes that can be marked, or
        fire, by name, with an edge for each two concurrent ones.  ImportError
        without networkx."""
        try:
            import networkx
        except ImportError as missing:
            raise ImportError('Concurrency.to_networkx() needs the package '
                              'networkx') from missing
        labels = [self._nodes[a].name for a in range(self._n)]
        graph = networkx.Graph()
        for a, row in enumerate(self.matrix()):
            if row[a]:
                graph.add_node(labels[a])
            graph.add_edges_from((labels[a], labels[b])
                                 for b in range(a) if row[b])
        return graph

    def write(self, path: Path) -> None:
        """Writes it: as a table if the path ends in .csv, as a picture if in
        .svg, otherwise as a triangle of 0 and 1."""
        self._problem.draw(
            library().punfpor_write_concurrent, self._kind,
            raw(_drawing.format_of(path, ('csv', 'svg'), 'text')), None,
            raw_path(path))
