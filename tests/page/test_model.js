#!/usr/bin/env node
'use strict';

/* The modules of the page by themselves, against definitions.
 *
 *     test_model.js PAGE_FOLDER
 *
 * Random event structures: relations of events, configurations, markings and
 * steps are compared with what the definitions say; layouts must not overlap.
 * Speaks TAP. */
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const MODULES = ['names.js', 'model.js', 'layout.js', 'graphs.js', 'parts.js',
  'texts.js', 'theory.js', 'colours.js', 'list.js'];
const NAMES = ['BOTTOM', 'Prefix', 'Configuration', 'explorationAt', 'quoted',
  'layered', 'placed', 'LEAST_WIDTH', 'netGraph', 'structureGraph',
  'occurrenceGraph', 'linesOf', 'lineLength', 'LINE', 'shortNames',
  'runSentence', 'eventSentence', 'notFiredText', 'THEORY',
  'allEvents', 'firstLevels', 'neighbourhood', 'pastOfGoal', 'MOST_LEVELS',
  'tableRows'];
const folder = process.argv[2];
const source = MODULES.map((name) =>
  fs.readFileSync(path.join(folder, name), 'utf8')).join('\n');
const page = vm.runInThisContext(
  `(() => { ${source}\nreturn {${NAMES.join(', ')}}; })()`);

/* Numbers that are the same in each run. */
function dice(seed) {
  let state = seed;

  return (n) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % n;
  };
}

/* ---- random event structures, by definition ---- */

/* Events with their pasts, and a symmetric conflict that is inherited. */
function structure(roll) {
  const pasts = [new Set()];
  const clash = [new Set()];

  while (pasts.length < 12) {
    const e = pasts.length;
    const past = new Set([e]);

    for (let i = roll(3); i > 0; i--) {
      pasts[roll(e)].forEach((x) => past.add(x));
    }
    if ([...past].some((x) => x !== e &&
        [...past].some((y) => clash[x] && clash[x].has(y)))) {
      continue;
    }
    const against = new Set();

    past.forEach((x) => x !== e && clash[x].forEach((y) => against.add(y)));
    if (roll(2)) {
      const other = 1 + roll(e);
      for (let y = 1; y < e; y++) {
        if (other < e && pasts[y].has(other) && !past.has(y)) {
          against.add(y);
        }
      }
    }
    if ([...against].some((y) => past.has(y))) {
      continue;
    }
    pasts.push(past);
    clash.push(against);
    against.forEach((y) => clash[y].add(e));
  }
  return {pasts, clash, n: pasts.length};
}

/* e # f, and no other two events of [e] + [f] are in conflict. */
function isImmediate({pasts, clash}, e, f) {
  const union = [...new Set([...pasts[e], ...pasts[f]])];

  return clash[e].has(f) && union.every((x) => union.every((y) =>
    !clash[x].has(y) || (x === e && y === f) || (x === f && y === e)));
}

/* The events as the page reads them.  Each has a place that it alone marks. */
function dataOf(s) {
  const events = {transition: [], causes: [], conflicts: [], depth: [],
    marking: [], cutoffs: [], consumes: [], reads: [], produces: [],
    same: [...s.pasts.keys()]};
  const all = [...s.pasts.keys()];

  all.forEach((e) => {
    const causes = all.slice(1, e).filter((x) => s.pasts[e].has(x) &&
      !all.slice(1, e).some((y) => y !== x && s.pasts[e].has(y) &&
        s.pasts[y].has(x)));

    events.transition.push(e ? e - 1 : null);
    events.causes.push(e ? (causes.length ? causes : [0]) : []);
    events.conflicts.push(all.filter((f) => f > e && e > 0 &&
      isImmediate(s, e, f)));
    events.depth.push(e ? 1 + Math.max(...events.causes[e]
      .map((x) => events.depth[x])) : 0);
    const base = causes.length ? causes[causes.length - 1] : 0;
    const more = [...s.pasts[e]].filter((x) =>
      x !== 0 && !(base && s.pasts[base].has(x))).sort((a, b) => a - b);

    events.marking.push(e ? [base, base ? [] : [0], more] : []);
    events.consumes.push(e ? [0] : []);
    events.reads.push([]);
    events.produces.push([e]);
  });
  return {events, conditions: {place: all, producer: all, same: all},
    net: {places: all.map((p) => `p${p}`), marked: [0],
      transitions: all.slice(1).map((t) => `t${t}`),
      consumes: all.slice(1).map(() => [0]), reads: all.slice(1).map(() => []),
      produces: all.slice(1).map((t) => [t])}};
}

