"""Prefixes that were written as JSON, by --prefix-json or Prefix.write_json().

doc/FORMATS.md describes the document.  No library is needed to read it.
"""
from __future__ import annotations

import json
import os
from typing import Any, Union

from punfpor.errors import InputError, MissingFileError

_SCHEMA = 1


class PrefixFile:
    """The contents of such a file.

    document    the JSON document, as Python's json reads it
    n_histories, n_events, n_conditions
                its sizes, as those of Prefix; events are numbered from 0,
                bottom, to n_histories
    compared    conflicts are known among so many first events
    companions  dict from each cutoff to its companion, an event or None
    """

    def __init__(self, document: dict[str, Any]) -> None:
        """InputError when the document has another format or schema."""
        if document.get('format') != 'punf-por prefix':
            raise InputError('not a prefix as JSON')
        if document.get('schema') != _SCHEMA:
            raise InputError(f'schema {document.get("schema")} of prefixes is '
                             f'not {_SCHEMA}')
        self.document = document
        if 'sizes' not in document:
            raise InputError('a prefix of an older version, without its sizes')
        sizes: dict[str, int] = document['sizes']
        self.n_histories = sizes['histories']
        self.n_events = sizes['events']
        self.n_conditions = sizes['conditions']
        self.compared: int = document['events']['compared']
        self.companions: dict[int, Any] = {
            e: companion for e, companion in document['events']['cutoffs']}
        self._conflicts: list[list[int]] = [
            [] for _ in range(self.n_histories + 1)]
        for e, others in enumerate(document['events']['conflicts']):
            for other in others:
                self._conflicts[e].append(other)
                self._conflicts[other].append(e)

    @classmethod
    def load(cls, path: Union[str, 'os.PathLike[str]']) -> PrefixFile:
        """Reads the file."""
        try:
            with open(path, encoding='utf-8') as file:
                document = json.load(file)
        except FileNotFoundError as error:
            raise MissingFileError(f'cannot read: {error.strerror}',
                                   os.fspath(path)) from None
        except OSError as error:
            raise InputError(f'cannot read: {error.strerror}',
                             os.fspath(path)) from error
        except ValueError as error:
            raise InputError(str(error), os.fspath(path)) from error
        if not isinstance(document, dict):
            raise InputError('not a prefix as JSON', os.fspath(path))
        return cls(document)

    def __repr__(self) -> str:
        net = self.document['net']['name'] or 'a net'
        return f'<punfpor.PrefixFile of {net}, {self.n_events} events>'

    def label(self, event: int) -> str:
        """The label of its transition, "" for bottom."""
        transition = self.document['events']['transition'][event]
        if transition is None:
            return ''
        label: str = self.document['net']['transitions'][transition]
        return label

    def causes(self, event: int) -> list[int]:
        """Its maximal causes."""
        causes: list[int] = self.document['events']['causes'][event]
        return causes

    def conflicts(self, event: int) -> list[int]:
        """The events in immediate conflict with it, increasing."""
        return sorted(self._conflicts[event])

    def past(self, event: int) -> list[int]:
        """Its local configuration without bottom, increasing."""
        found, waiting = {0, event}, [event]
        while waiting:
            for cause in self.causes(waiting.pop()):
                if cause not in found:
                    found.add(cause)
                    waiting.append(cause)
        return sorted(found - {0})

    def marking(self, event: int) -> list[int]:
        """The places that its local configuration marks, increasing."""
        changes = self.document['events']['marking']
        chain = [event]
        while chain[-1]:
            chain.append(changes[chain[-1]][0])
        marked = set(self.document['net']['marked'])
        for step in reversed(chain[:-1]):
            marked.difference_update(changes[step][1])
            marked.update(changes[step][2])
        return sorted(marked)
