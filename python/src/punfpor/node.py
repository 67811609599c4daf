"""Places and transitions, as plain data."""
from __future__ import annotations

import dataclasses
from typing import Optional


@dataclasses.dataclass(frozen=True)
class Place:
    """A place of a net."""

    number: int          # from 0, in the order of the input
    id: str              # its XML id, or its number in a .ll_net
    name: Optional[str]
    label: str           # the text by which answers name it
    marked: bool         # at the beginning

    def __str__(self) -> str:
        return self.label


@dataclasses.dataclass(frozen=True)
class Transition:
    """A transition of a net, with the places at its arcs by number.

    A self-loop is a read arc.
    """

    number: int          # from 0, in the order of the input
    id: str              # its XML id, or its number in a .ll_net
    name: Optional[str]
    label: str           # the text by which answers name it
    consumes: tuple[Place, ...] = dataclasses.field(repr=False)
    reads: tuple[Place, ...] = dataclasses.field(repr=False)
    produces: tuple[Place, ...] = dataclasses.field(repr=False)

    def __str__(self) -> str:
        return self.label
