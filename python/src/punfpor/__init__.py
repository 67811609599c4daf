"""Questions about Petri nets: can a transition fire, is a marking
reachable, is there a deadlock, and how does the net unfold?

    import punfpor

    net = punfpor.Net.load('dining.pnml')
    answer = net.deadlock(timeout=10)
    if answer:
        print(*answer.run)

The package calls the shared library libpunfpor of punf-por; see the
environment variable PUNFPOR_LIBRARY in the README.  Every run of a yes was
fired and every proof of a no checked by the library before it gets here.
"""
from punfpor._library import library_version
from punfpor._version import VERSION as __version__
from punfpor.alignment import Alignment, Move, align, align_log
from punfpor.answer import Answer, Attractor, Branch, Progress, Stop, Verdict
from punfpor.builder import Builder
from punfpor.errors import (Error, InputError, InternalError, LibraryError,
                            LimitError, MissingFileError, OutOfMemoryError,
                            OutputError, UnknownNameError, UnknownVerdict,
                            UnsafeError, UsageError)
from punfpor.net import Net
from punfpor.node import Nodes, Place, Transition
from punfpor.options import Option, Options, options
from punfpor.prefix import Condition, Event, Merged, Prefix
from punfpor.prefix_file import PrefixFile
from punfpor.question import (Attractors, Bound, Cheapest, Circuit, DeadTransitions,
                              Deadlock, Doomed, Formula, Home, Live, Marking, QuasiLive, Question, Reach,
                              Reversible, Safe, Sound, quoted)
from punfpor.concurrency import Concurrency
from punfpor.merged import MergedCondition, MergedEvent, MergedProcess
from punfpor.relations import Relations

__all__ = [
    'Alignment', 'Answer', 'Attractor', 'Attractors', 'Bound', 'Branch', 'Builder', 'Cheapest', 'Circuit', 'Concurrency', 'Condition', 'DeadTransitions', 'Deadlock',
    'Doomed',
    'Error', 'Event', 'Formula', 'Home', 'InputError', 'InternalError',
    'LibraryError', 'LimitError', 'Live', 'Marking', 'Merged', 'MergedCondition', 'MergedEvent', 'MergedProcess', 'MissingFileError', 'Move', 'Net',
    'Nodes', 'Option', 'Options', 'OutOfMemoryError', 'OutputError', 'Place',
    'Prefix', 'PrefixFile', 'Progress', 'QuasiLive', 'Question', 'Reach',
    'Relations', 'Reversible', 'Safe', 'Sound', 'Stop', 'Transition', 'UnknownNameError',
    'UnknownVerdict',
    'UnsafeError', 'UsageError', 'Verdict', '__version__', 'align', 'align_log', 'library_version',
    'options', 'quoted',
]
