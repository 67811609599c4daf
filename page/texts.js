'use strict';

/* What the page says of a prefix, its events and its exploration. */

const MOST_ROWS = 500;     // of the table

function placeNames(net, places) {
  return places.map((p) => net.places[p]).join(' ');
}

function summaryText({size, data}) {
  const parts = [`${size - 1} events`,
    `${data.events.cutoffs.length} cutoffs`,
    `${data.conditions.place.length} conditions`,
    `merged: ${data.merged.transition.length} events`,
    `engine ${data.engine}`, `relation ${data.relation}`];

  if (data.events.compared < size) {
    parts.push('conflicts are known among the first ' +
      `${data.events.compared - 1} events`);
  }
  if (!data.complete) {
    parts.unshift(data.stop === 'done' ? 'part of the prefix'
      : `incomplete (${data.stop})`);
  }
  return parts.join(' \u00b7 ');
}

function companionText(prefix, e) {
  const companion = prefix.companion.get(e);

  return companion === null ? 'cutoff'
    : `cutoff, same marking as ${companion ? `e${companion}` : '\u22a5'}`;
}

function eventText(prefix, e) {
  return `e${e}: ${prefix.label(e)}; ` +
    (prefix.companion.has(e) ? companionText(prefix, e) + '; ' : '') +
    `reaches ${placeNames(prefix.net, prefix.marking(e)) || 'no token'}`;
}

function verdictText(question) {
  return !question ? '' : `${question.question}: ${question.verdict}` +
    (question.if_safe ? ' (if the net is safe)' : '') +
    (question.events && question.events.length < question.run.length
      ? `; the prefix has ${question.events.length} of ` +
        `${question.run.length} steps` : '');
}

/* state: what explorationAt() gives for the step, or null. */
function stepText(prefix, step, state) {
  const n = prefix.data.steps.length;
  const name = (e) => e === null ? 'an event of an earlier pass'
    : `e${e} ${prefix.label(e)}`;

  if (!state) {
    return `${n} steps; move the slider to replay them, Esc ends this`;
  }
  const what = {
    '': 'the beginning', pass: `pass ${state.pass} begins` +
      (state.bound ? `, bound ${state.bound}` : ''),
    maximal: `maximal configuration ${state.maximal}`,
    blocked: 'blocked by sleeping events',
    alternative: `alternative ${state.a.map(name).join(', ')}`,
  };
  const verbs = {add: 'C grows by', guided: 'C grows, guided by A, by',
    insert: 'inserted', disable: 'from C to D:', remove: 'D loses'};

  return `${step}/${n}: ` +
    (what[state.kind] || `${verbs[state.kind]} ${name(state.event)}`) +
    (state.kind === 'insert' ? ''
      : ` \u00b7 |C| ${state.c.length}, |D| ${state.d.length}, ` +
        `|A| ${state.a.length}, pass ${state.pass}, ${state.maximal} maximal`);
}

/* The rows of the table, the titles first. */
function tableRows(prefix) {
  const list = (events) => events.map((e) => `e${e}`).join(' ');
  const rows = [['event', 'transition', 'causes', 'in conflict with',
    'marking', 'cutoff']];

  for (let e = 1; e < Math.min(prefix.size, MOST_ROWS + 1); e++) {
    rows.push([`e${e}`, prefix.label(e), list(prefix.causes[e]),
      list(prefix.rivals[e]), placeNames(prefix.net, prefix.marking(e)),
      prefix.companion.has(e) ? companionText(prefix, e) : '']);
  }
  return rows;
}
