"""Answers, as plain data."""
from __future__ import annotations

import dataclasses
import enum
from typing import Any, Optional, Union

from punfpor import errors
from punfpor.node import Transition


class Verdict(enum.Enum):
    """The answer to a question: YES (reachable), NO or UNKNOWN.

    YES also says that an AG formula holds, that a net is safe or live, that a
    largest value was found, and that a list of dead transitions is complete.

    As truth values YES and NO are True and False; UNKNOWN raises
    UnknownVerdict, so that `if net.reach('t3'):` never takes an unknown
    verdict for a no.
    """

    UNKNOWN = 0
    YES = 1
    NO = 2

    def __bool__(self) -> bool:
        if self is Verdict.UNKNOWN:
            raise errors.UnknownVerdict(
                'the verdict is unknown: compare .verdict with Verdict.YES, '
                'Verdict.NO and Verdict.UNKNOWN')
        return self is Verdict.YES

    def __str__(self) -> str:
        return self.name.lower()


class Stop(enum.Enum):
    """Why a run ended."""

    DONE = 0          # all is answered, or all is explored
    STOPPED = 1       # `cancel` was set
    TIME_LIMIT = 2    # option timeout
    EVENT_LIMIT = 3   # option max_events
    DEPTH_LIMIT = 4   # option max_depth
    MEMORY_LIMIT = 5  # option max_memory
    UNSAFE = 6        # raised as UnsafeError
    REPLAYED = 7      # Net.replay() does not explore
    OPEN = 8          # the engine cannot answer what is open
    LOST = 9          # of several processes, one has failed
    AUTOMATON_LIMIT = 10  # of a formula: see `failure`

    def __str__(self) -> str:
        return self.name.lower().replace('_', ' ')


_OF_A_STEP = ('index', 'id', 'label', 'name')
_SHORT = 40


def _short(text: str) -> str:
    return text if len(text) <= _SHORT else text[:_SHORT - 3] + '...'


@dataclasses.dataclass(frozen=True)
class Branch:
    """What a part of a formula of CTL says, and a run that shows it."""

    of: int              # it begins at the end of branch of - 1; 0: of the
                         # run of the answer, or at the initial marking if
                         # there is none
    shows: str           # "E G p holds", "A F p does not hold"
    run: Optional[list[str]]  # names of transitions; None: no run shows it
    loop: Optional[int]  # as of an answer


@dataclasses.dataclass(frozen=True)
class Attractor:
    """An attractor: how many markings it has, one of them as the names of its
    marked places, and a run to that.  Where many attractors differ by places
    that no step changes, it stands for all of its size, `times` of them.  If
    `at_most`, it may have fewer markings: to count them takes too long."""

    size: int
    marking: list[str]
    run: list[str]
    times: int = 1
    at_most: bool = False


