"""A program that uses the package, for mypy; nothing runs it."""
from __future__ import annotations

import pathlib
import threading
from typing import Optional

from punfpor import (Answer, Bound, Builder, DeadTransitions, Deadlock, Event,
                     Formula, Live, Marking, Net, Place, Progress, QuasiLive,
                     Reach, Safe, Verdict, quoted)


def watch(now: Progress) -> None:
    print(now.seconds, now.events)


with Net.load(pathlib.Path('net.pnml')) as net:
    place: Place = net.places[0]
    answer: Answer = net.reach(net.transitions[0], timeout=1.5, table=False,
                               progress=watch, cancel=threading.Event())
    verdict: Verdict = answer.verdict
    run: Optional[list[str]] = answer.run
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
    built: Net = Builder('b').place('p', marked=True).finish()
    text: str = net.deadlock(certificate=True).certificate()
    print('t' in net.deadlock().run)  # the only fault: run may be None
