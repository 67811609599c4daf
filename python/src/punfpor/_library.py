"""The shared library libpunfpor: where it is and what its functions take.

PROTOTYPES repeats punfpor.h; a test compares the two.  Functions whose last
parameter is the error are called through checked(), which raises it.
"""
from __future__ import annotations

import ctypes
import ctypes.util
import errno
import functools
import os
import pathlib
import sys
import weakref
from ctypes import (CFUNCTYPE, POINTER, c_char, c_char_p, c_double, c_int,
                    c_int64, c_size_t, c_ubyte, c_uint32, c_uint64,
                    c_void_p)
from typing import Any, Callable, Literal, Union

from punfpor import errors

NONE = 0xffffffff
MAJOR = 0


class ErrorRecord(ctypes.Structure):
    """struct punfpor_error"""

    _fields_ = [('status', c_int), ('file', c_char * 256), ('line', c_uint32),
                ('column', c_uint32), ('text', c_char * 768)]


TOKENS_AUTO = 2**32 - 1
Tokens = Union[int, Literal['auto']]  # see Net.load()


class LoadRecord(ctypes.Structure):
    """struct punfpor_load_options"""

    _fields_ = [('reading', c_uint32), ('initial', c_char_p),
                ('tokens', c_uint32)]


class ProgressRecord(ctypes.Structure):
    """struct punfpor_progress"""

    _fields_ = [('seconds', c_double), ('steps', c_uint64),
                ('histories', c_uint64), ('maximal', c_uint64),
                ('markings', c_uint64), ('bytes', c_uint64),
                ('depth', c_uint32), ('bound', c_uint32),
                ('explored', c_uint64), ('cutoffs', c_uint64),
                ('programs', c_uint64), ('clauses', c_uint64),
                ('walks', c_uint64), ('automaton', c_uint64),
                ('components', c_uint64)]


class FoundRecord(ctypes.Structure):
    """struct punfpor_found"""

    _fields_ = [('q', c_uint32), ('verdict', c_int), ('if_safe', c_int),
                ('value', c_int64), ('engine', c_char_p),
                ('transition', c_uint32)]


TerminateFunction = CFUNCTYPE(c_int, c_void_p)
ProgressFunction = CFUNCTYPE(None, c_void_p, POINTER(ProgressRecord))
FoundFunction = CFUNCTYPE(None, c_void_p, POINTER(FoundRecord))

_HANDLE = c_void_p
_NUMBERS = POINTER(c_uint32)  # an array, or where one number goes
_ERROR = POINTER(ErrorRecord)

