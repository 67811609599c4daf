"""Nets: loading, asking, drawing."""
from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Optional, Union

from punfpor import _drawing, errors
from punfpor._library import (Handle, checked, library, numbers, raw, raw_path,
                              text, text_or_none)
from punfpor._problem import OptionValue, Problem, ProgressFunction
from punfpor.answer import Answer
from punfpor.node import Place, Transition
from punfpor.prefix import Prefix
from punfpor.question import (Bound, DeadTransitions, Deadlock, Formula, Live,
                              Marking, MarkingLike, Node, QuasiLive, Question,
                              Reach, Safe, label_of)

Path = Union[str, 'os.PathLike[str]']


class Net:
    """A safe place/transition net with read arcs, which does not change.

    Nets come from load(), parse(), from_pm4py() or a Builder.  Any number of
    threads may ask the same net.

    Every method that asks takes these keywords:

    progress    called with a Progress, from time to time, in the thread that
                asks; an exception that it raises ends the run
    cancel      a threading.Event: once it is set, the run ends and open
                questions are UNKNOWN
    and every option of the library, with _ for -: `engine='state'`,
    `timeout=10`, `max_memory='2G'`.  punfpor.options() lists them.  True and
    False stand for on and off, None for the default.  With `certificate=True`
    and one question, Answer.certificate() gives the certificate.

    Ctrl-C ends a run with KeyboardInterrupt.
    """

    def __init__(self, pointer: int) -> None:
        """Takes a punfpor_net *.  Use the class methods instead."""
        self._handle: Optional[Handle] = Handle(
            pointer, library().punfpor_net_destroy)
        self._places: Optional[tuple[Place, ...]] = None
        self._transitions: Optional[tuple[Transition, ...]] = None

    # ---- where nets come from ----

    @classmethod
    def load(cls, path: Path) -> Net:
        """Reads PNML or a format of PEP, Tina, petrify, LoLA or TAPAAL,
        maybe packed; the content decides which.  InputError tells file, line
        and column."""
        return cls(checked(library().punfpor_net_load, raw_path(path)))

    @classmethod
    def parse(cls, data: Union[bytes, bytearray, memoryview, str],
              name: str = '<memory>') -> Net:
        """The same from memory.  `name` stands for the file in messages."""
        content = data.encode() if isinstance(data, str) else bytes(data)
        return cls(checked(library().punfpor_net_parse, content, len(content),
                           raw(name)))

    @classmethod
    def from_pm4py(cls, net: Any, initial_marking: Mapping[Any, int]) -> Net:
        """A net of pm4py with its initial marking.

        Names become ids, labels become names; silent transitions have no name.
        Places and transitions are numbered in the order of their names.  A
        weight other than 1, a second token, an inhibitor or reset arc, and a
        name that two nodes share are InputErrors that name the offending
        node or arc.
        """
        from punfpor import _pm4py
        return _pm4py.build(net, initial_marking)

    # ---- what it consists of ----

    @property
    def name(self) -> str:
        """The name of the net, "" when it has none."""
        return text(library().punfpor_net_name(self._open()))

    @property
    def places(self) -> tuple[Place, ...]:
        """The places in the order of their numbers."""
        if self._places is None:
            handle = self._open()
            self._places = tuple(
                _place(handle, p)
                for p in range(library().punfpor_net_places(handle)))
        return self._places

    @property
    def transitions(self) -> tuple[Transition, ...]:
        """The transitions in the order of their numbers."""
        if self._transitions is None:
            handle, places = self._open(), self.places
            self._transitions = tuple(
                _transition(handle, t, places)
                for t in range(library().punfpor_net_transitions(handle)))
        return self._transitions

    def place(self, label: str) -> Place:
        """The place with this label, else this id, else this name."""
        number: int = checked(library().punfpor_find_place, self._open(),
                              raw(label))
        return self.places[number]

    def transition(self, label: str) -> Transition:
        """The transition with this label, else this id, else this name."""
        number: int = checked(library().punfpor_find_transition, self._open(),
                              raw(label))
        return self.transitions[number]

    # ---- questions ----

    def reach(self, transition: Node, *,
              progress: Optional[ProgressFunction] = None,
              cancel: Optional[threading.Event] = None,
              **options: OptionValue) -> Answer:
        """Can the transition fire?"""
        return self.ask([Reach(transition)], progress=progress, cancel=cancel,
                        **options)[0]

    def marking(self, marked: MarkingLike, *, empty: Iterable[Node] = (),
                exact: bool = False,
                progress: Optional[ProgressFunction] = None,
                cancel: Optional[threading.Event] = None,
                **options: OptionValue) -> Answer:
        """Is a marking reachable with tokens on these places?

            net.marking('p1 p4 !p7')
            net.marking(['p1', 'p4'], empty=['p7'])
            net.marking({'p1': 1, 'p4': 1, 'p7': 0})
            net.marking(final_marking, exact=True)

        Places that are not mentioned are free; with `exact` they are empty.
        See question.Marking.
        """
        return self.ask([Marking(marked, empty, exact)], progress=progress,
                        cancel=cancel, **options)[0]

    def deadlock(self, *, progress: Optional[ProgressFunction] = None,
                 cancel: Optional[threading.Event] = None,
                 **options: OptionValue) -> Answer:
        """Is a marking reachable that enables no transition?"""
        return self.ask([Deadlock()], progress=progress, cancel=cancel,
                        **options)[0]

    def formula(self, text: str, *,
                progress: Optional[ProgressFunction] = None,
                cancel: Optional[threading.Event] = None,
                **options: OptionValue) -> Answer:
        """Is a marking reachable at which a condition holds, or does it hold at
        all of them?

            net.formula('EF (p1 + 2*p2 >= 1 and not fireable(t3))')
            net.formula('AG p1 + p2 <= 1')

        A yes to EF and a no to AG have a run.  See question.Formula.
        """
        return self.ask([Formula(text)], progress=progress, cancel=cancel,
                        **options)[0]

    def bound(self, text: str, *,
              progress: Optional[ProgressFunction] = None,
              cancel: Optional[threading.Event] = None,
              **options: OptionValue) -> Answer:
        """What is the largest value of a sum, such as 'p1 + 2*p2'?  It is
        Answer.value, to which Answer.run leads."""
        return self.ask([Bound(text)], progress=progress, cancel=cancel,
                        **options)[0]

    def safe(self, *, progress: Optional[ProgressFunction] = None,
             cancel: Optional[threading.Event] = None,
             **options: OptionValue) -> Answer:
        """Is the net safe?  UnsafeError when it is not."""
        return self.ask([Safe()], progress=progress, cancel=cancel,
                        **options)[0]

    def dead_transitions(self, *,
                         progress: Optional[ProgressFunction] = None,
                         cancel: Optional[threading.Event] = None,
                         **options: OptionValue) -> list[str]:
        """The labels of the transitions that never fire.

        UnknownVerdict when a limit was met before all are known; what is known
        then, `ask([DeadTransitions()])` tells.
        """
        answer = self.ask([DeadTransitions()], progress=progress,
                          cancel=cancel, **options)[0]
        bool(answer)  # raises
        return answer.dead

    def quasi_live(self, *, progress: Optional[ProgressFunction] = None,
                   cancel: Optional[threading.Event] = None,
                   **options: OptionValue) -> Answer:
        """Can every transition fire?"""
        return self.ask([QuasiLive()], progress=progress, cancel=cancel,
                        **options)[0]

    def live(self, *, progress: Optional[ProgressFunction] = None,
             cancel: Optional[threading.Event] = None,
             **options: OptionValue) -> Answer:
        """Can every transition fire again, from every reachable marking?  See
        question.Live."""
        return self.ask([Live()], progress=progress, cancel=cancel,
                        **options)[0]

    def all_transitions(self, *, progress: Optional[ProgressFunction] = None,
                        cancel: Optional[threading.Event] = None,
                        **options: OptionValue) -> list[Answer]:
        """Asks of each transition whether it can fire, in their order."""
        problem = self._problem(options)
        problem.ask_all_transitions()
        return _solved(problem, progress, cancel) if self.transitions else []

    def ask(self, questions: Iterable[Question], *,
            progress: Optional[ProgressFunction] = None,
            cancel: Optional[threading.Event] = None,
            **options: OptionValue) -> list[Answer]:
        """Answers several questions in one run, in their order.

            net.ask([Reach('t3'), Marking('p1 !p7'), Deadlock()])
        """
        problem = self._problem(options)
        asked = list(questions)
        problem.ask(asked)
        return _solved(problem, progress, cancel) if asked else []

    def replay(self, run: Union[Sequence[Node], 'os.PathLike[str]'],
               questions: Iterable[Question] = ()) -> list[Answer]:
        """Fires a run, or one in a file as Tina's tools write it (.scn, given
        as a pathlib.Path), and explores nothing.

        A question is YES when the run shows it, and UNKNOWN otherwise.
        InputError when a transition is not enabled when its turn comes.
        """
        problem = Problem(self._open(), {})
        problem.ask(questions)
        if isinstance(run, os.PathLike):
            problem.replay_file(run)
        else:
            problem.replay([self.transition(label_of(step)).number
                            for step in run])
        return problem.answers()

    # ---- the unfolding ----

    def prefix(self, questions: Iterable[Question] = (), *,
               complete: bool = False,
               progress: Optional[ProgressFunction] = None,
               cancel: Optional[threading.Event] = None,
               **options: OptionValue) -> Prefix:
        """What is explored of the unfolding until the questions are answered;
        everything, without a question.

        With `complete` it is the complete prefix, which engine prefix builds
        whatever the questions are.  `conflicts=False` leaves out immediate
        conflicts, which take most of the time.  A limit or `cancel` may end
        the exploration earlier: see Prefix.stop.
        """
        problem = Problem(self._open(), {
            **options, 'prefix': 'complete' if complete else 'on'})
        problem.ask(questions)
        problem.solve(progress, cancel)
        return Prefix(problem, self.name, self.places, self.transitions)

    # ---- files and pictures ----

    def write(self, path: Path) -> None:
        """Writes the net; the ending says how: .pnml, .ll_net, .net, .g,
        .lola or .tapn."""
        checked(library().punfpor_net_write, self._open(), raw_path(path))

    def draw(self, path: Path) -> None:
        """Draws the net for Graphviz."""
        checked(library().punfpor_net_draw, self._open(), raw_path(path))

    def dot(self) -> str:
        """The drawing as text."""
        return _drawing.written(self.draw)

    def _repr_svg_(self) -> Optional[str]:
        """The net in a notebook, unless it is too large to be read."""
        return _drawing.svg(self.dot, len(self.places) + len(self.transitions))

    # ---- the handle ----

    def close(self) -> None:
        """Frees the net, once no run and no Prefix needs it any more."""
        self._handle = None

    def __enter__(self) -> Net:
        return self

    def __exit__(self, kind: Optional[type[BaseException]],
                 exception: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._handle is None:
            return '<punfpor.Net, closed>'
        lib, name = library(), f' {self.name!r}' if self.name else ''
        return (f'<punfpor.Net{name}, '
                f'{lib.punfpor_net_places(self._handle)} places, '
                f'{lib.punfpor_net_transitions(self._handle)} transitions>')

    def _open(self) -> Handle:
        if self._handle is None:
            raise errors.UsageError('the net is closed')
        return self._handle

    def _problem(self, options: Mapping[str, OptionValue]) -> Problem:
        if 'prefix' in options:
            raise errors.UsageError('only Net.prefix() gives a prefix')
        return Problem(self._open(), options)


def _solved(problem: Problem, progress: Optional[ProgressFunction],
            cancel: Optional[threading.Event]) -> list[Answer]:
    problem.solve(progress, cancel)
    return problem.answers()


def _place(handle: Handle, p: int) -> Place:
    lib = library()
    return Place(number=p, id=text(lib.punfpor_place_id(handle, p)),
                 name=text_or_none(lib.punfpor_place_name(handle, p)),
                 label=text(lib.punfpor_place_label(handle, p)),
                 marked=bool(lib.punfpor_place_marked(handle, p)))


def _transition(handle: Handle, t: int,
                places: tuple[Place, ...]) -> Transition:
    lib = library()

    def those(function: Any) -> tuple[Place, ...]:
        return tuple(places[p] for p in numbers(function, handle, t))

    return Transition(number=t, id=text(lib.punfpor_transition_id(handle, t)),
                      name=text_or_none(
                          lib.punfpor_transition_name(handle, t)),
                      label=text(lib.punfpor_transition_label(handle, t)),
                      consumes=those(lib.punfpor_consumes),
                      reads=those(lib.punfpor_reads),
                      produces=those(lib.punfpor_produces))