@dataclasses.dataclass(frozen=True, repr=False)
class Answer:
    """The answer to one question.

    An answer holds copies and needs neither the net nor the library.  As a
    truth value it is its verdict: True, False, or UnknownVerdict.
    """

    question: str                # "reach t3", "marking p1 !p7", "deadlock"
    label: str                   # the question as a verdict names it: "t3"
    verdict: Verdict
    run: Optional[list[str]]     # names of the transitions that lead to a
                                 # yes, or to the no of an AG formula or of
                                 # Live, each fired by the library; else None
    steps: Optional[list[Transition]]  # the transitions of the run
    loop: Optional[int]          # of a formula about paths: how many steps of
                                 # the run come before those that repeat for
                                 # ever; all, if it ends at a deadlock;
                                 # None if any going on will do
    branches: list[Branch]       # of a formula of CTL: further runs
    branches_cut: bool           # are there more than these?
    failure: Optional[str]       # of Circuit and Sound with NO: what fails
    second: Optional[int]        # of a Circuit whose NO two runs show: the
                                 # second one is run[second:]
    value: Optional[int]         # of a Bound: with YES the largest value, with
                                 # UNKNOWN the largest one seen, which the run
                                 # reaches; None when there is none; of
                                 # Cheapest what the run costs
    limit: Optional[int]         # of a Bound with UNKNOWN: what the value
                                 # never exceeds, if the net is safe; None
                                 # when no limit is known
    transition: Optional[str]    # of QuasiLive and Live: the name of the
                                 # transition that a no names
    attractors: Optional[list[Attractor]]  # of Attractors
    configurations: Optional[list[list[str]]]  # of Doomed: the minimal doomed
                                 # configurations, each as a run of it
    transitions: Optional[dict[str, Verdict]]  # of DeadTransitions and
                                 # QuasiLive: by name, can it fire?
    runs: Optional[dict[str, list[str]]]  # likewise, of those that can: a run
                                 # that ends with it
    if_safe: bool                # the verdict presumes that the net is safe
    stop: Stop                   # why the run of the engines ended
    engine: Optional[str]        # that found the verdict; None when unknown
    # Seconds until the verdict; 0 when unknown.
    seconds: float = dataclasses.field(compare=False)
    figures: dict[str, int] = dataclasses.field(repr=False)
    # Figures of the whole run, which answered all questions asked at once:
    total_seconds: float = dataclasses.field(repr=False, compare=False)
    work: int = dataclasses.field(repr=False)  # about nanoseconds, the same
                                               # number on every machine
    peak_bytes: int = dataclasses.field(repr=False, compare=False)
    # The net that was explored, when it was a reduced one: its 'places',
    # 'transitions', 'arcs' and 'read_arcs'.  The figures are about it.
    reduced: Optional[dict[str, int]] = dataclasses.field(repr=False)
    _presumption: str = dataclasses.field(repr=False)  # what if_safe says
    _certificate: Union[str, errors.Error] = dataclasses.field(repr=False,
                                                               compare=False)

    def __bool__(self) -> bool:
        return bool(self.verdict)

    @property
    def dead(self) -> list[str]:
        """The transitions that never fire, of DeadTransitions and QuasiLive;
        after a limit those that are known."""
        return [name for name, verdict in (self.transitions or {}).items()
                if verdict is Verdict.NO]

    def to_dict(self) -> dict[str, Any]:
        """The answer as json.dumps() takes it: every attribute under its name,
        verdicts and the reason of the stop as words ("yes", "time limit"), a
        step as a dict of its index, id, label and name."""
        given = {field.name: getattr(self, field.name)
                 for field in dataclasses.fields(self)
                 if field.name != '_certificate'}
        if self.steps is not None:
            given['steps'] = [
                {name: getattr(step, name) for name in _OF_A_STEP}
                for step in self.steps]
        if self.attractors is not None:
            given['attractors'] = list(map(dataclasses.asdict,
                                           self.attractors))
        if self.transitions is not None:
            given['transitions'] = {
                name: str(verdict)
                for name, verdict in self.transitions.items()}
        return {**given, 'verdict': str(self.verdict), 'stop': str(self.stop)}

    def __repr__(self) -> str:
        said = [f'<punfpor.Answer to {_short(self.question)}: {self.verdict}']
        if self.value is not None:
            said.append(f'value {self.value}')
        if self.verdict is Verdict.UNKNOWN:
            said.append(str(self.stop))
        if self.run is not None:
            said.append(f'a run of {len(self.run)} '
                        f'step{"s" * (len(self.run) != 1)}')
        if self.transitions is not None:
            said.append(f'{len(self.dead)} of {len(self.transitions)} '
                        'transitions never fire')
        elif self.transition is not None:
            said.append(f'transition {self.transition}')
        if self.if_safe:
            said.append(f'if {self._presumption}')
        return ', '.join(said) + '>'

    def certificate(self) -> str:
        """The text that punf-por-check accepts or rejects.

        Ask one question with `certificate=True`.  UsageError when that was not
        done, when the verdict is unknown, or when there is no certificate of
        this verdict.
        """
        if isinstance(self._certificate, errors.Error):
            raise self._certificate
        return self._certificate


@dataclasses.dataclass(frozen=True, repr=False)
class Progress:
    """One engine's figures so far."""

    seconds: float  # since the run began
    steps: int      # events pushed, or transitions fired
    histories: int  # created so far; 0 for engine state
    maximal: int    # maximal configurations so far; likewise
    markings: int   # explored so far; only for engine state
    bytes: int      # resident memory of the process
    depth: int
    bound: int      # of the pass; 0: none
    explored: int = 0  # histories of engine prefix that are done with,
    cutoffs: int = 0  # and its cutoffs
    programs: int = 0  # linear programs of engine equation,
    clauses: int = 0  # and what IC3 has learnt
    walks: int = 0  # of engine walk
    automaton: int = 0   # its states; of engine state
    components: int = 0  # of products with it; of engine state

    def __repr__(self) -> str:
        return (f'<punfpor.Progress after {self.seconds:.1f} s: {self.steps} '
                f'steps, {self.histories} histories, {self.markings} markings, '
                f'{self.bytes >> 20} MB>')
