"""A program that uses the package, for mypy; nothing runs it."""
from __future__ import annotations

import pathlib
import threading
from typing import Optional

from punfpor import (Answer, Builder, Deadlock, Event, Marking, Net, Place,
                     Progress, Reach, Verdict)


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
    events: list[Event] = net.prefix(complete=True).events
    built: Net = Builder('b').place('p', marked=True).finish()
    text: str = net.deadlock(certificate=True).certificate()
    print('t' in net.deadlock().run)  # the only fault: run may be None
