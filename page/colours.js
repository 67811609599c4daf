'use strict';

/* Which events and nodes of the net have which colour: their classes. */

const RELATIONS = [['past', 'past'], ['future', 'follow'],
  ['immediate', 'immediate conflicts'], ['inherited', 'inherited conflicts'],
  ['concurrent', 'concurrent']];

/* A function from events to their classes.
 *
 *     state      of the exploration that is replayed, or null
 *     focus      the event that is chosen or pointed at, or null
 *     around     how the others stand to it, or null
 *     members, enabled, blocked, hits   sets: of the configuration, what can
 *                be added, what never can, what the search found */
function eventClasses({state, focus, around, members, enabled, blocked, hits}) {
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
      e === (state ? state.event : focus) ? 'chosen' : '');
    return names.filter(Boolean).join(' ');
  };
}

/* What the colours mean that are shown: [class, text] for each. */
function legendOf({state, around, building}) {
  if (state) {
    return [['member', 'C'], ['sleeping', 'D'], ['alternative', 'A'],
      ['chosen', 'event of the step']];
  }
  return [...RELATIONS.map(([name, text]) => [name,
    around ? `${text} ${around[name].size}` : text]),
  ...building ? [['member', 'configuration'], ['enabled', 'can be added'],
    ['blocked', 'in conflict with it']] : []];
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
