"""A problem of the library: a net with options, questions and answers.

What may take long, solving and laying out a drawing, runs in a thread of its
own, because Python handles Ctrl-C in the main thread, and only while that
thread executes Python.  The caller's thread waits for the end and calls the
caller's progress function.  When an exception such as KeyboardInterrupt ends
the waiting, the terminate callback ends the run.
"""
from __future__ import annotations

import ctypes
import decimal
import difflib
import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from ctypes import c_int64, c_uint32, c_uint64
from typing import Any, Optional, Union, get_args

from punfpor import _library, errors
from punfpor._library import (Handle, checked, library, numbers, raw,
                              raw_or_none, text)
from punfpor.answer import Answer, Attractor, Branch, Progress, Stop, Verdict
from punfpor.node import Nodes, Transition
from punfpor.options import Options, ProgressFunction
from punfpor.question import Cheapest, Marking, Question, name_of


class Problem:
    """A problem about one net, for one thread at a time."""

    def __init__(self, net: Handle, transitions: Nodes[Transition],
                 options: Options, prefix: Optional[str] = None) -> None:
        self.net = net  # must live as long as the problem
        self.transitions = transitions
        self._options = options
        self.handle = Handle(checked(library().punfpor_create, net),
                             library().punfpor_destroy)
        given: dict[str, object] = {**options, 'prefix': prefix}
        for name, value in given.items():
            if name not in ('progress', 'cancel'):
                self._check_keyword(name)
                checked(library().punfpor_set, self.handle,
                        raw(name.replace('_', '-')), option_text(value))

    @staticmethod
    def _check_keyword(name: str) -> None:
        """UsageError when there is no such keyword; the library knows it by
        another spelling."""
        known = [*Options.__annotations__, 'prefix']
        if name not in known:
            near = difflib.get_close_matches(name.replace('-', '_'), known, 1)
            raise errors.UsageError(
                f'there is no option {name!r}'
                + (f'; did you mean {near[0]!r}?' if near else ''))

    def draw(self, function: Any, *arguments: Any) -> None:
        """Calls a function of the library that may lay out a drawing."""
        _Call(self, function, *arguments).wait()

    # ---- questions ----

    def ask(self, questions: Iterable[Question]) -> None:
        for question in questions:
            self._ask(question)

    def _ask(self, question: Question) -> None:
        if not isinstance(question, get_args(Question)):
            words = [kind.__name__ for kind in get_args(Question)]
            raise errors.UsageError(f'{question!r} is no question: use '
                                    f'{", ".join(words[:-1])} or {words[-1]}')
        if isinstance(question, Cheapest):
            self._set_costs(question.costs)
        try:
            self._ask_by_word(*question._asked())
        except errors.Error as error:
            if isinstance(question, Marking) and not isinstance(
                    question.marked, str):
                error.column = None  # of a text that nobody wrote
            raise

    def _set_costs(self, costs: Mapping[Any, int]) -> None:
        by_transition = [1] * len(self.transitions)
        for node, cost in costs.items():
            if not 0 <= cost <= 1_000_000_000:
                raise errors.UsageError(f'{cost} is no cost of a transition')
            by_transition[self.transitions[name_of(node)].index] = cost
        checked(library().punfpor_set_costs, self.handle,
                (c_uint32 * len(by_transition))(*by_transition))

    def _ask_by_word(self, word: str, text: str | None = None) -> None:
        checked(library().punfpor_ask, self.handle, raw(word),
                raw_or_none(text), None)

    def ask_all_transitions(self) -> None:
        self._ask_by_word('all-transitions')

    # ---- solving ----

    def solve(self) -> None:
        call = _Call(self, library().punfpor_solve)
        try:
            call.wait(self._options.get('progress'),
                      self._options.get('cancel'))
        except errors.InputError as error:
            unsafe = self._unsafe(error)
            if unsafe is None:
                raise
            raise unsafe from None

    def _unsafe(self, error: errors.Error) -> Optional[errors.Error]:
        lib = library()
        length, t, p = c_uint32(), c_uint32(), c_uint32()
        if self.stop() is not Stop.UNSAFE:
            return None
        run = lib.punfpor_unsafe(self.handle, ctypes.byref(length),
                                 ctypes.byref(t), ctypes.byref(p))
        if not run:
            return None
        return errors.UnsafeError(
            error.message, error.file, error.line, error.column,
            run=self.names(run[:length.value]),
            transition=self.names([t.value])[0],
            place=text(lib.punfpor_place_label(self.net, p.value)))

    def replay(self, run: Sequence[int]) -> None:
        steps = (c_uint32 * len(run))(*run)
        checked(library().punfpor_replay, self.handle, steps, len(run))

    def replay_file(self, path: Union[str, 'os.PathLike[str]']) -> None:
        checked(library().punfpor_replay_file, self.handle,
                _library.raw_path(path), None)

    # ---- answers ----

    def answers(self) -> list[Answer]:
        figures = self.figures()
        return [self._answer(q, figures)
                for q in range(library().punfpor_questions(self.handle))]

    def stop(self) -> Stop:
        return Stop(library().punfpor_stop_of(self.handle))

    def figures(self) -> dict[str, int]:
        lib, handle = library(), self.handle
        return {text(lib.punfpor_figure_name(handle, i)):
                int(lib.punfpor_figure_text(handle, i)
                    or lib.punfpor_figure(handle, i))
                for i in range(lib.punfpor_figure_count(handle))}

    def _answer(self, q: int, figures: dict[str, int]) -> Answer:
        lib, handle = library(), self.handle
        verdict = Verdict(lib.punfpor_verdict_of(handle, q))
        steps = self._steps(q, verdict)
        return Answer(
            question=text(lib.punfpor_question_text(handle, q)),
            label=text(lib.punfpor_question_label(handle, q)),
            verdict=verdict,
            run=None if steps is None else list(map(str, steps)),
            steps=steps,
            loop=self._known(c_uint32, lib.punfpor_loop, q),
            branches=self._branches(q),
            branches_cut=bool(lib.punfpor_branches_cut(handle, q)),
            failure=_library.text_or_none(lib.punfpor_failure(handle, q)),
            second=self._second(q),
            value=self._value(q),
            limit=self._known(c_int64, lib.punfpor_limit, q),
            transition=self._named(q),
            attractors=self._attractors(q),
            configurations=self._configurations(q),
            transitions=self._transitions(q),
            runs=self._runs(q),
            if_safe=bool(lib.punfpor_if_safe(handle, q)),
            stop=self.stop(),
            engine=_library.text_or_none(lib.punfpor_answered_by(handle, q)),
            seconds=lib.punfpor_seconds(handle, q),
            figures=dict(figures),
            total_seconds=lib.punfpor_total_seconds(handle),
            work=lib.punfpor_work(handle),
            peak_bytes=lib.punfpor_peak_bytes(handle),
            reduced=self._reduced(),
            _presumption=_library.text(lib.punfpor_presumption(handle)),
            _certificate=self._certificate())

    def _reduced(self) -> Optional[dict[str, int]]:
        sizes = [c_uint32() for _ in range(4)]
        pointers = [ctypes.byref(size) for size in sizes]
        if not library().punfpor_reduced(self.handle, *pointers):
            return None
        names = ('places', 'transitions', 'arcs', 'read_arcs')
        return {name: size.value for name, size in zip(names, sizes)}

    def _steps(self, q: int, verdict: Verdict) -> Optional[list[Transition]]:
        if not library().punfpor_has_run(self.handle, q, verdict.value):
            return None
        return [self.transitions[t]
                for t in numbers(library().punfpor_run, self.handle, q)]

    def _known(self, kind: Any, function: Any, *at: int) -> Optional[int]:
        """The number that the function gives; None when it knows none."""
        number = kind()
        known = function(self.handle, *at, ctypes.byref(number))
        return int(number.value) if known else None

    def _branches(self, q: int) -> list[Branch]:
        return [self._branch(q, k)
                for k in range(library().punfpor_branches(self.handle, q))]

    def _branch(self, q: int, k: int) -> Branch:
        lib = library()
        return Branch(
            of=lib.punfpor_branch_of(self.handle, q, k),
            shows=text(lib.punfpor_branch_text(self.handle, q, k)),
            run=self._branch_run(q, k),
            loop=self._known(c_uint32, lib.punfpor_branch_loop, q, k))

    def _branch_run(self, q: int, k: int) -> Optional[list[str]]:
        length = c_uint32()
        run = library().punfpor_branch_run(self.handle, q, k,
                                           ctypes.byref(length))
        return self.names(run[:length.value]) if run else None

    def _second(self, q: int) -> Optional[int]:
        second, common = c_uint32(), c_uint32()
        known = library().punfpor_second_run(
            self.handle, q, ctypes.byref(second), ctypes.byref(common))
        return second.value if known else None

    def _value(self, q: int) -> Optional[int]:
        cost = self._known(c_uint64, library().punfpor_cost, q)
        return self._known(c_int64, library().punfpor_bound, q) \
            if cost is None else cost

    def _named(self, q: int) -> Optional[str]:
        t = library().punfpor_named_transition(self.handle, q)
        return None if t == _library.NONE else self.names([t])[0]

    def _attractors(self, q: int) -> Optional[list[Attractor]]:
        lib = library()
        if lib.punfpor_listed(self.handle, q) != b'attractors':
            return None
        places = range(lib.punfpor_net_given_places(self.net))
        return [Attractor(
            int(lib.punfpor_item_size(self.handle, q, i)),
            [text(lib.punfpor_place_label(self.net, p)) for p in places
             if lib.punfpor_item_marks(self.handle, q, i, p)],
            run,
            int(lib.punfpor_item_times(self.handle, q, i)),
            bool(lib.punfpor_item_at_most(self.handle, q, i)))
            for i, run in enumerate(self._item_runs(q))]

    def _configurations(self, q: int) -> Optional[list[list[str]]]:
        listed = library().punfpor_listed(self.handle, q)
        return self._item_runs(q) if listed == b'configurations' else None

    def _item_runs(self, q: int) -> list[list[str]]:
        lib = library()
        return [self.names(numbers(lib.punfpor_item_run, self.handle, q, i))
                for i in range(lib.punfpor_items(self.handle, q))]

    def _transitions(self, q: int) -> Optional[dict[str, Verdict]]:
        lib, handle = library(), self.handle
        if not lib.punfpor_is_about_all(handle, q):
            return None
        n = lib.punfpor_net_given_transitions(self.net)
        return {name: Verdict(lib.punfpor_fires(handle, t))
                for t, name in enumerate(self.names(range(n)))}

    def _runs(self, q: int) -> Optional[dict[str, list[str]]]:
        lib, handle = library(), self.handle
        if not lib.punfpor_is_about_all(handle, q):
            return None
        n = lib.punfpor_net_given_transitions(self.net)
        return {name: self.names(numbers(lib.punfpor_firing_run, handle, t))
                for t, name in enumerate(self.names(range(n)))
                if Verdict(lib.punfpor_fires(handle, t)) is Verdict.YES}

    def names(self, transitions: Iterable[int]) -> list[str]:
        label = library().punfpor_transition_label
        return [text(label(self.net, t)) for t in transitions]

    def _certificate(self) -> Union[str, errors.Error]:
        if library().punfpor_get(self.handle, b'certificate') != b'on':
            return errors.UsageError('there is no certificate: ask one '
                                     'question with certificate=True')
        size = ctypes.c_size_t()
        try:
            return text(checked(library().punfpor_certificate, self.handle,
                                ctypes.byref(size)))
        except errors.Error as error:
            return error


