"""Nets: loading, asking, drawing."""
from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Optional, Union

from punfpor import _drawing, errors
from punfpor._library import (Handle, LoadRecord, Tokens, checked, library,
                              most_tokens, numbers, raw, raw_or_none, raw_path,
                              text, text_or_none)
from punfpor._problem import Problem
from punfpor.answer import Answer
from punfpor.node import Nodes, Place, Transition
from punfpor.options import Options, Path
from punfpor.prefix import Prefix
from punfpor.question import (Bound, Cheapest, DeadTransitions, Deadlock, Formula, Live,
                              Marking, MarkingLike, Node, QuasiLive, Question,
                              Reach, Safe, name_of)

from punfpor.concurrency import Concurrency
from punfpor.merged import MergedProcess
from punfpor.relations import Relations

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Net:
    """A safe place/transition net with read arcs, which does not change.

    Nets come from load(), parse(), from_pm4py() or a Builder.  Any number of
    threads may ask the same net.

    Every method that asks takes options as keywords: `engine='state'`,
    `timeout=10`, `max_memory='2G'`, `progress=print`.  help(punfpor.Options)
    explains them all.  With `certificate=True` and one question,
    Answer.certificate() gives the certificate.

    Ctrl-C ends a run with KeyboardInterrupt.
    """

    def __init__(self, pointer: int) -> None:
        """Takes a punfpor_net *.  Use the class methods instead."""
        self._handle: Optional[Handle] = Handle(
            pointer, library().punfpor_net_destroy)
        self._places: Optional[Nodes[Place]] = None
        self._transitions: Optional[Nodes[Transition]] = None
        # The places of the final marking of a file, a Builder or pm4py, for
        # marking(..., exact=True) and align(), with their tokens where one has
        # several; None when there is not one.
        self.final_marking = self._final()
        self._is_labelled = False  # a transition without a label is silent

    # ---- where nets come from ----

    @classmethod
    def load(cls, path: Path, initial: Optional[str] = None,
             tokens: Tokens = 0) -> Net:
        """Reads PNML, a format of PEP, Tina, petrify, LoLA or TAPAAL, or a
        Boolean network (.bnet), maybe packed; the content decides which.

        initial gives variables of a Boolean network their values, as in
        'A=1,B=0'; the first transitions choose those of the others.

        tokens is how many tokens a place may have, where place weights do
        not show less; 'auto': as many as they show; 0: the same, where the
        file has several tokens on a place.

        InputError tells file, line and column.  Without the file it is a
        MissingFileError, which is a FileNotFoundError as well.
        """
        how = LoadRecord(0, raw_or_none(initial), most_tokens(tokens))
        return cls(checked(library().punfpor_net_load_as, raw_path(path), how))

    @classmethod
    def parse(cls, data: Union[bytes, bytearray, memoryview, str],
              name: str = '<memory>', initial: Optional[str] = None,
              tokens: Tokens = 0) -> Net:
        """The same from memory.  `name` stands for the file in messages."""
        content = data.encode() if isinstance(data, str) else bytes(data)
        how = LoadRecord(0, raw_or_none(initial), most_tokens(tokens))
        return cls(checked(library().punfpor_net_parse_as, content,
                           len(content), raw(name), how))

    @classmethod
    def from_pm4py(cls, net: Any, initial_marking: Mapping[Any, int],
                   final_marking: Optional[Mapping[Any, int]] = None,
                   tokens: Tokens = 0) -> Net:
        """A net of pm4py with its initial marking, and its final one for
        Net.final_marking and Sound.  tokens is that of load().

        Names become ids, labels are labels; a silent transition's is None.
        Places and transitions are numbered in the order of their names.  A
        name that two nodes share, and arcs that are neither normal nor
        inhibitor or reset arcs, are InputErrors that name them.
        """
        from punfpor import _pm4py
        built = _pm4py.build(net, initial_marking, final_marking or {}, tokens)
        built._is_labelled = True
        if final_marking is not None:
            built.final_marking = built._final() or ()
        return built

    # ---- what it consists of ----

    @property
    def name(self) -> str:
        """The name of the net, "" when it has none."""
        return text(library().punfpor_net_name(self._open()))

    @property
    def places(self) -> Nodes[Place]:
        """The places: by index, by name, in a loop."""
        if self._places is None:
            self._places = _places(self._open())
        return self._places

    @property
    def transitions(self) -> Nodes[Transition]:
        """The transitions: by index, by name, in a loop."""
        if self._transitions is None:
            self._transitions = _transitions(self._open(), self.places)
        return self._transitions

    def place(self, name: str) -> Place:
        """The place with this name, else this id, else this label."""
        return self.places[name]

    def transition(self, name: str) -> Transition:
        """The transition with this name, else this id, else this label."""
        return self.transitions[name]

    # ---- questions ----

    def reach(self, transition: Node, **options: Unpack[Options]) -> Answer:
        """Can the transition fire?

        Options, such as timeout=10: see help(punfpor.Options).
        """
        return self.ask([Reach(transition)], **options)[0]

    def marking(self, marked: MarkingLike, *, empty: Iterable[Node] = (),
                exact: bool = False, **options: Unpack[Options]) -> Answer:
        """Is a marking reachable with tokens on these places?

            net.marking('p1 p4 !p7')
            net.marking(['p1', 'p4'], empty=['p7'])
            net.marking({'p1': 1, 'p4': 1, 'p7': 0})
            net.marking(final_marking, exact=True)

        Places that are not mentioned are free; with `exact` they are empty.
        See question.Marking.

        Options, such as timeout=10: see help(punfpor.Options).
        """
        return self.ask([Marking(marked, empty, exact)], **options)[0]

    def deadlock(self, **options: Unpack[Options]) -> Answer:
        """Is a marking reachable that enables no transition?

        Options, such as timeout=10: see help(punfpor.Options).
        """
        return self.ask([Deadlock()], **options)[0]

    def formula(self, text: str, **options: Unpack[Options]) -> Answer:
        """Does a condition hold at some reachable marking, or at all?  Does a
        temporal formula hold?

            net.formula('EF (p1 + 2*p2 >= 1 and not fireable(t3))')
            net.formula('AG p1 + p2 <= 1')
            net.formula('A G (p1 -> F p2)')

        A yes to EF and E, and a no to AG and A, have a run.  See
        question.Formula.

        Options, such as timeout=10: see help(punfpor.Options).
        """
        return self.ask([Formula(text)], **options)[0]

    def bound(self, text: str, **options: Unpack[Options]) -> Answer:
        """What is the largest value of a sum, such as 'p1 + 2*p2'?  It is
        Answer.value, to which Answer.run leads.

        Options, such as timeout=10: see help(punfpor.Options).
        """
        return self.ask([Bound(text)], **options)[0]

    def cheapest(self, what: Node, costs: Optional[Mapping[Any, int]] = None,
                 **options: Unpack[Options]) -> Answer:
        """A run of least cost that fires a transition or reaches a marking;
        Answer.value is its cost.  See question.Cheapest.

        Options, such as timeout=10: see help(punfpor.Options).
        """
        return self.ask([Cheapest(what, costs or {})], **options)[0]

    def safe(self, **options: Unpack[Options]) -> Answer:
        """Is the net safe?  UnsafeError when it is not.

        Options, such as timeout=10: see help(punfpor.Options).
        """
        return self.ask([Safe()], **options)[0]

    def dead_transitions(self, **options: Unpack[Options]) -> list[str]:
        """The names of the transitions that never fire.

        UnknownVerdict when a limit was met before all are known; what is known
        then, `ask([DeadTransitions()])` tells.

        Options, such as timeout=10: see help(punfpor.Options).
        """
        answer = self.ask([DeadTransitions()], **options)[0]
        bool(answer)  # raises
        return answer.dead

    def quasi_live(self, **options: Unpack[Options]) -> Answer:
        """Can every transition fire?

        Options, such as timeout=10: see help(punfpor.Options).
        """
        return self.ask([QuasiLive()], **options)[0]

    def live(self, **options: Unpack[Options]) -> Answer:
        """Can every transition fire again, from every reachable marking?  See
        question.Live.

        Options, such as timeout=10: see help(punfpor.Options).
        """
        return self.ask([Live()], **options)[0]

    def all_transitions(self, **options: Unpack[Options]) -> list[Answer]:
        """Asks of each transition whether it can fire, in their order.

        Options, such as timeout=10: see help(punfpor.Options).
        """
        problem = self._problem(options)
        problem.ask_all_transitions()
        return _solved(problem) if self.transitions else []

    def ask(self, questions: Iterable[Question],
            **options: Unpack[Options]) -> list[Answer]:
        """Answers several questions in one run, in their order.

            net.ask([Reach('t3'), Marking('p1 !p7'), Deadlock()])

        Options, such as timeout=10: see help(punfpor.Options).
        """
        problem = self._problem(options)
        asked = list(questions)
        problem.ask(asked)
        return _solved(problem) if asked else []

    def replay(self, run: Union[Sequence[Node], 'os.PathLike[str]'],
               questions: Iterable[Question] = ()) -> list[Answer]:
        """Fires a run, or one in a file as Tina's tools write it (.scn, given
        as a pathlib.Path), and explores nothing.

        A question is YES when the run shows it, and UNKNOWN otherwise.
        InputError when a transition is not enabled when its turn comes.
        """
        if isinstance(run, str):
            raise errors.UsageError('a run is a list of transitions, or a '
                                    'pathlib.Path to a file')
        problem = Problem(self._open(), self.transitions, {})
        problem.ask(questions)
        if isinstance(run, os.PathLike):
            problem.replay_file(run)
        else:
            problem.replay([self.transitions[name_of(step)].index
                            for step in run])
        return problem.answers()

    # ---- the unfolding ----

    def prefix(self, questions: Iterable[Question] = (), *,
               complete: bool = False, **options: Unpack[Options]) -> Prefix:
        """What is explored of the unfolding until the questions are answered;
        everything, without a question.

        With `complete` it is the complete prefix, which engine prefix builds
        whatever the questions are.  `conflicts=False` leaves out immediate
        conflicts, which take most of the time.  A limit or `cancel` may end
        the exploration earlier: see Prefix.stop.

        Options, such as timeout=10: see help(punfpor.Options).
        """
        problem = self._problem(options, 'complete' if complete else 'on')
        problem.ask(questions)
        problem.solve()
        return Prefix(problem, self.name, self.places, self.transitions)

    def merged(self, **options: Unpack[Options]) -> MergedProcess:
        """The complete merged process, which engine merged builds directly;
        with engine='prefix' it is made from the complete prefix.  UsageError
        when a limit ends that.

        Options, such as dependency='read': see help(punfpor.Options).
        """
        options.setdefault('engine', 'merged')
        problem = self._problem(options, 'complete')
        problem.solve()
        return MergedProcess(problem, self.places, self.transitions)

    def relations(self, **options: Unpack[Options]) -> Relations:
        """How each two transitions are ordered by all runs.  LimitError when
        a limit ends the exploration.

        Options, such as timeout=10: see help(punfpor.Options).
        """
        return Relations(
            self._problem(options), self.transitions,
            library().punfpor_net_given_transitions(self._open()))

    def concurrent_places(self, **options: Unpack[Options]) -> Concurrency:
        """Which pairs of places can be marked together.  LimitError when a
        limit ends the exploration.

        Options, such as engine='prefix': see help(punfpor.Options).
        """
        return Concurrency(
            self._problem(options), self.places,
            library().punfpor_net_given_places(self._open()), 0)

    def concurrent_transitions(self,
                               **options: Unpack[Options]) -> Concurrency:
        """Which pairs of transitions can fire in one step.  LimitError when
        a limit ends the exploration.

        Options, such as engine='prefix': see help(punfpor.Options).
        """
        return Concurrency(
            self._problem(options), self.transitions,
            library().punfpor_net_given_transitions(self._open()), 1)

    # ---- files and pictures ----

    def write(self, path: Path) -> None:
        """Writes the net; the ending says how: .pnml, .ll_net, .net, .g,
        .lola or .tapn."""
        checked(library().punfpor_net_write, self._open(), raw_path(path))

    def draw(self, path: Path, *, format: Optional[str] = None,
             timeout: Optional[float] = None) -> None:
        """Draws the net: as text for Graphviz, or as a picture.

        format         dot, svg, pdf or png; as the path ends, or dot when it
                       ends otherwise
        timeout        seconds that Graphviz may take; then LimitError
        """
        problem = self._problem(
            {} if timeout is None else {'timeout': timeout})
        problem.draw(library().punfpor_draw_net,
                     raw(format or _drawing.format_of(path)), raw_path(path))

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

    def _final(self) -> Union[None, tuple[Place, ...], dict[Place, int]]:
        lib, handle = library(), self._open()
        if lib.punfpor_net_finals(handle) != 1:
            return None
        places = [self.places[p]
                  for p in numbers(lib.punfpor_net_final, handle, 0)]
        tokens = lib.punfpor_net_final_tokens(handle, 0)[:len(places)]
        return (tuple(places) if max(tokens) == 1
                else dict(zip(places, tokens)))

    def _problem(self, options: Options,
                 prefix: Optional[str] = None) -> Problem:
        if 'prefix' in options:
            raise errors.UsageError('only Net.prefix() gives a prefix')
        return Problem(self._open(), self.transitions, options, prefix)