function sorted(set) {
  return [...set].sort((a, b) => a - b);
}

function eachStructure(test) {
  for (let seed = 1; seed <= 300; seed++) {
    const roll = dice(seed);
    const s = structure(roll);

    test(new page.Prefix(dataOf(s)), s, roll);
  }
}

/* ---- the tests ---- */

function relationsFollowFromTheDefinitions() {
  eachStructure((prefix, s) => {
    for (let e = 1; e < s.n; e++) {
      const around = prefix.around(e);
      const wanted = {past: [], future: [], immediate: [], inherited: [],
        concurrent: []};

      for (let f = 1; f < s.n; f++) {
        if (f !== e) {
          wanted[s.pasts[e].has(f) ? 'past' : s.pasts[f].has(e) ? 'future'
            : isImmediate(s, e, f) ? 'immediate'
              : s.clash[e].has(f) ? 'inherited' : 'concurrent'].push(f);
        }
      }
      Object.entries(wanted).forEach(([name, events]) =>
        assert.deepStrictEqual(sorted(around[name]), events, `${name} of ${e}`));
    }
  });
}

function markingsFollowTheChain() {
  eachStructure((prefix, s) => {
    for (let e = 1; e < s.n; e++) {
      assert.deepStrictEqual(prefix.marking(e), sorted(s.pasts[e])
        .filter((x) => x !== 0));
    }
    assert.deepStrictEqual(prefix.marking(page.BOTTOM), [0]);
  });
}

function configurationsGrowAndShrink() {
  eachStructure((prefix, s, roll) => {
    const c = new page.Configuration(prefix);
    const states = [];

    for (let i = 0; i < 8; i++) {
      const members = new Set(c.order);
      const can = (e) => !members.has(e) && [...s.pasts[e]].every((x) =>
        [...members].every((y) => !s.clash[x].has(y)));
      const all = [...s.pasts.keys()].slice(1);
      const e = 1 + roll(s.n - 1);

      assert.deepStrictEqual(sorted(c.enabled()), all.filter((x) => can(x) &&
        [...s.pasts[x]].every((y) => y === x || members.has(y))));
      assert.deepStrictEqual(sorted(c.blocked()), all.filter((x) =>
        [...members].some((y) => s.clash[x].has(y))));
      states.push([...c.order]);
      if (c.add(e)) {
        assert.ok(can(e));
        assert.deepStrictEqual(sorted(c.order),
          sorted(new Set([...members, ...s.pasts[e]])));
      } else {
        assert.ok(!can(e));
        states.pop();
      }
    }
    while (states.length) {
      c.undo();
      assert.deepStrictEqual(c.order, states.pop());
    }
  });
}

function stepsAreReplayed() {
  const steps = [['pass', 3], ['add', 1], ['add', 2], ['maximal'],
    ['disable', 2], ['alternative', [4, 5]], ['guided', 4], ['guided', 5],
    ['maximal'], ['disable', 5], ['remove', 5], ['pass', 0], ['insert', 7]];
  const at = (n) => page.explorationAt(steps, n);
  const part = ({c, d, a, event, kind, pass, bound, maximal}) =>
    [c, d, a, event, kind, pass, bound, maximal];

  assert.deepStrictEqual(part(at(0)), [[], [], [], null, '', 0, null, 0]);
  assert.deepStrictEqual(part(at(4)),
    [[1, 2], [], [], null, 'maximal', 1, 3, 1]);
  assert.deepStrictEqual(part(at(5)), [[1], [2], [], 2, 'disable', 1, 3, 1]);
  assert.deepStrictEqual(part(at(7)),
    [[1, 4], [2], [5], 4, 'guided', 1, 3, 1]);
  assert.deepStrictEqual(part(at(10)), [[1, 4], [2, 5], [], 5, 'disable', 1, 3,
    2]);
  assert.deepStrictEqual(part(at(11)), [[1, 4], [2], [], 5, 'remove', 1, 3, 2]);
  assert.deepStrictEqual(part(at(13)), [[7], [], [], 7, 'insert', 2, 0, 0]);
}

function wordsAreQuoted() {
  assert.strictEqual(page.quoted("t_1'"), "t_1'");
  assert.strictEqual(page.quoted('a b'), '{a b}');
  assert.strictEqual(page.quoted('{\\}'), '{\\{\\\\\\}}');
  assert.strictEqual(page.quoted(''), '{}');
}