class _Call:
    """One call of the library in its thread."""

    def __init__(self, problem: Problem, function: Any,
                 *arguments: Any) -> None:
        self._handle = problem.handle
        self._function = function
        self._arguments = arguments
        self._cancel: Optional[threading.Event] = None
        self._stopped = False
        self._failure: Optional[BaseException] = None
        self._now: Optional[Progress] = None
        self._ended = False
        self._news = threading.Event()

    def wait(self, progress: Optional[ProgressFunction] = None,
             cancel: Optional[threading.Event] = None) -> None:
        """Calls to the end; raises what the library or progress() raises."""
        lib = library()
        # The library keeps pointers to these two until the end.
        terminate = _library.TerminateFunction(self._shall_stop)
        note = _library.ProgressFunction(self._note_progress)
        thread = threading.Thread(target=self._run, name='punfpor')
        self._cancel = cancel
        lib.punfpor_set_terminate(self._handle, terminate, None)
        if progress is not None:
            lib.punfpor_set_progress(self._handle, note, None)
        try:
            thread.start()
            while not self._ended:
                self._news.wait()
                self._news.clear()
                now, self._now = self._now, None
                if now is not None and progress is not None:
                    progress(now)
        finally:
            self._stopped = True
            if thread.is_alive():
                thread.join()
            lib.punfpor_set_terminate(
                self._handle, _library.TerminateFunction(0), None)
            lib.punfpor_set_progress(
                self._handle, _library.ProgressFunction(0), None)
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        try:
            checked(self._function, self._handle, *self._arguments)
        except BaseException as failure:  # in the thread of the caller
            self._failure = failure
        self._ended = True
        self._news.set()

    def _shall_stop(self, _: object) -> int:
        return self._stopped or (self._cancel is not None
                                 and self._cancel.is_set())

    def _note_progress(self, _: object, record: Any) -> None:
        at = record.contents
        self._now = Progress(*(getattr(at, name) for name, _ in at._fields_))
        self._news.set()


def option_text(value: object) -> Optional[bytes]:
    """The value of an option as the library reads it; None is the default."""
    if value is None:
        return None
    if isinstance(value, bool):
        return b'on' if value else b'off'
    if isinstance(value, float):  # without exponent
        return format(decimal.Decimal(repr(value)), 'f').encode()
    if isinstance(value, int):
        return b'%d' % value
    if not isinstance(value, (str, os.PathLike)):
        raise errors.UsageError(f'{value!r} is no value of an option')
    return _library.raw_path(value)