def _solved(problem: Problem) -> list[Answer]:
    problem.solve()
    return problem.answers()


def _places(handle: Handle) -> Nodes[Place]:
    lib = library()

    def make(p: int) -> Place:
        return Place(index=p, id=text(lib.punfpor_place_id(handle, p)),
                     label=text_or_none(lib.punfpor_place_name(handle, p)),
                     name=text(lib.punfpor_place_label(handle, p)),
                     marked=bool(lib.punfpor_place_marked(handle, p)))

    def find(name: str) -> int:
        found: int = checked(lib.punfpor_find_place, handle, raw(name))
        return found

    return Nodes(lib.punfpor_net_places(handle), make, find)


def _transitions(handle: Handle, places: Nodes[Place]) -> Nodes[Transition]:
    lib = library()

    def those(function: Any, t: int) -> tuple[Place, ...]:
        return tuple(places[p] for p in numbers(function, handle, t))

    def make(t: int) -> Transition:
        return Transition(
            index=t, id=text(lib.punfpor_transition_id(handle, t)),
            label=text_or_none(lib.punfpor_transition_name(handle, t)),
            name=text(lib.punfpor_transition_label(handle, t)),
            consumes=those(lib.punfpor_consumes, t),
            reads=those(lib.punfpor_reads, t),
            produces=those(lib.punfpor_produces, t))

    def find(name: str) -> int:
        found: int = checked(lib.punfpor_find_transition, handle, raw(name))
        return found

    return Nodes(lib.punfpor_net_transitions(handle), make, find)