# name -> result, parameters
PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    'version': (c_char_p, []),

    'net_load': (_HANDLE, [c_char_p, _ERROR]),
    'net_load_with': (_HANDLE, [c_char_p, c_uint32, _ERROR]),
    'net_load_as': (_HANDLE, [c_char_p, POINTER(LoadRecord), _ERROR]),
    'net_warnings': (c_uint32, [_HANDLE]),
    'net_warning': (c_char_p, [_HANDLE, c_uint32]),
    'net_parse': (_HANDLE, [c_void_p, c_size_t, c_char_p, _ERROR]),
    'net_parse_as': (_HANDLE, [c_void_p, c_size_t, c_char_p,
                               POINTER(LoadRecord), _ERROR]),
    'net_destroy': (None, [_HANDLE]),
    'net_write': (c_int, [_HANDLE, c_char_p, _ERROR]),
    'draw_net': (c_int, [_HANDLE, c_char_p, c_char_p, _ERROR]),
    'net_name': (c_char_p, [_HANDLE]),
    'net_places': (c_uint32, [_HANDLE]),
    'net_transitions': (c_uint32, [_HANDLE]),
    'net_given_places': (c_uint32, [_HANDLE]),
    'net_given_transitions': (c_uint32, [_HANDLE]),
    'net_arcs': (c_uint32, [_HANDLE]),
    'net_read_arcs': (c_uint32, [_HANDLE]),
    'place_id': (c_char_p, [_HANDLE, c_uint32]),
    'place_name': (c_char_p, [_HANDLE, c_uint32]),
    'place_label': (c_char_p, [_HANDLE, c_uint32]),
    'transition_id': (c_char_p, [_HANDLE, c_uint32]),
    'transition_name': (c_char_p, [_HANDLE, c_uint32]),
    'transition_label': (c_char_p, [_HANDLE, c_uint32]),
    'find_place': (c_uint32, [_HANDLE, c_char_p, _ERROR]),
    'find_transition': (c_uint32, [_HANDLE, c_char_p, _ERROR]),
    'place_capacity': (c_uint32, [_HANDLE, c_uint32]),
    'place_bound': (c_uint32, [_HANDLE, c_uint32]),
    'place_marked': (c_int, [_HANDLE, c_uint32]),
    'consumes': (_NUMBERS, [_HANDLE, c_uint32, _NUMBERS]),
    'reads': (_NUMBERS, [_HANDLE, c_uint32, _NUMBERS]),
    'net_finals': (c_uint32, [_HANDLE]),
    'net_final': (_NUMBERS, [_HANDLE, c_uint32, _NUMBERS]),
    'net_final_tokens': (_NUMBERS, [_HANDLE, c_uint32]),
    'produces': (_NUMBERS, [_HANDLE, c_uint32, _NUMBERS]),

    'builder_create': (_HANDLE, [c_char_p, _ERROR]),
    'builder_destroy': (None, [_HANDLE]),
    'builder_tokens': (None, [_HANDLE, c_uint32]),
    'builder_place': (c_int, [_HANDLE, c_char_p, c_char_p, c_uint32, _NUMBERS,
                              _ERROR]),
    'builder_transition': (c_int, [_HANDLE, c_char_p, c_char_p, _NUMBERS,
                                   _ERROR]),
    'builder_arc': (c_int, [_HANDLE, c_int, c_uint32, c_uint32, c_uint32,
                            _ERROR]),
    'builder_consume': (c_int, [_HANDLE, c_uint32, c_uint32, _ERROR]),
    'builder_produce': (c_int, [_HANDLE, c_uint32, c_uint32, _ERROR]),
    'builder_read': (c_int, [_HANDLE, c_uint32, c_uint32, _ERROR]),
    'builder_final': (c_int, [_HANDLE, _NUMBERS, c_uint32, _ERROR]),
    'builder_finish': (_HANDLE, [_HANDLE, _ERROR]),

    'create': (_HANDLE, [_HANDLE, _ERROR]),
    'destroy': (None, [_HANDLE]),
    'set': (c_int, [_HANDLE, c_char_p, c_char_p, _ERROR]),
    'option_check': (c_int, [c_char_p, c_char_p, _ERROR]),
    'get': (c_char_p, [_HANDLE, c_char_p]),
    'option_count': (c_uint32, []),
    'option_name': (c_char_p, [c_uint32]),
    'option_argument': (c_char_p, [c_uint32]),
    'option_default': (c_char_p, [c_uint32]),
    'option_help': (c_char_p, [c_uint32]),
    'engine_has': (c_int, [c_uint32, c_int]),
    'option_used': (c_int, [c_uint32, c_uint32]),
    'engine_count': (c_uint32, []),
    'engine_name': (c_char_p, [c_uint32]),
    'techniques': (c_char_p, [c_char_p]),
    'engine': (c_char_p, [_HANDLE]),
    'ask': (c_int, [_HANDLE, c_char_p, c_char_p, _NUMBERS, _ERROR]),
    'kind_count': (c_uint32, []),
    'kind_word': (c_char_p, [c_uint32]),
    'kind_argument': (c_char_p, [c_uint32]),
    'kind_is_optional': (c_int, [c_uint32]),
    'kind_help': (c_char_p, [c_uint32]),
    'ask_transition': (c_int, [_HANDLE, c_char_p, _NUMBERS, _ERROR]),
    'ask_marking': (c_int, [_HANDLE, c_char_p, _NUMBERS, _ERROR]),
    'ask_exact_marking': (c_int, [_HANDLE, c_char_p, _NUMBERS, _ERROR]),
    'ask_formula': (c_int, [_HANDLE, c_char_p, _NUMBERS, _ERROR]),
    'ask_bound': (c_int, [_HANDLE, c_char_p, _NUMBERS, _ERROR]),
    'ask_deadlock': (c_int, [_HANDLE, _NUMBERS, _ERROR]),
    'ask_safe': (c_int, [_HANDLE, _NUMBERS, _ERROR]),
    'ask_dead_transitions': (c_int, [_HANDLE, _NUMBERS, _ERROR]),
    'ask_quasi_live': (c_int, [_HANDLE, _NUMBERS, _ERROR]),
    'ask_live': (c_int, [_HANDLE, _NUMBERS, _ERROR]),
    'ask_all_transitions': (c_int, [_HANDLE, _NUMBERS, _ERROR]),
    'questions': (c_uint32, [_HANDLE]),
    'question_text': (c_char_p, [_HANDLE, c_uint32]),
    'question_label': (c_char_p, [_HANDLE, c_uint32]),
    'set_terminate': (None, [_HANDLE, TerminateFunction, c_void_p]),
    'set_progress': (None, [_HANDLE, ProgressFunction, c_void_p]),
    'set_found': (None, [_HANDLE, FoundFunction, c_void_p]),
    'set_ranks': (None, [_HANDLE, c_void_p]),
    'set_final': (None, [_HANDLE, FoundFunction, c_void_p]),

    'prepare': (c_int, [_HANDLE, _ERROR]),
    'begin_with': (None, [_HANDLE, _HANDLE]),
    'solve': (c_int, [_HANDLE, _ERROR]),
    'check': (c_int, [_HANDLE, _ERROR]),
    'replay': (c_int, [_HANDLE, _NUMBERS, c_uint32, _ERROR]),
    'replay_file': (c_int, [_HANDLE, c_char_p, _NUMBERS, _ERROR]),
    'stop_of': (c_int, [_HANDLE]),
    'verdict_of': (c_int, [_HANDLE, c_uint32]),
    'bound': (c_int, [_HANDLE, c_uint32, POINTER(c_int64)]),
    'limit': (c_int, [_HANDLE, c_uint32, POINTER(c_int64)]),
    'items': (c_uint32, [_HANDLE, c_uint32]),
    'listed': (c_char_p, [_HANDLE, c_uint32]),
    'item_run': (_NUMBERS, [_HANDLE, c_uint32, c_uint32, _NUMBERS]),
    'item_size': (c_char_p, [_HANDLE, c_uint32, c_uint32]),
    'item_times': (c_char_p, [_HANDLE, c_uint32, c_uint32]),
    'item_at_most': (c_int, [_HANDLE, c_uint32, c_uint32]),
    'item_marks': (c_int, [_HANDLE, c_uint32, c_uint32, c_uint32]),
    'named_transition': (c_uint32, [_HANDLE, c_uint32]),
    'is_about_all': (c_int, [_HANDLE, c_uint32]),
    'is_list': (c_int, [_HANDLE, c_uint32]),
    'fires': (c_int, [_HANDLE, c_uint32]),
    'firing_run': (_NUMBERS, [_HANDLE, c_uint32, _NUMBERS]),
    'is_bound': (c_int, [_HANDLE, c_uint32]),
    'loop': (c_int, [_HANDLE, c_uint32, _NUMBERS]),
    'branches': (c_uint32, [_HANDLE, c_uint32]),
    'branches_cut': (c_int, [_HANDLE, c_uint32]),
    'branch_run': (_NUMBERS, [_HANDLE, c_uint32, c_uint32, _NUMBERS]),
    'branch_of': (c_uint32, [_HANDLE, c_uint32, c_uint32]),
    'branch_loop': (c_int, [_HANDLE, c_uint32, c_uint32, _NUMBERS]),
    'branch_text': (c_char_p, [_HANDLE, c_uint32, c_uint32]),
    'second_run': (c_int, [_HANDLE, c_uint32, _NUMBERS, _NUMBERS]),
    'failure': (c_char_p, [_HANDLE, c_uint32]),
    'has_run': (c_int, [_HANDLE, c_uint32, c_int]),
    'properties_load': (_HANDLE, [_HANDLE, c_char_p, _ERROR]),
    'properties_destroy': (None, [_HANDLE]),
    'property_count': (c_uint32, [_HANDLE]),
    'property_id': (c_char_p, [_HANDLE, c_uint32]),
    'property_kind': (c_int, [_HANDLE, c_uint32]),
    'ask_property': (c_int, [_HANDLE, _HANDLE, c_uint32, _NUMBERS, _ERROR]),
    'if_safe': (c_int, [_HANDLE, c_uint32]),
    'presumption': (c_char_p, [_HANDLE]),
    'is_safe': (c_int, [_HANDLE]),
    'warning': (c_char_p, [_HANDLE]),
    'may_warn': (c_int, [_HANDLE]),
    'reduced': (c_int, [_HANDLE, POINTER(c_uint32), POINTER(c_uint32),
                        POINTER(c_uint32), POINTER(c_uint32)]),
    'answer_text': (c_char_p, [_HANDLE, c_uint32, c_int]),
    'verdict_text': (c_char_p, [c_int]),
    'stop_text': (c_char_p, [c_int]),
    'run': (_NUMBERS, [_HANDLE, c_uint32, _NUMBERS]),
    'seconds': (c_double, [_HANDLE, c_uint32]),
    'answered_by': (c_char_p, [_HANDLE, c_uint32]),
    'unsafe': (_NUMBERS, [_HANDLE, _NUMBERS, _NUMBERS, _NUMBERS]),
    'figures_engine': (c_char_p, [_HANDLE]),
    'figure_count': (c_uint32, [_HANDLE]),
    'figure_name': (c_char_p, [_HANDLE, c_uint32]),
    'figure': (c_uint64, [_HANDLE, c_uint32]),
    'figure_about': (c_char_p, [_HANDLE, c_uint32]),
    'figure_text': (c_char_p, [_HANDLE, c_uint32]),
    'total_seconds': (c_double, [_HANDLE]),
    'work': (c_uint64, [_HANDLE]),
    'peak_bytes': (c_uint64, [_HANDLE]),
    'certificate': (c_char_p, [_HANDLE, POINTER(c_size_t), _ERROR]),

    'write_run': (c_int, [_HANDLE, c_uint32, c_char_p, _ERROR]),
    'write_firing_run': (c_int, [_HANDLE, c_uint32, c_char_p, _ERROR]),
    'write_certificate': (c_int, [_HANDLE, c_char_p, _ERROR]),
    'draw': (c_int, [_HANDLE, c_uint32, c_char_p, c_char_p, c_char_p,
                     c_char_p, _ERROR]),
    'write_prefix_json': (c_int, [_HANDLE, c_char_p, c_char_p, _ERROR]),
    'write_page': (c_int, [_HANDLE, c_char_p, c_char_p, _ERROR]),
    'write_profile': (c_int, [_HANDLE, c_char_p, c_char_p, c_char_p, _ERROR]),
    'cost': (c_int, [_HANDLE, c_uint32, POINTER(c_uint64)]),
    'set_costs': (c_int, [_HANDLE, _NUMBERS, _ERROR]),
    'load_costs': (c_int, [_HANDLE, c_char_p, _ERROR]),
    'relation_text': (c_char_p, [c_int]),
    'relations': (c_int, [_HANDLE, POINTER(c_ubyte), _ERROR]),
    'write_relations': (c_int, [_HANDLE, c_char_p, c_char_p, c_char_p,
                                _ERROR]),
    'concurrent': (c_int, [_HANDLE, c_int, POINTER(c_ubyte), _ERROR]),
    'write_concurrent': (c_int, [_HANDLE, c_int, c_char_p, c_char_p, c_char_p,
                                 _ERROR]),
    'write_merged': (c_int, [_HANDLE, c_char_p, _ERROR]),
    'write_mci': (c_int, [_HANDLE, c_char_p, _ERROR]),
    'write_prefix_pnml': (c_int, [_HANDLE, c_char_p, _ERROR]),

    'event_count': (c_uint32, [_HANDLE]),
    'merged': (c_int, [_HANDLE, POINTER(c_uint32), POINTER(c_uint32),
                       POINTER(c_uint32), _ERROR]),
    'condition_count': (c_uint32, [_HANDLE]),
    'histories': (c_int, [_HANDLE, POINTER(c_uint32), POINTER(c_uint32),
                          _ERROR]),
    'event_transition': (c_uint32, [_HANDLE, c_uint32]),
    'event_causes': (_NUMBERS, [_HANDLE, c_uint32, _NUMBERS]),
    'event_conflicts': (_NUMBERS, [_HANDLE, c_uint32, _NUMBERS]),
    'compared_events': (c_uint32, [_HANDLE]),
    'event_consumes': (_NUMBERS, [_HANDLE, c_uint32, _NUMBERS]),
    'event_reads': (_NUMBERS, [_HANDLE, c_uint32, _NUMBERS]),
    'event_produces': (_NUMBERS, [_HANDLE, c_uint32, _NUMBERS]),
    'event_size': (c_uint32, [_HANDLE, c_uint32]),
    'event_is_cutoff': (c_int, [_HANDLE, c_uint32]),
    'event_companion': (c_uint32, [_HANDLE, c_uint32]),
    'event_in_witness': (c_int, [_HANDLE, c_uint32]),
    'condition_place': (c_uint32, [_HANDLE, c_uint32]),
    'condition_producer': (c_uint32, [_HANDLE, c_uint32]),
}


