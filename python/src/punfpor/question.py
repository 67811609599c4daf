"""Questions about a net, for Net.ask() and Net.prefix()."""
from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, Union

from punfpor import errors
from punfpor.node import Place, Transition


class Named(Protocol):
    """A place or transition of pm4py."""

    @property
    def name(self) -> str:
        """Its id in the net of this package."""


# A node is given by its name, id or label, or as an object.
Node = Union[str, Place, Transition, Named]

# The word of a question, as punfpor_ask() takes it, and its text.
Asked = tuple[str, Union[str, None]]

# An expression such as "p1 p4 !p7", tokens by place, or the marked places.
MarkingLike = Union[str, Mapping[Any, int], Iterable[Node]]


@dataclasses.dataclass(frozen=True)
class Reach:
    """Can the transition fire?"""

    transition: Node

    def _asked(self) -> Asked:
        return 'reach', name_of(self.transition)


@dataclasses.dataclass(frozen=True)
class Marking:
    """Is a marking reachable with tokens on these places?

    `marked` is an expression, "p1 p4 !p7": tokens on p1 and p4, none on p7,
    anything elsewhere.  It may also be the marked places in a list, with those
    without token in `empty`, or a mapping from places to tokens, such as a
    marking of pm4py.

    With `exact` the marking is the one that marks these places and no other.
    """

    marked: MarkingLike
    empty: Iterable[Node] = ()
    exact: bool = False

    def _asked(self) -> Asked:
        return ('marking-exact' if self.exact else 'marking',
                self.expression())

    def expression(self) -> str:
        """The marking as the library reads it."""
        if isinstance(self.marked, str):
            return ' '.join([self.marked, *_terms('!', self.empty)])
        empty = list(several(self.empty))
        if isinstance(self.marked, Mapping):
            marked = [f'{_quoted(name_of(place))}={int(n)}'
                      for place, n in self.marked.items() if n]
            if not self.exact:
                empty += [place for place, n in self.marked.items() if not n]
        else:
            marked = _terms('', self.marked)
        return ' '.join(marked + _terms('!', empty))


@dataclasses.dataclass(frozen=True)
class Deadlock:
    """Is a marking reachable that enables no transition?"""

    def _asked(self) -> Asked:
        return 'deadlock', None


@dataclasses.dataclass(frozen=True)
class Formula:
    """Is a marking reachable at which the condition holds ("EF ...")?  Does it
    hold at all reachable markings ("AG ...")?  Can it be reached from all of
    them ("AG EF ...")?  Does a temporal formula hold of all runs ("A ...") or
    of one ("E ...")?

    "EF (p1 + 2*p2 >= 1 and not fireable(t3))", "AG not deadlock",
    "A G (p1 -> F p2)"; names other than words stand between double quotes, as
    quoted() writes them.
    """

    text: str

    def _asked(self) -> Asked:
        return 'formula', self.text


@dataclasses.dataclass(frozen=True)
class Bound:
    """What is the largest value of the sum, such as "p1 + 2*p2"?  See
    Answer.value."""

    text: str

    def _asked(self) -> Asked:
        return 'bounds', self.text


@dataclasses.dataclass(frozen=True)
class Cheapest:
    """What is a run of least cost that fires the transition, or reaches a
    marking of the condition or marking expression?  See Answer.value, which is
    the cost, and Answer.run.

    `costs` has whole numbers by transition; other transitions cost 1.  It is
    asked alone.
    """

    what: Node
    costs: Mapping[Any, int] = dataclasses.field(default_factory=dict)

    def _asked(self) -> Asked:
        return 'cheapest', name_of(self.what)


@dataclasses.dataclass(frozen=True)
class Safe:
    """Is the net safe?  A second token is an UnsafeError."""

    def _asked(self) -> Asked:
        return 'safe', None


@dataclasses.dataclass(frozen=True)
class DeadTransitions:
    """Which transitions never fire?  YES says that all of them are known.  See
    Answer.dead and Answer.transitions."""

    def _asked(self) -> Asked:
        return 'dead-transitions', None


