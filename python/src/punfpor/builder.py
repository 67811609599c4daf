"""Nets made node by node."""
from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping
from typing import Optional, Union

from punfpor import errors
from punfpor._library import (Handle, Tokens, checked, count, library,
                              most_tokens, raw, raw_or_none)
from punfpor.net import Net
from punfpor.question import Node, name_of, several

# Places, with the weights of their arcs where these are not 1.
Weighted = Union[Mapping[Node, int], Iterable[Node]]

# enum punfpor_arc
_CONSUMES, _PRODUCES, _READS, _INHIBITS, _RESETS = range(5)


class Builder:
    """A net that is being made.

        builder = Builder('two steps')
        builder.place('p1', marked=True)
        builder.place('p2')
        builder.place('p3')
        builder.transition('t1', consumes=['p1'], produces=['p2'])
        builder.transition('t2', consumes=['p2'], produces=['p3'])
        net = builder.finish()

    Places and transitions are numbered in the order in which they come.  Each
    method returns the builder, so that calls can be chained.

        builder.transition('t3', consumes={'p1': 2}, inhibitors=['p3'])

    tokens is how many tokens a place may have, as for Net.load().
    """

    def __init__(self, name: Optional[str] = None,
                 tokens: Tokens = 0) -> None:
        self._handle: Optional[Handle] = Handle(
            checked(library().punfpor_builder_create, raw_or_none(name)),
            library().punfpor_builder_destroy)
        library().punfpor_builder_tokens(self._open(), most_tokens(tokens))
        self._places: dict[str, int] = {}
        self._transitions: dict[str, int] = {}

    def place(self, id: str, marked: int = False,
              label: Optional[str] = None) -> Builder:
        """A new place, with a token, or with this number of tokens.

        Ids are unique among places, and not empty.
        """
        number = ctypes.c_uint32()
        checked(library().punfpor_builder_place, self._open(), raw(id),
                raw_or_none(label), count(marked), ctypes.byref(number))
        self._places[id] = number.value
        return self

    def transition(self, id: str, consumes: Weighted = (),
                   produces: Weighted = (), reads: Weighted = (),
                   label: Optional[str] = None, inhibitors: Weighted = (),
                   resets: Iterable[Node] = ()) -> Builder:
        """A new transition, with arcs to places that exist.

        Consuming and producing the same token is reading it.  It needs fewer
        tokens on an inhibitor than the weight of the arc, and takes all tokens
        of resets.  Ids are unique among transitions, and not empty.
        """
        number = ctypes.c_uint32()
        checked(library().punfpor_builder_transition, self._open(), raw(id),
                raw_or_none(label), ctypes.byref(number))
        self._transitions[id] = number.value
        for kind, places in ((_CONSUMES, consumes), (_READS, reads),
                             (_PRODUCES, produces), (_INHIBITS, inhibitors),
                             (_RESETS, resets)):
            for place, weight in _weighted(places):
                self._arc(kind, place, id, weight)
        return self

    def consume(self, place: str, transition: str, weight: int = 1) -> Builder:
        """An arc: the transition consumes tokens of the place."""
        return self._arc(_CONSUMES, place, transition, weight)

    def produce(self, transition: str, place: str, weight: int = 1) -> Builder:
        """An arc: the transition produces tokens on the place."""
        return self._arc(_PRODUCES, place, transition, weight)

    def read(self, place: str, transition: str, weight: int = 1) -> Builder:
        """An arc: the transition needs the tokens and leaves them there."""
        return self._arc(_READS, place, transition, weight)

    def inhibit(self, place: str, transition: str, weight: int = 1) -> Builder:
        """An arc: the transition needs fewer tokens there."""
        return self._arc(_INHIBITS, place, transition, weight)

    def reset(self, place: str, transition: str) -> Builder:
        """An arc: the transition takes all tokens of the place."""
        return self._arc(_RESETS, place, transition, 1)

    def final(self, places: Weighted) -> Builder:
        """A final marking, for Sound: these places have a token, or the number
        of tokens that a mapping gives."""
        numbers = [self._number(self._places, 'place', place)
                   for place, n in _weighted(places) for _ in range(count(n))]
        checked(library().punfpor_builder_final, self._open(),
                (ctypes.c_uint32 * len(numbers))(*numbers), len(numbers))
        return self

    def finish(self) -> Net:
        """The net.  The builder cannot be used afterwards."""
        handle = self._open()
        self._handle = None
        handle.forget()  # punfpor_builder_finish() frees it in every case
        return Net(checked(library().punfpor_builder_finish, handle))

    def __repr__(self) -> str:
        if self._handle is None:
            return '<punfpor.Builder, finished>'
        return (f'<punfpor.Builder, {len(self._places)} places, '
                f'{len(self._transitions)} transitions>')

    def _open(self) -> Handle:
        if self._handle is None:
            raise errors.UsageError('the net of this builder is finished')
        return self._handle

    def _arc(self, kind: int, place: str, transition: str,
             weight: int) -> Builder:
        checked(library().punfpor_builder_arc, self._open(), kind,
                self._number(self._places, 'place', place),
                self._number(self._transitions, 'transition', transition),
                count(weight))
        return self

    @staticmethod
    def _number(numbers: dict[str, int], kind: str, id: str) -> int:
        if id not in numbers:
            raise errors.UnknownNameError(f'the net has no {kind} {id!r}')
        return numbers[id]


def _weighted(places: Weighted) -> Iterable[tuple[str, int]]:
    if isinstance(places, Mapping):
        return [(name_of(place), n) for place, n in places.items()]
    return [(name_of(place), 1) for place in several(places)]