# ---- finding it -------------------------------------------------------------

def _file_names() -> list[str]:
    if sys.platform == 'darwin':
        return [f'libpunfpor.{MAJOR}.dylib', 'libpunfpor.dylib']
    return [f'libpunfpor.so.{MAJOR}', 'libpunfpor.so']


def _open_one_of(names: list[str], tried: list[str]) -> Any:
    """The first that can be loaded, or None; the reasons go to tried."""
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            reason = str(error)
            tried.append(reason if name in reason else f'{name}: {reason}')
    return None


def _open() -> Any:
    wanted = os.environ.get('PUNFPOR_LIBRARY')
    tried: list[str] = []
    if wanted:
        found = _open_one_of([wanted], tried)
        where = 'PUNFPOR_LIBRARY names a file that cannot be loaded'
    else:
        beside = pathlib.Path(__file__).parent
        found = _open_one_of(
            [str(beside / name) for name in _file_names()
             if (beside / name).exists()] + _file_names(), tried)
        where = 'the shared library libpunfpor was not found; install it ' \
            'and run ldconfig, or set PUNFPOR_LIBRARY to its path'
        if found is None:
            name = ctypes.util.find_library('punfpor')
            found = _open_one_of([name], tried) if name else None
            tried.append('ctypes.util.find_library: '
                         + (name or 'knows no punfpor'))
    if found is None:
        raise errors.LibraryError(f'{where} (tried: {"; ".join(tried)})')
    return found


