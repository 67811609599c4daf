"""The options of the library, for questions and prefixes."""
from __future__ import annotations

import dataclasses
import os
import threading
from typing import Callable, Literal, Optional, TypedDict, Union

from punfpor._library import library, text
from punfpor.answer import Progress

Engine = Literal['auto', 'state', 'equation', 'prefix', 'por', 'walk',
                 'guided', 'recovery', 'symbolic', 'reverse', 'merged']
Switch = Union[bool, Literal['on', 'off'], None]
Size = Union[int, str, None]
Time = Union[float, str, None]  # seconds, or '5m'
Path = Union[str, 'os.PathLike[str]']
ProgressFunction = Callable[[Progress], object]


class Options(TypedDict, total=False):
    """The keywords of every method of Net that asks.

    progress: called with a Progress, from time to time, in the thread that
        asks; an exception that it raises ends the run
    cancel: a threading.Event: once it is set, the run ends, and open questions
        are UNKNOWN

    The others are options of the library, with _ for -.  True and False stand
    for on and off, None for the default.  options() has the defaults, and the
    engines that use each.

    engine: auto: a race of the engines of option racers, if there is a
        question; state: markings, depth first towards each question;
        equation: the state equation, traps, walks along its solutions, and
        inductive clauses (IC3); prefix: the complete prefix, by
        saturation; por: maximal configurations one by one; walk: random
        and guided walks, which never answer no; guided: best-first search
        towards each question, which never answers no; recovery: what stays
        possible, by lost markings and by ways back; symbolic: all markings at
        once, as a decision diagram; reverse: maximal configurations one by
        one, in the memory of one run; merged: the complete merged process,
        directly by SAT
    racers: the engines that race, where they can answer the questions
    dependency: which transitions are dependent: classic: two that share a
        place; read: the same, unless both only read it; none: any two; or
        any two but the pairs in a file
    order: adequate order of the cutoffs: size (McMillan), parikh or foata
        (Esparza, Römer, Vogler)
    cutoffs: off: explore without cutoffs, which ends only on nets whose
        runs all end
    table: keep a table of markings for the cutoffs, of SIZE entries at
        most; off: only events in memory cut events off
    choose: push first the enabled event with the largest local
        configuration, or the oldest one
    alternatives: compute K-partial alternatives, with which runs may be
        blocked; 0: full alternatives, optimal
    cache: evict events that are not needed when the store of events
        exceeds SIZE bytes; none: evict all of these
    deepening: explore in passes; the bound on the size of local
        configurations grows by FACTOR
    stubborn: fire at each marking none: all enabled transitions;
        persistent: a set chosen without regard to the question; property:
        a set chosen for the question
    interpolation: learn from each marking without an answer a cube of
        markings that have none either
    seed: choose other walks: they depend on N and nothing else
    from_prefix: make the merged process from the prefix if that has N
        histories at most and is not much larger; otherwise directly
    check: recompute invariants while running: 1: the cheap ones; 2:
        extensions and alternatives, too, from their definitions
    timeout: stop after TIME, in seconds or with a unit: 90, 500ms, 1m, 2h
    max_events: stop when N histories were created, or N markings explored
    max_depth: leave out events whose local configuration has more than N
        events, and markings that the search reaches by more than N steps
    threads: how many engines of a race run at once, or how many threads an
        engine has, up to 256; auto: one for each processor
    checkpoint: write to FILE what is done and what is left: in the
        beginning, at intervals and at the end, also when a signal or a
        limit ends the run; of several nets, and with --jobs, a journal of
        finished tasks, by any engine
    checkpoint_every: let TIME pass between two checkpoints
    resume: go on with what a checkpoint or a journal has left, with any
        number of threads or jobs; FILE may also be that of the new
        checkpoint
    max_memory: an engine stops when the process holds SIZE bytes; SIZE may
        end in K, M or G; auto: three quarters of what the machine or the
        control group has
    reduce: reduce the net for the questions first: on: by all rules; or by
        the rules in a list; auto: on for a race, unless dependency, order,
        cutoffs or max-depth are set
    fair: of formulas that begin with A or E, look only at runs on which
        each of these transitions fires again and again, or is disabled
        again and again
    conflicts: find the immediate conflicts of the prefix that is kept
    steps: keep the steps of the exploration with the prefix
    profile: keep rows of figures over the work
    certificate: keep what certifies the answer
    """

    progress: Optional[ProgressFunction]
    cancel: Optional[threading.Event]
    engine: Optional[Engine]
    racers: Optional[str]
    dependency: Optional[Path]
    order: Optional[Literal['size', 'parikh', 'foata']]
    cutoffs: Switch
    table: Union[Switch, int]
    choose: Optional[Literal['largest', 'oldest']]
    alternatives: Optional[int]
    cache: Size
    deepening: Union[float, str, None]
    stubborn: Optional[Literal['none', 'persistent', 'property']]
    interpolation: Switch
    seed: Optional[int]
    from_prefix: Optional[int]
    check: Optional[int]
    timeout: Time
    max_events: Optional[int]
    max_depth: Optional[int]
    threads: Union[int, Literal['auto'], None]
    checkpoint: Optional[Path]
    checkpoint_every: Time
    resume: Optional[Path]
    max_memory: Size
    reduce: Union[bool, str, None]
    fair: Optional[str]
    conflicts: Switch
    steps: Switch
    profile: Switch
    certificate: Switch


@dataclasses.dataclass(frozen=True, repr=False)
class Option:
    """An option, which every method of Net that asks takes as a keyword."""

    keyword: str   # its name, with _ for -
    argument: str  # describes the values: "on|off|SIZE"
    default: str
    help: str      # one line
    engines: tuple[str, ...]  # those that use it; "auto" is the race itself

    def __repr__(self) -> str:
        return (f'<punfpor.Option {self.keyword}={self.argument}, '
                f'default {self.default}>')


def options() -> list[Option]:
    """The options, in the order of the manual."""
    lib = library()
    return [Option(keyword=text(lib.punfpor_option_name(i)).replace('-', '_'),
                   argument=text(lib.punfpor_option_argument(i)),
                   default=text(lib.punfpor_option_default(i)),
                   help=text(lib.punfpor_option_help(i)),
                   engines=tuple(
                       text(lib.punfpor_engine_name(e))
                       for e in range(lib.punfpor_engine_count())
                       if lib.punfpor_option_used(i, e)))
            for i in range(lib.punfpor_option_count())]
