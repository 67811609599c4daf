'use strict';

/* What the page says of a prefix, its events, a run and the exploration.
 * Sentences are in the parts that tell() takes: [text, key] where the theory
 * explains the text. */

function placeNames(net, places) {
  return places.map((p) => net.places[p]).join(' ');
}

/* An event that consumes what others read may have several histories. */
function eventCountText({histories, events}) {
  return (histories === events ? '' : `${histories} histories of `) +
    `${events} events`;
}

/* What the boxes are. */
function unitText({histories, events}) {
  return histories === events ? 'events' : 'histories';
}

function summaryText({size, data}) {
  const {merged} = data;

  if (!merged.from_prefix) {
    return [`merged process: ${merged.transition.length} events`,
      `${merged.cutoffs.length} cutoffs`, `${merged.place.length} conditions`,
      `engine ${data.engine}`, `relation ${data.relation}`,
      ...data.complete ? [] : [data.stop === 'done' ? 'part of the process'
        : `incomplete (${data.stop})`]].join(' \u00b7 ');
  }
  if (data.process) {
    return `the run of the question: ${eventCountText(data.sizes)}`;
  }

  const parts = [eventCountText(data.sizes),
    `${data.events.cutoffs.length} cutoffs`,
    `${data.sizes.conditions} conditions`,
    `merged: ${merged.transition.length} events`,
    `engine ${data.engine}`, `relation ${data.relation}`];

  if (data.events.compared < size) {
    parts.push('conflicts are known among the first ' +
      `${data.events.compared - 1} ${unitText(data.sizes)}`);
  }
  if (!data.complete) {
    parts.unshift(data.stop === 'done' ? 'part of the prefix'
      : `incomplete (${data.stop})`);
  }
  return parts.join(' \u00b7 ');
}

function count(n, thing) {
  return `${n} ${thing}${n === 1 ? '' : 's'}`;
}

function companionText(prefix, e) {
  const companion = prefix.companion.get(e);

  return companion === null ? 'cutoff'
    : `cutoff, same marking as ${companion ? `e${companion}` : '\u22a5'}`;
}

/* around: how the other events stand to e. */
function eventSentence(prefix, e, around) {
  const against = around.immediate.size + around.inherited.size;

  return [`e${e}: ${prefix.label(e)}; ${count(around.past.size, 'event')} `,
    ['before', 'past'], ` it, ${against} `, ['excluded', 'conflict'],
    `, ${around.concurrent.size} `, ['concurrent', 'concurrent'], '; ',
    ...prefix.companion.has(e) ? [[companionText(prefix, e), 'cutoff'], '; ']
      : [],
    'it ', ['reaches', 'marking'],
    ` ${placeNames(prefix.net, prefix.marking(e)) || 'no token'}`];
}

/* Why nothing of the prefix comes after a configuration that has no event
 * enabled, or none of a transition that can fire. */
function endText(prefix, {order}) {
  const cutoff = order.find((e) => prefix.companion.has(e));

  return prefix.data.process ? 'the page has the run of the question alone'
    : cutoff === undefined ? 'the exploration went no further here'
    : `the prefix ends at e${cutoff}: ${companionText(prefix, cutoff)}`;
}

/* What is told of a configuration, as of a run. */
function runSentence(prefix, configuration, enabled, blocked) {
  const n = configuration.order.length;
  const canFire = () => {
    const marked = configuration.marking();

    return prefix.net.transitions.some((_, t) =>
      !emptyInputs(prefix.net, t, marked).length);
  };

  return ['This ', ['run', 'configuration'],
    `: ${count(n, 'step')}; ${count(blocked.size, 'event')} `,
    ['excluded', 'conflict'], '; ',
    ...enabled.size ? [`${enabled.size} can `, ['come next', 'enabled']]
      : canFire() ? [[endText(prefix, configuration), 'cutoff']]
        : ['no transition can ', ['fire', 'enabled'], ', a deadlock'],
    '.'];
}

/* Why a click on a transition adds no event. */
function notFiredText(prefix, t, configuration) {
  const {net} = prefix;
  const places = emptyInputs(net, t, configuration.marking());

  return `${net.transitions[t]} ` + (places.length
    ? `cannot fire: no token on ${placeNames(net, places)}`
    : `can fire, but ${endText(prefix, configuration)}`);
}

function verdictText(question) {
  return !question ? '' : `${question.question}: ${question.verdict}` +
    (question.if_safe ? ' (if the net is safe)' : '') +
    (question.events && question.events.length < question.run.length
      ? `; the prefix has ${question.events.length} of ` +
        `${question.run.length} steps` : '');
}

/* state: what explorationAt() gives for the step, or null. */
function stepSentence(prefix, step, state) {
  const n = prefix.data.steps.length;
  const name = (e) => e === null ? 'an event of an earlier pass'
    : `e${e} ${prefix.label(e)}`;

  if (!state) {
    return [`${count(n, 'step')}: play, or move the slider`];
  }
  const c = ['C', 'explored'];
  const d = ['D', 'disabled'];
  const a = ['A', 'alternative'];
  const event = ` ${name(state.event)}`;
  const what = {
    '': ['the beginning'],
    pass: [`pass ${state.pass} begins` +
      (state.bound ? `, bound ${state.bound}` : '')],
    maximal: [['maximal', 'maximal'], ` configuration ${state.maximal}`],
    blocked: ['blocked by ', d],
    alternative: [['alternative', 'alternative'],
      ` ${state.a.map(name).join(', ')}`],
    add: [c, ' grows by', event], insert: ['found', event],
    guided: [c, ' grows, guided by ', a, ', by', event],
    disable: ['from ', c, ' to ', d, ':', event], remove: [d, ' loses', event],
  }[state.kind];

  return [`${step}/${n}: `, ...what, ...state.kind === 'insert'
    ? [` \u00b7 ${state.c.length} of ${prefix.size - 1} ` +
        unitText(prefix.data.sizes)]
    : [' \u00b7 ', c, ` ${state.c.length}, `, d, ` ${state.d.length}, `, a,
      ` ${state.a.length}, pass ${state.pass}, ${state.maximal} maximal`]];
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