/* Boxes lie inside the drawing and apart from each other. */
function checkLayout(graph, what) {
  const {at, width, height} = page.layered(graph.nodes, graph.edges);
  const boxes = graph.nodes.map((node) => ({...at.get(node.id), node}));

  boxes.forEach(({x, y, node}, i) => {
    assert.ok(x - node.width / 2 >= -0.01 && x + node.width / 2 <=
      width + 0.01 && y - node.height / 2 >= -0.01 &&
      y + node.height / 2 <= height + 0.01, `${what}: ${node.id} outside`);
    boxes.slice(i + 1).forEach((other) => assert.ok(
      Math.abs(x - other.x) >= (node.width + other.node.width) / 2 - 0.01 ||
      Math.abs(y - other.y) >= (node.height + other.node.height) / 2 - 0.01,
      `${what}: ${node.id} and ${other.node.id} overlap`));
  });
  graph.edges.forEach((edge) => edge.bends.forEach((bend) =>
    assert.ok(bend.x >= -0.01 - 200 && bend.x <= width + 200)));
  return {at, width, height};
}

function layoutsDoNotOverlap() {
  eachStructure((prefix) => {
    const shown = new Set(prefix.causes.keys());

    checkLayout(page.structureGraph(prefix, shown, {}), 'structure');
    checkLayout(page.occurrenceGraph(prefix, shown, {}), 'occurrence net');
    checkLayout(page.netGraph(prefix), 'net');
  });
}

/* Causes stand above their effects. */
function layersGoDown() {
  eachStructure((prefix) => {
    const graph = page.structureGraph(prefix, new Set(prefix.causes.keys()),
      {});
    const {at} = page.layered(graph.nodes, graph.edges);

    graph.edges.filter(({kind}) => kind === 'cause').forEach(({from, to}) =>
      assert.ok(at.get(from).y < at.get(to).y, `${from} ${to}`));
  });
}

/* 300 places side by side become several rows. */
function wideLayersAreSplit() {
  const nodes = [...Array(300).keys()].map((i) => ({id: `p${i}`, layer: 0,
    width: 60, height: 30}));
  const {width, height} = checkLayout({nodes, edges: []}, 'wide');

  assert.ok(width < 2 * page.LEAST_WIDTH && height > 100, `${width} ${height}`);
}

function givenPositionsAreTaken() {
  const nodes = [{id: 'e0'}, {id: 'e2'}];
  const edges = [{from: 'e0', to: 'e2'}, {from: 'e2', to: 'e0'}];
  const given = {width: 50, height: 60, nodes: [['e0', 1, 2], ['e1', 3, 4],
    ['e2', 5, 6]], edges: [['e0', 'e2', 1, 2, 3, 4, 5, 6, 7, 8]]};
  const {at, width, height} = page.placed(nodes, edges, given);

  assert.deepStrictEqual([at.get('e2'), width, height], [{x: 5, y: 6}, 50, 60]);
  assert.deepStrictEqual(edges.map(({path}) => path),
    [[1, 2, 3, 4, 5, 6, 7, 8], undefined]);
  assert.strictEqual(page.placed([...nodes, {id: 'e3'}], edges, given), null);
}

/* What conditions show is not drawn twice: conflicts and causes without a
 * condition are. */
function occurrenceNetsShowWhatNoConditionShows() {
  eachStructure((prefix, s) => {
    const graph = page.occurrenceGraph(prefix, new Set(prefix.causes.keys()),
      {});
    const kinds = (kind) => graph.edges.filter((edge) => edge.kind === kind);

    // All events consume condition 0, which bottom produces.
    assert.strictEqual(kinds('conflict').length, 0);
    assert.deepStrictEqual(kinds('cause').map(({from, to}) => from + to).sort(),
      [...s.pasts.keys()].flatMap((e) => prefix.causes[e].filter((x) => x)
        .map((x) => `e${x}e${e}`)).sort());
    prefix.data.events.consumes = prefix.data.events.consumes.map(() => []);
    assert.strictEqual(page.occurrenceGraph(prefix,
      new Set(prefix.causes.keys()), {}).edges
      .filter(({kind}) => kind === 'conflict').length,
    prefix.data.events.conflicts.flat().length);
  });
}

/* A condition shows that a consumer is in conflict with a reader or another
 * consumer, and not that two readers are. */
