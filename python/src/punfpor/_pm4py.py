"""Nets of pm4py.

Nothing of pm4py is imported: a net is any object with `places`, `transitions`
and `arcs`, a node any with `name`, an arc any with `source` and `target`.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from punfpor import errors
from punfpor._library import Tokens
from punfpor.builder import Builder
from punfpor.net import Net


def build(net: Any, initial_marking: Mapping[Any, int],
          final_marking: Mapping[Any, int], tokens: Tokens) -> Net:
    """See Net.from_pm4py()."""
    final = _marked(net, 'final', final_marking)
    builder = Builder(getattr(net, 'name', None) or None, tokens)
    places = _by_name('place', net.places)
    transitions = _by_name('transition', net.transitions)
    initial = _marked(net, 'initial', initial_marking)
    for name in places:
        builder.place(name, initial.get(name, 0))
    for name, transition in transitions.items():
        builder.transition(name, label=getattr(transition, 'label', None))
    for arc in _sorted_arcs(net.arcs):
        _add_arc(builder, arc, places, transitions)
    return builder.final(final).finish()


def _by_name(kind: str, nodes: Iterable[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for node in sorted(nodes, key=_name):
        if _name(node) in found:
            raise errors.InputError(f'two {kind}s have the name '
                                    f'{_name(node)!r}')
        found[_name(node)] = node
    return found


def _name(node: Any) -> str:
    return str(node.name)


def _marked(net: Any, which: str, marking: Mapping[Any, int]
            ) -> dict[str, int]:
    """The tokens of the places at the initial or final marking, by name."""
    own = set(map(id, net.places))
    for place in marking:
        if id(place) not in own:
            raise errors.InputError(f'the {which} marking has a place '
                                    f'{_name(place)!r}, the net has not')
    return {_name(place): n for place, n in marking.items() if n}


def _sorted_arcs(arcs: Iterable[Any]) -> list[Any]:
    return sorted(arcs, key=lambda arc: (_name(arc.source), _name(arc.target)))


def _add_arc(builder: Builder, arc: Any, places: Mapping[str, Any],
             transitions: Mapping[str, Any]) -> None:
    source, target = _name(arc.source), _name(arc.target)
    weight = getattr(arc, 'weight', 1)
    kind = (getattr(arc, 'properties', None) or {}).get('arctype', 'normal')
    joins = (places.get(source) is arc.source
             and transitions.get(target) is arc.target)
    joins_back = (transitions.get(source) is arc.source
                  and places.get(target) is arc.target)
    if not joins and not joins_back:
        raise errors.InputError(f'the arc from {source!r} to {target!r} does '
                                'not join a place and a transition of the net')
    if kind == 'normal' and joins:
        builder.consume(source, target, weight)
    elif kind == 'normal':
        builder.produce(source, target, weight)
    elif kind == 'inhibitor' and joins:
        builder.inhibit(source, target, weight)
    elif kind == 'reset' and joins:
        builder.reset(source, target)
    else:
        raise errors.InputError(f'the arc from {source!r} to {target!r} is '
                                f'of type {kind!r}')