@dataclasses.dataclass(frozen=True)
class QuasiLive:
    """Can every transition fire?  A no names one that cannot:
    Answer.transition."""

    def _asked(self) -> Asked:
        return 'quasi-live', None


@dataclasses.dataclass(frozen=True)
class Live:
    """Can every transition fire again, from every reachable marking?  A no has
    a run, after which Answer.transition never fires."""

    def _asked(self) -> Asked:
        return 'live', None


@dataclasses.dataclass(frozen=True)
class Home:
    """Can the condition, as in Formula without EF, or the marking, an
    expression as in Marking, be reached from every reachable marking?  A no
    has a run to a marking from which it cannot."""

    text: str

    def _asked(self) -> Asked:
        return 'home', self.text


@dataclasses.dataclass(frozen=True)
class Reversible:
    """Can the initial marking be reached from every reachable marking?"""

    def _asked(self) -> Asked:
        return 'reversible', None


@dataclasses.dataclass(frozen=True)
class Circuit:
    """Does the net of a .g file have this property of a circuit: 'consistent',
    'persistent', 'input-proper', 'usc', 'csc'; or 'circuit': consistent,
    without deadlocks, input-proper and persistent?  See Answer.failure."""

    what: str = 'circuit'

    def _asked(self) -> Asked:
        return self.what, None


@dataclasses.dataclass(frozen=True)
class Sound:
    """Is the workflow net sound: safe, it can always end, nothing is left when
    it ends, and every transition can fire?  With `weak` only the first two.

    A no says in Answer.failure what fails, and has a run.  Final markings are
    those of the net; without one, a marking of places without consumers alone
    is final.  A net that was loaded with `tokens` need not be safe."""

    weak: bool = False

    def _asked(self) -> Asked:
        return 'sound', 'weak' if self.weak else None


@dataclasses.dataclass(frozen=True)
class Attractors:
    """Which sets of markings does no run leave, and where is each marking
    reachable from all others?  See Answer.attractors."""

    def _asked(self) -> Asked:
        return 'attractors', None


@dataclasses.dataclass(frozen=True)
class Doomed:
    """Can a run go on for ever without a bad marking?  `bad` is a condition as
    in Formula without EF, a marking, or the name of a .bad file.  See
    Answer.configurations."""

    bad: str

    def _asked(self) -> Asked:
        return 'doomed', self.bad


Question = Union[Reach, Marking, Deadlock, Formula, Bound, Safe,
                 DeadTransitions, QuasiLive, Live, Home, Reversible, Circuit,
                 Sound, Attractors, Doomed, Cheapest]


def name_of(node: Node) -> str:
    """The text by which the library finds the node."""
    if isinstance(node, str):
        return node
    if isinstance(node, (Place, Transition)):
        return node.name
    name = getattr(node, 'name', None)
    if name is None:
        raise errors.UsageError(f'{node!r} is neither a name nor a node')
    return str(name)


def _terms(sign: str, places: Iterable[Node]) -> list[str]:
    return [sign + _quoted(name_of(place)) for place in several(places)]


def several(names: Iterable[Node]) -> Iterable[Node]:
    """The names in a list; a text alone is one of them, not its letters."""
    return [names] if isinstance(names, str) else names


def quoted(name: str) -> str:
    """A name as formulas and sums have it, always between quotes."""
    escaped = name.replace('\\', '\\\\').replace('"', '\\"')
    return f'"{escaped}"'


# Words of the grammar of formulas.
_KEYWORDS = ('and', 'or', 'not', 'xor', 'implies', 'iff')


def _quoted(name: str) -> str:
    """A place in an expression, between quotes where it needs them."""
    if (re.fullmatch(r"[A-Za-z0-9_.:@$']+", name) and
            name.lower() not in _KEYWORDS):
        return name
    escaped = name.replace('\\', '\\\\').replace('"', '\\"')
    return f'"{escaped}"'
