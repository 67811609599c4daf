"""Nets of pm4py.

Nothing of pm4py is imported: a net is any object with `places`, `transitions`
and `arcs`, a node any with `name`, an arc any with `source` and `target`.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from punfpor import errors
from punfpor.builder import Builder
from punfpor.net import Net


def build(net: Any, initial_marking: Mapping[Any, int],
          final: Iterable[Any]) -> Net:
    """See Net.from_pm4py()."""
    builder = Builder(getattr(net, 'name', None) or None)
    places = _by_name('place', net.places)
    transitions = _by_name('transition', net.transitions)
    initial = set(map(_name, marked(net, 'initial', initial_marking)))
    for name in places:
        builder.place(name, name in initial)
    for name, transition in transitions.items():
        builder.transition(name, label=getattr(transition, 'label', None))
    for arc in _sorted_arcs(net.arcs):
        _add_arc(builder, arc, places, transitions)
    builder.final(map(_name, final))
    return builder.finish()


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


def marked(net: Any, which: str, marking: Mapping[Any, int]) -> list[Any]:
    """The places with a token at the initial or final marking, by name."""
    own = set(map(id, net.places))
    for place, number in marking.items():
        if id(place) not in own:
            raise errors.InputError(f'the {which} marking has a place '
                                    f'{_name(place)!r}, the net has not')
        if number not in (0, 1):
            raise errors.InputError(f'place {_name(place)!r} has {number} '
                                    'tokens, and a safe net has 0 or 1')
    return sorted((place for place, number in marking.items() if number),
                  key=_name)


def _sorted_arcs(arcs: Iterable[Any]) -> list[Any]:
    return sorted(arcs, key=lambda arc: (_name(arc.source), _name(arc.target)))


def _add_arc(builder: Builder, arc: Any, places: Mapping[str, Any],
             transitions: Mapping[str, Any]) -> None:
    source, target = _name(arc.source), _name(arc.target)
    weight = getattr(arc, 'weight', 1)
    if weight != 1:
        raise errors.InputError(f'the arc from {source!r} to {target!r} has '
                                f'weight {weight}, and a safe net has 1')
    kind = (getattr(arc, 'properties', None) or {}).get('arctype', 'normal')
    if kind != 'normal':
        raise errors.InputError(f'the arc from {source!r} to {target!r} is '
                                f'of type {kind!r}')
    if places.get(source) is arc.source \
            and transitions.get(target) is arc.target:
        builder.consume(source, target)
    elif transitions.get(source) is arc.source \
            and places.get(target) is arc.target:
        builder.produce(source, target)
    else:
        raise errors.InputError(f'the arc from {source!r} to {target!r} does '
                                'not join a place and a transition of the net')
