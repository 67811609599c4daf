"""BPMN 2.0 files as trees of elements that know their lines."""
from __future__ import annotations

import dataclasses
import os
import pathlib
from collections.abc import Iterator
from typing import NoReturn, Optional
from xml.parsers import expat

from punfpor import errors
from punfpor.options import Path

MODEL = 'http://www.omg.org/spec/BPMN/20100524/MODEL'


@dataclasses.dataclass(eq=False)
class Element:
    """An element of BPMN; those of other namespaces are left out."""

    tag: str  # without namespace
    attributes: dict[str, str]
    file: str
    line: int
    column: int
    children: list[Element] = dataclasses.field(default_factory=list)

    @property
    def id(self) -> str:
        return self.attributes.get('id', '')

    @property
    def name(self) -> str:
        return ' '.join(self.attributes.get('name', '').split())

    def all(self, tag: str) -> list[Element]:
        return [child for child in self.children if child.tag == tag]

    def refuse(self, why: str) -> NoReturn:
        what = f'{self.tag} {self.id!r}' if self.id else self.tag
        raise errors.InputError(f'{what} {why}', self.file, self.line,
                                self.column)

    def walk(self) -> Iterator[Element]:
        """This element and all below it."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(element.children)


def read(path: Path) -> Element:
    """The root of a file."""
    try:
        data = pathlib.Path(path).read_bytes()
    except FileNotFoundError as error:
        raise errors.MissingFileError('cannot read: ' + str(error.strerror),
                                      os.fspath(path)) from error
    except OSError as error:
        raise errors.InputError('cannot read: ' + str(error.strerror),
                                os.fspath(path)) from error
    return parse(data, os.fspath(path))


def parse(data: bytes, file: str) -> Element:
    """The root; a DOCTYPE is refused, so that there are no entities."""
    reader = _Reader(file)
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise errors.InputError(expat.errors.messages[error.code], file,
                                error.lineno, error.offset + 1) from error
    except errors.Error:
        raise
    except (LookupError, ValueError) as error:  # an encoding without a reader
        raise errors.InputError(str(error), file, 1) from error
    if reader.root is None:
        raise errors.InputError('the file is no BPMN 2.0: its root is not '
                                f'definitions of {MODEL}', file, 1)
    return reader.root


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Optional[Element] = None
        self.open: list[Optional[Element]] = []  # None: of another namespace
        self.parser = expat.ParserCreate(namespace_separator=' ')
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype

    def _refuse_doctype(self, *_: object) -> None:
        raise errors.InputError('a DOCTYPE is refused', self.file,
                                self.parser.CurrentLineNumber,
                                self.parser.CurrentColumnNumber + 1)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(' ')
        outer = self.open[-1] if self.open else None
        element = None
        if space == MODEL and (outer is not None or not self.open):
            element = Element(tag, attributes, self.file,
                              self.parser.CurrentLineNumber,
                              self.parser.CurrentColumnNumber + 1)
            if outer is not None:
                outer.children.append(element)
            elif tag == 'definitions':
                self.root = element
        self.open.append(element)

    def _end(self, _: str) -> None:
        self.open.pop()
