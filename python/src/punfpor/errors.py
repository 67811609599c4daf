"""What goes wrong, as exceptions.

Every exception of the package is an Error, and where Python has a class for
the same fault, it is one of these as well.  `code` is the number that
punfpor.h gives to its kind, 0 for those that the library does not know.
"""
from __future__ import annotations

import errno
import os
from typing import ClassVar, Optional


class Error(Exception):
    """Base of all exceptions of the package.

    `message` is one sentence.  `file` is the file it concerns, or None; `line`
    and `column` count from 1 in that file, columns in bytes, and are None when
    unknown.  Without a file, `column` is the place in a formula, sum or
    marking.
    """

    code: ClassVar[int] = 0

    def __init__(self, message: str, file: Optional[str] = None,
                 line: Optional[int] = None,
                 column: Optional[int] = None) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        if self.file is None:
            return self.message
        place = [str(part) for part in (self.file, self.line, self.column)
                 if part is not None]
        return ':'.join(place) + ': ' + self.message


class UsageError(Error, ValueError):
    """An option, a name or a call that is wrong."""

    code = 1


class UnknownNameError(UsageError, KeyError):
    """A place or transition that the net does not have."""


class InputError(Error, ValueError):
    """A file that cannot be read or does not hold what it should, or a net
    that is not safe."""

    code = 2


class MissingFileError(InputError, FileNotFoundError):
    """A file that is not there."""

    def __init__(self, message: str, file: Optional[str] = None,
                 line: Optional[int] = None,
                 column: Optional[int] = None) -> None:
        super().__init__(message, file, line, column)
        self.errno, self.filename = errno.ENOENT, file
        self.strerror = os.strerror(errno.ENOENT)


class UnsafeError(InputError):
    """A net that is not safe, found while solving.

    After `run`, a list of transition labels, the transition `transition` puts
    a second token on the place `place`.
    """

    def __init__(self, message: str, file: Optional[str] = None,
                 line: Optional[int] = None, column: Optional[int] = None,
                 run: Optional[list[str]] = None, transition: str = '',
                 place: str = '') -> None:
        super().__init__(message, file, line, column)
        self.run: list[str] = run if run is not None else []
        self.transition = transition
        self.place = place


class OutputError(Error):
    """A file that cannot be written."""

    code = 3


class OutOfMemoryError(Error, MemoryError):
    """The library found no memory; what it had allocated is freed."""

    code = 4


class InternalError(Error):
    """A fault of the library: an answer that its own checks refused."""

    code = 5


class LimitError(Error):
    """A picture that is too large, or whose layout took too long."""

    code = 6


class LibraryError(Error, ImportError):
    """The shared library was not found, or does not fit the package."""


class UnknownVerdict(Error):
    """An unknown verdict was used as a truth value."""