function conditionsShowConflictsOfConsumersOnly() {
  const events = {transition: [null, 0, 1, 2, 3], consumes: [[], [], [], [0],
    [0]], reads: [[], [0], [0], [], []], produces: [[0], [], [], [], []],
  causes: [[], [0], [0], [0], [0]], depth: [0, 1, 1, 1, 1], cutoffs: [],
  same: [0, 1, 2, 3, 4],
  conflicts: [[], [2, 3, 4], [3, 4], [4], []]};
  const prefix = new page.Prefix({events, conditions: {place: [0],
    producer: [0], same: [0]}, net: {places: ['p'],
    transitions: ['a', 'b', 'c', 'd']}});
  const lines = () => page.occurrenceGraph(prefix, new Set([0, 1, 2, 3, 4]), {})
    .edges.filter(({kind}) => kind === 'conflict')
    .map(({from, to}) => from + to);

  assert.deepStrictEqual(lines(), ['e1e2']);
  // An engine's own condition shows nothing.
  prefix.data.conditions.place[0] = null;
  assert.strictEqual(lines().length, 6);
}

/* Parts of a prefix: nearest first, not too many, and what was asked for. */
function partsAreSmall() {
  eachStructure((prefix) => {
    const all = new Set(prefix.causes.keys());

    assert.deepStrictEqual(page.allEvents(prefix), all);
    assert.deepStrictEqual(sorted(page.firstLevels(prefix)), sorted(all));
    prefix.causes.forEach((causes, e) => {
      const part = page.neighbourhood(prefix, e);

      [e, ...causes, ...prefix.effects[e], ...prefix.rivals[e]].forEach((x) =>
        assert.ok(part.has(x), `${x} beside ${e}`));
    });
  });
  assert.deepStrictEqual(sorted(page.pastOfGoal([3, 1])), [0, 1, 3]);
  assert.deepStrictEqual(sorted(page.pastOfGoal(null)), [0]);
  const n = 5000; // bottom, and a chain of events
  const chain = {causes: [...Array(n).keys()].map((e) => e ? [e - 1] : []),
    effects: [...Array(n).keys()].map((e) => e + 1 < n ? [e + 1] : []),
    rivals: Array(n).fill([]), size: n};

  assert.deepStrictEqual(sorted(page.allEvents(chain)),
    [...Array(page.MOST_LEVELS).keys()]);
  const part = sorted(page.neighbourhood(chain, 2000));

  assert.ok(part[0] > 1500 && part[0] < 2000 && part[part.length - 1] > 2000 &&
    part.length <= page.MOST_LEVELS, `${part}`);
}

function textsTellWhatIsShown() {
  eachStructure((prefix) => {
    const rows = page.tableRows(prefix);

    assert.strictEqual(rows.length, prefix.size);
    rows.slice(1).forEach(([name, label, causes, rivals, marking], i) => {
      const list = (events) => events.map((e) => `e${e}`).join(' ');

      assert.deepStrictEqual([name, label, causes, rivals, marking],
        [`e${i + 1}`, prefix.label(i + 1), list(prefix.causes[i + 1]),
          list(prefix.rivals[i + 1]), prefix.marking(i + 1)
            .map((p) => `p${p}`).join(' ')]);
    });
  });
}

function distinct(values, what) {
  assert.strictEqual(new Set(values).size, values.length, `${what}: ${values}`);
}

/* Lines are as short as their layout expects, and names are told apart. */
function longNamesAreToldApart() {
  const roll = dice(5);
  const words = ['send', 'document', 'ready', 'x', '\u00e9t\u00e9', '\u{1f600}'];

  for (let i = 0; i < 200; i++) {
    const names = new Set();

    for (let n = 1 + roll(8); n > 0; n--) {
      const name = [...Array(1 + roll(9)).keys()]
        .map((k) => words[(k + (roll(4) ? 0 : roll(6))) % 6]).join('_');

      names.add(`${name}${roll(3) ? '' : roll(200)}_of_the_department`);
    }
    const short = page.shortNames(names);
    const shown = [...names].map((name) => short.get(name) || name);

    distinct(shown, 'names');
    shown.forEach((name) => {
      const lines = page.linesOf(name);
      const n = [...name].length;

      assert.strictEqual(lines.join(''), name);
      assert.strictEqual(lines.length, n > page.LINE ? 2 : 1);
      lines.forEach((line) => assert.ok([...line].length <=
        page.lineLength(n), `${line} of ${name}`));
    });
    assert.deepStrictEqual([...short.keys()].sort(),
      [...names].filter((name) => [...name].length > 2 * page.LINE).sort());
  }
  const alike = [1, 12, 13, 27].flatMap((i) => [0, 1, 2].map((j) =>
    `department_${i}_sends_its_documents_by_way_${j}_to_the_next_one`));

  distinct([...page.shortNames(alike).values()], 'two numbers');
  assert.deepStrictEqual(page.linesOf('t0_yield_set_turn_1'),
    ['t0_yield_', 'set_turn_1']);
  assert.deepStrictEqual(page.linesOf(''), ['']);
}

