"""A program that uses the package, for mypy; nothing runs it."""
from __future__ import annotations

import pathlib
import threading
from typing import Optional

from punfpor import (Answer, Bound, Builder, DeadTransitions, Deadlock, Event,
                     Formula, Live, Marking, Net, Options, Place, Progress,
                     QuasiLive, Reach, Safe, Transition, Verdict, quoted)


def watch(now: Progress) -> None:
    print(now.seconds, now.histories)


with Net.load(pathlib.Path('net.pnml')) as net:
    place: Place = net.places[0]
    answer: Answer = net.reach(net.transitions[0], timeout=1.5, table=False,
                               progress=watch, cancel=threading.Event())
    verdict: Verdict = answer.verdict
    run: Optional[list[str]] = answer.run
    steps: Optional[list[Transition]] = answer.steps
    label: Optional[str] = net.transitions['t'].label
    found: bool = 't' in net.transitions and place in net.places
    some: tuple[Place, ...] = net.places[1:]
    net.marking({place: 1, 'p2': 0})
    net.marking(['p1', place], empty=[place], exact=True)
    answers: list[Answer] = net.ask([Reach('t'), Marking('p'), Deadlock()],
                                    engine='por', dependency=None)
    more: list[Answer] = net.ask([Formula('EF p'), Bound('p + q'), Safe(),
                                  DeadTransitions(), QuasiLive(), Live()])
    value: Optional[int] = net.bound(quoted('p'), engine='prefix').value
    holds: bool = bool(net.formula('AG not deadlock', timeout=2))
    dead: list[str] = net.dead_transitions(cancel=threading.Event())
    named: Optional[str] = net.live(progress=watch).transition
    by_label: Optional[dict[str, Verdict]] = net.quasi_live().transitions
    presumes: bool = net.safe().if_safe
    events: list[Event] = net.prefix(complete=True).events
    later: list[Event] = [event for event in net.prefix() if event.causes]
    marked: tuple[Place, ...] = events[0].causes[0].marking
    options: Options = {'engine': 'state', 'max_memory': '2G', 'timeout': '3m'}
    document: dict[str, object] = net.live(**options).to_dict()
    built: Net = Builder('b').place('p', marked=True).finish()
    text: str = net.deadlock(certificate=True).certificate()
    print('t' in net.deadlock().run)  # fault: run may be None
    net.deadlock(max_events='many')  # fault: no number
    net.deadlock(engine='steam')  # fault: no engine
    net.deadlock(colour='red')  # fault: no option
    net.prefix(progress=3)  # fault: no function
