"""Nets made node by node."""
from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Any, Optional

from punfpor import errors
from punfpor._library import (Handle, checked, library, raw, raw_or_none)
from punfpor.net import Net
from punfpor.question import Node, name_of, several


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
    """

    def __init__(self, name: Optional[str] = None) -> None:
        self._handle: Optional[Handle] = Handle(
            checked(library().punfpor_builder_create, raw_or_none(name)),
            library().punfpor_builder_destroy)
        self._places: dict[str, int] = {}
        self._transitions: dict[str, int] = {}

    def place(self, id: str, marked: bool = False,
              label: Optional[str] = None) -> Builder:
        """A new place.  Ids are unique among places, and not empty."""
        number = ctypes.c_uint32()
        checked(library().punfpor_builder_place, self._open(), raw(id),
                raw_or_none(label), int(marked), ctypes.byref(number))
        self._places[id] = number.value
        return self

    def transition(self, id: str, consumes: Iterable[Node] = (),
                   produces: Iterable[Node] = (), reads: Iterable[Node] = (),
                   label: Optional[str] = None) -> Builder:
        """A new transition, with arcs to places that exist.

        Consuming and producing the same token is reading it.  Ids are unique
        among transitions, and not empty.
        """
        number = ctypes.c_uint32()
        checked(library().punfpor_builder_transition, self._open(), raw(id),
                raw_or_none(label), ctypes.byref(number))
        self._transitions[id] = number.value
        for place in several(consumes):
            self.consume(name_of(place), id)
        for place in several(reads):
            self.read(name_of(place), id)
        for place in several(produces):
            self.produce(id, name_of(place))
        return self

    def consume(self, place: str, transition: str) -> Builder:
        """An arc: the transition consumes the token of the place."""
        return self._arc(library().punfpor_builder_consume,
                         self._number(self._places, 'place', place),
                         self._number(self._transitions, 'transition',
                                      transition))

    def produce(self, transition: str, place: str) -> Builder:
        """An arc: the transition produces a token on the place."""
        return self._arc(library().punfpor_builder_produce,
                         self._number(self._transitions, 'transition',
                                      transition),
                         self._number(self._places, 'place', place))

    def read(self, place: str, transition: str) -> Builder:
        """An arc: the transition needs the token and leaves it there."""
        return self._arc(library().punfpor_builder_read,
                         self._number(self._places, 'place', place),
                         self._number(self._transitions, 'transition',
                                      transition))

    def final(self, places: Iterable[Node]) -> Builder:
        """A final marking, for Sound: these places have a token."""
        numbers = [self._number(self._places, 'place', name_of(place))
                   for place in several(places)]
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

    def _arc(self, function: Any, first: int, second: int) -> Builder:
        checked(function, self._open(), first, second)
        return self

    @staticmethod
    def _number(numbers: dict[str, int], kind: str, id: str) -> int:
        if id not in numbers:
            raise errors.UnknownNameError(f'the net has no {kind} {id!r}')
        return numbers[id]
