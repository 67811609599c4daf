'use strict';

/* Which events and nodes of the net have which colour: their classes. */

const RELATIONS = [['past', 'past'], ['future', 'follow'],
  ['immediate', 'immediate conflict'], ['inherited', 'inherited conflict'],
  ['concurrent', 'concurrent']];

/* A function from events to their classes.
 *
 *     state      of the exploration that is replayed, or null
 *     about      the event that the page tells of, or null
 *     around     how the others stand to it, or null
 *     members, enabled, blocked, hits   sets: of the configuration, what can
 *                be added, what never can, what the search found */
function eventClasses({state, about, around, members, enabled, blocked, hits}) {
  return (e) => {
    const names = [];

    if (around) {
      names.push(...RELATIONS.map(([name]) => name)
        .filter((name) => around[name].has(e)));
    }
    if (state) {
      names.push(...[[state.d, 'sleeping'], [state.a, 'alternative']]
        .filter(([events]) => events.includes(e)).map(([, name]) => name));
    } else {
      names.push(!around && enabled.has(e) ? 'enabled' : '',
        blocked.has(e) ? 'blocked' : '');
    }
    names.push(members.has(e) ? 'member' : '', hits.has(e) ? 'hit' : '',
      e === (state ? state.event : about) ? 'chosen' : '');
    return names.filter(Boolean).join(' ');
  };
}

/* A merged event is in the run, or can come next, if one of its events is. */
function mergedClass({events}, classes) {
  const names = new Set(events.flatMap((e) => classes(e).split(' ')));

  return ['member', 'enabled'].find((name) => names.has(name)) || '';
}

/* What the colours that are shown mean: [class, text, key of THEORY] each. */
function legendOf({state, around, building, fork, fates}) {
  if (state && state.kind === 'insert') {
    return [['member', 'found', 'event'],
      ['chosen', 'event of the step', 'event']];
  }
  if (state) {
    return [['member', 'C', 'explored'], ['sleeping', 'D', 'disabled'],
      ['alternative', 'A', 'alternative'],
      ['chosen', 'event of the step', 'event']];
  }
  return [...around ? RELATIONS.map(([name, text]) =>
    [name, `${text} ${around[name].size}`, name in THEORY ? name : 'conflict'])
    : [],
  ...building ? [['member', 'the run', 'configuration'],
    ['enabled', 'can come next', 'enabled'],
    ['blocked', 'excluded', 'conflict']] : [],
  ...fork ? [['first', 'only in the first run', 'configuration'],
    ['second', 'only in the second run', 'configuration']] : [],
  ...fates ? [['free', 'free', 'configuration'],
    ['doomed', 'doomed', 'configuration'],
    ['bad', 'bad', 'configuration']] : []];
}

/* Classes of the nodes of the net: tokens, and what can fire. */
function netClasses(events, marked, enabled) {
  const ready = new Set([...enabled].map((e) => events.transition[e]));

  return (node) => {
    const number = Number(node.id.slice(1));

    return node.id[0] === 'p' && marked.has(number) ? 'marked'
      : node.id[0] === 't' && ready.has(number) ? 'enabled' : '';
  };
}
