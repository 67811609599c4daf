"""Places and transitions, as plain data, and the two lists of a net."""
from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import (Callable, Generic, Optional, SupportsIndex, TypeVar, Union,
                    overload)

from punfpor import errors


@dataclasses.dataclass(frozen=True, repr=False)
class Place:
    """A place of a net."""

    index: int            # in Net.places: from 0, in the order of the input
    id: str               # its XML id, pm4py's name, its number in a .ll_net
    label: Optional[str]  # what the input calls it; None: nothing
    name: str             # the text by which answers name it, as str() does:
                          # the label where the format has no other names,
                          # else the id
    marked: bool          # at the beginning

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return _shown(self) + (', marked>' if self.marked else '>')


@dataclasses.dataclass(frozen=True, repr=False)
class Transition:
    """A transition of a net, with the places at its arcs.

    A self-loop is a read arc.
    """

    index: int            # in Net.transitions, as for places
    id: str
    label: Optional[str]  # as pm4py's; None: a silent transition
    name: str             # as for places
    consumes: tuple[Place, ...]
    reads: tuple[Place, ...]
    produces: tuple[Place, ...]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return _shown(self) + '>'


def _shown(node: Union[Place, Transition]) -> str:
    label = '' if node.label in (None, node.name) else f', label {node.label}'
    return f'<punfpor.{type(node).__name__} {node.index}: {node.name}{label}'


Kind = TypeVar('Kind', Place, Transition)


# No collections.abc.Sequence: then mypy would find fault with 't3' in it.
class Nodes(Generic[Kind]):
    """The places or the transitions of a net, in the order of the input.

        net.transitions[0], net.transitions['t3'], len(net.transitions)
        't3' in net.transitions, place in net.places

    A text finds the node with this name, else this id, else this label.
    UnknownNameError, which is a KeyError, says that there is none.
    """

    def __init__(self, length: int, make: Callable[[int], Kind],
                 find: Callable[[str], int]) -> None:
        """Net makes these; a node is made when it is first looked at."""
        self._length = length
        self._make: Callable[[int], Kind] = make
        self._find = find
        self._made: dict[int, Kind] = {}

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Kind]:
        return map(self._at, range(self._length))

    @overload
    def __getitem__(self, key: Union[SupportsIndex, str]) -> Kind: ...

    @overload
    def __getitem__(self, key: slice) -> tuple[Kind, ...]: ...

    def __getitem__(self, key: Union[SupportsIndex, str, slice]
                    ) -> Union[Kind, tuple[Kind, ...]]:
        if isinstance(key, str):
            return self._at(self._find(key))
        chosen = range(self._length)[key]
        return self._at(chosen) if isinstance(chosen, int) \
            else tuple(map(self._at, chosen))

    def __contains__(self, item: object) -> bool:
        """Is it a node of this net, or the text of one?  A node of pm4py is
        known by its name."""
        if isinstance(item, (Place, Transition)):
            return item.index < self._length and self._at(item.index) == item
        text = item if isinstance(item, str) else getattr(item, 'name', None)
        if not isinstance(text, str):
            return False
        try:
            self._find(text)
        except errors.UsageError:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Nodes, tuple, list)) \
            and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        more = ', ...' if self._length > 3 else ''
        return f'<{self._length} nodes: {", ".join(map(str, self[:3]))}{more}>'

    def _at(self, index: int) -> Kind:
        if index not in self._made:
            self._made.setdefault(index, self._make(index))
        return self._made[index]