def _declare(opened: Any) -> None:
    for name, (result, parameters) in PROTOTYPES.items():
        try:
            function = getattr(opened, 'punfpor_' + name)
        except AttributeError:
            raise errors.LibraryError(
                f'{opened._name} has no function punfpor_{name}: this is '
                'another version of the library') from None
        function.restype = result
        function.argtypes = parameters


def _check_version(opened: Any) -> None:
    version = opened.punfpor_version().decode()
    if int(version.split('.')[0]) != MAJOR:
        raise errors.LibraryError(
            f'{opened._name} has version {version}, and this package is for '
            f'version {MAJOR}')


@functools.lru_cache(maxsize=None)
def library() -> Any:
    """The library, which is loaded by the first call."""
    opened = _open()
    _declare(opened)
    _check_version(opened)
    return opened


def library_version() -> str:
    """The version of the shared library, such as "0.2.0"."""
    return text(library().punfpor_version())


# ---- calling it -------------------------------------------------------------

class Handle:
    """A pointer to something of the library, freed with the last reference to
    this object.  It can be passed where the library wants the pointer."""

    def __init__(self, pointer: int, destroy: Callable[[int], None]) -> None:
        self._as_parameter_ = c_void_p(pointer)
        self._free = weakref.finalize(self, destroy, pointer)

    def forget(self) -> None:
        """Leaves the pointer to somebody else, who frees it."""
        self._free.detach()