function spoken(parts) {
  return parts.map((part) => Array.isArray(part) ? part[0] : part).join('');
}

function sentencesCount() {
  eachStructure((prefix, s, roll) => {
    const c = new page.Configuration(prefix);
    const all = [...s.pasts.keys()].slice(1);

    c.add(1 + roll(s.n - 1));
    const excluded = all.filter((x) =>
      [...c.members].some((y) => s.clash[x].has(y))).length;
    const sentence = page.runSentence(prefix, c, c.enabled(), c.blocked());
    const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

    assert.ok(spoken(sentence).startsWith(`This run: ${
      plural(c.order.length, 'step')}; ${plural(excluded, 'event')} excluded; ` +
      (c.enabled().size ? `${c.enabled().size} can come next.` : '')),
    spoken(sentence));
    const e = 1 + roll(s.n - 1);
    const past = s.pasts[e].size - (s.pasts[e].has(0) ? 2 : 1);
    const told = page.eventSentence(prefix, e, prefix.around(e));

    assert.ok(spoken(told).startsWith(`e${e}: ${prefix.label(e)}; ${
      plural(past, 'event')} before it, ${s.clash[e].size} excluded, `),
    spoken(told));
    [...sentence, ...told].filter(Array.isArray).forEach(([, key]) =>
      assert.ok(page.THEORY[key], key));
  });
}

/* A net p -> t -> q -> u, and the prefix of t, a cutoff. */
function endsAreExplained() {
  const net = {places: ['p', 'q'], marked: [0], transitions: ['t', 'u'],
    consumes: [[0], [1]], reads: [[], []], produces: [[1], []]};
  const events = {transition: [null, 0], causes: [[], [0]],
    conflicts: [[], []], depth: [0, 1], cutoffs: [[1, 0]]};
  const prefix = new page.Prefix({events, net, steps: []});
  const c = new page.Configuration(prefix);
  const sentence = () => spoken(page.runSentence(prefix, c, c.enabled(),
    c.blocked()));

  assert.strictEqual(sentence(),
    'This run: 0 steps; 0 events excluded; 1 can come next.');
  assert.strictEqual(page.notFiredText(prefix, 1, c),
    'u cannot fire: no token on q');
  c.add(1);
  assert.strictEqual(sentence(), 'This run: 1 step; 0 events excluded; ' +
    'the prefix ends at e1: cutoff, same marking as \u22a5.');
  assert.strictEqual(page.notFiredText(prefix, 1, c), 'u can fire, but ' +
    'the prefix ends at e1: cutoff, same marking as \u22a5');
  prefix.companion.clear();
  assert.strictEqual(sentence(), 'This run: 1 step; 0 events excluded; ' +
    'the exploration went no further here.');
  net.consumes[1] = [0];
  assert.strictEqual(sentence(), 'This run: 1 step; 0 events excluded; ' +
    'no transition can fire, a deadlock.');
}

const TESTS = [longNamesAreToldApart, sentencesCount, endsAreExplained,
  conditionsShowConflictsOfConsumersOnly, partsAreSmall,
  textsTellWhatIsShown, relationsFollowFromTheDefinitions, markingsFollowTheChain,
  configurationsGrowAndShrink, stepsAreReplayed, wordsAreQuoted,
  layoutsDoNotOverlap, layersGoDown, wideLayersAreSplit, givenPositionsAreTaken,
  occurrenceNetsShowWhatNoConditionShows];
let failed = 0;

TESTS.forEach((test, i) => {
  const name = test.name.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`);

  try {
    test();
    console.log(`ok ${i + 1} - ${name}`);
  } catch (fault) {
    failed = 1;
    console.log(`not ok ${i + 1} - ${name}`);
    console.log(String(fault.stack).replace(/^/gm, '# '));
  }
});
console.log(`1..${TESTS.length}`);
process.exit(failed);