_KINDS: dict[int, type[errors.Error]] = {
    kind.code: kind for kind in (
        errors.UsageError, errors.InputError, errors.OutputError,
        errors.OutOfMemoryError, errors.InternalError, errors.LimitError)}


def exception(record: ErrorRecord) -> errors.Error:
    """What the record tells, as an exception."""
    kind = _KINDS.get(record.status, errors.InternalError)
    message, file = text(record.text), os.fsdecode(record.file) or None
    # The library has no codes for the two.
    if kind is errors.UsageError and message.startswith('the net has no '):
        kind = errors.UnknownNameError
    elif kind is errors.InputError and file and (
            message.endswith(os.strerror(errno.ENOENT))
            or message.startswith('no such file')):
        kind = errors.MissingFileError
    return kind(message, file, record.line or None, record.column or None)


def checked(function: Any, *arguments: Any) -> Any:
    """Calls a function whose last parameter is the error, and raises it."""
    record = ErrorRecord()
    result = function(*arguments, ctypes.byref(record))
    if record.status:
        raise exception(record)
    return result


def numbers(function: Any, *arguments: Any) -> list[int]:
    """The array that a function gives whose last parameter is its length."""
    length = c_uint32()
    at = function(*arguments, ctypes.byref(length))
    return list(at[:length.value]) if length.value else []


def text(encoded: bytes | None) -> str:
    """A string of the library; "" for NULL."""
    return encoded.decode('utf-8', 'surrogateescape') if encoded else ''


def text_or_none(encoded: bytes | None) -> str | None:
    """A string of the library; None for NULL."""
    return None if encoded is None else text(encoded)


def count(number: int) -> int:
    """A number of tokens or a weight for the library."""
    if not isinstance(number, int) or not 0 <= number < NONE:
        raise errors.UsageError(f'{number!r} is no number of tokens')
    return int(number)


def most_tokens(tokens: Tokens) -> int:
    """How many tokens a place may have, for the library."""
    return TOKENS_AUTO if tokens == 'auto' else count(tokens)


def raw(string: str) -> bytes:
    """A string for the library."""
    if not isinstance(string, str):
        raise errors.UsageError(f'{string!r} is no text')
    encoded = string.encode('utf-8', 'surrogateescape')
    if b'\0' in encoded:
        raise errors.UsageError(f'{string!r} holds a zero byte')
    return encoded


def raw_or_none(string: str | None) -> bytes | None:
    return None if string is None else raw(string)


def raw_path(path: str | os.PathLike[str]) -> bytes:
    """A path for the library, as the system writes it."""
    encoded = os.fsencode(path)
    if b'\0' in encoded:
        raise errors.UsageError(f'{path!r} holds a zero byte')
    return encoded
