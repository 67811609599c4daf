'use strict';

/* What is drawn: each function gives a graph {nodes, edges} for the layout and
 * the view.  A node is {id, kind, text, title, layer, width, height, ...}, an
 * edge {from, to, kind}; root is the id of the node with which reading begins.
 * Ids begin with the kind: e of events, b of conditions, p of places, t of
 * transitions, m of merged events.  formats/picture/page_layout.c has the same
 * sizes. */

const BOX_HEIGHTS = [34, 34, 34, 47];  // by lines
const CIRCLE_HEIGHTS = [30, 30, 40];

/* more: a line below the name, or ''. */
function box(id, kind, name, more, title) {
  const lines = more ? [...linesOf(name), more] : linesOf(name);
  const width = 18 + 7.2 * Math.max(lineLength([...name].length), more.length);

  return {id, kind, lines, title, layer: 0, width: Math.max(width, 36),
    height: BOX_HEIGHTS[lines.length]};
}

/* more: what stands behind the name. */
function circle(id, name, more, title, layer) {
  const lines = linesOf(name);
  const width = 14 + 7 * (lineLength([...name].length) + more.length);

  lines[lines.length - 1] += more;
  return {id, kind: 'condition', lines, title, layer,
    width: Math.max(width, 30), height: CIRCLE_HEIGHTS[lines.length]};
}

/* Classes of events where two runs are shown: of both, of one. */
const BRANCHES = ['', ' first', ' second'];

/* What bad markings do to events. */
const FATES = ['', ' free', ' doomed', ' bad'];

function eventBox(prefix, e, hidden) {
  const name = prefix.label(e);
  const more = hidden ? ` +${hidden}` : '';
  const same = prefix.data.events.same[e];
  const node = e === BOTTOM
    ? box(`e${e}`, 'event', name + more, '', name)
    : box(`e${e}`, 'event', prefix.short(name), `e${e}${more}`,
      `${name} (e${e}` +
      (same === e ? ')' : `, another history of e${same})`));

  node.event = e;
  node.cutoff = prefix.companion.has(e);
  node.branch = BRANCHES[(prefix.data.events.branch || [])[e] || 0] +
    FATES[(prefix.data.events.fate || [])[e] || 0];
  return node;
}

/* Conflicts between shown events, and arrows to shown companions. */
function addRelations(graph, prefix, shown, options) {
  shown.forEach((e) => {
    prefix.rivals[e].forEach((other) => {
      if (e < other && shown.has(other)) {
        graph.edges.push({from: `e${e}`, to: `e${other}`, kind: 'conflict'});
      }
    });
    const companion = prefix.companion.get(e);

    if (options.companions && companion !== undefined && companion !== null &&
        shown.has(companion)) {
      graph.edges.push({from: `e${e}`, to: `e${companion}`,
        kind: 'companion'});
    }
  });
}

/* Effects of an event that are not shown. */
function countHidden(prefix, shown, e) {
  return prefix.effects[e].reduce((n, x) => n + (shown.has(x) ? 0 : 1), 0);
}

/* The event structure, of the events in shown. */
function structureGraph(prefix, shown, options) {
  const graph = {nodes: [], edges: [], root: `e${BOTTOM}`};

  shown.forEach((e) => {
    const node = eventBox(prefix, e, countHidden(prefix, shown, e));

    node.layer = prefix.depth[e];
    graph.nodes.push(node);
    prefix.causes[e].forEach((cause) => {
      if (shown.has(cause)) {
        graph.edges.push({from: `e${cause}`, to: `e${e}`, kind: 'cause'});
      }
    });
  });
  addRelations(graph, prefix, shown, options);
  return graph;
}

/* Conditions that the net has a place for; the engine may have added others. */
function isDrawn(prefix, b) {
  return prefix.data.conditions.place[b] !== null;
}

/* Maximal causes that no condition shows: readers before a consumer, and what
 * only the relation makes dependent. */
function hiddenCauses(prefix, e) {
  const {events, conditions} = prefix.data;
  const uses = [...events.consumes[e], ...events.reads[e]]
    .filter((b) => isDrawn(prefix, b));
  const producers = new Set(uses.map((b) => conditions.producer[b]));

  return prefix.causes[e].filter((cause) => !producers.has(cause));
}

/* Do both use a condition that one of them consumes? */
function conditionShows(prefix, e, f) {
  const {consumes, reads} = prefix.data.events;
  const drawn = (list) => list.filter((b) => isDrawn(prefix, b));
  const taken = new Set(drawn(consumes[e]));
  const used = new Set([...taken, ...drawn(reads[e])]);

  return drawn(consumes[f]).some((b) => used.has(b)) ||
    reads[f].some((b) => taken.has(b));
}

/* The occurrence net around the events in shown. */
function occurrenceGraph(prefix, shown, options) {
  const {events, conditions} = prefix.data;
  const graph = {nodes: [], edges: [], root: `e${BOTTOM}`};

  shown.forEach((e) => {
    const node = eventBox(prefix, e, countHidden(prefix, shown, e));

    node.layer = 2 * prefix.depth[e];
    graph.nodes.push(node);
    events.produces[e].forEach((b) => {
      const p = conditions.place[b];

      if (p !== null) {
        graph.nodes.push(circle(`b${b}`, prefix.short(prefix.net.places[p]),
          '', `${prefix.net.places[p]} (b${b}` + (conditions.same[b] === b
            ? ')' : `, the same condition as b${conditions.same[b]})`),
          node.layer + 1));
        graph.edges.push({from: `e${e}`, to: `b${b}`, kind: 'arc'});
      }
    });
    [['consumes', 'arc'], ['reads', 'read']].forEach(([key, kind]) =>
      events[key][e].forEach((b) => {
        if (conditions.place[b] !== null && shown.has(conditions.producer[b])) {
          graph.edges.push({from: `b${b}`, to: `e${e}`, kind});
        }
      }));
  });
  shown.forEach((e) => hiddenCauses(prefix, e).forEach((cause) => {
    if (shown.has(cause)) {
      graph.edges.push({from: `e${cause}`, to: `e${e}`, kind: 'cause'});
    }
  }));
  addRelations(graph, prefix, shown, options);
  graph.edges = graph.edges.filter((edge) => edge.kind !== 'conflict' ||
    !conditionShows(prefix, Number(edge.from.slice(1)),
      Number(edge.to.slice(1))));
  return graph;
}

/* Longest paths through a graph that may have cycles: by waves from the first
 * ones, each node at most once. */
function waves(first, next) {
  const layers = new Map(first.map((id) => [id, 0]));
  const waiting = [...first];

  for (let i = 0; i < waiting.length; i++) {
    next(waiting[i]).forEach((id) => {
      if (!layers.has(id)) {
        layers.set(id, layers.get(waiting[i]) + 1);
        waiting.push(id);
      }
    });
  }
  return layers;
}

/* A net: places with marks, transitions, and their arcs.  arcs: {consumes,
 * reads, produces}, by transition. */
function flowGraph(places, transitions, arcs, first) {
  const graph = {nodes: [], edges: [], root: first[0]};
  const next = new Map();
  const link = (from, to) => next.has(from) ? next.get(from).push(to)
    : next.set(from, [to]);

  transitions.forEach((node, t) => {
    [['consumes', 'arc'], ['reads', 'read']].forEach(([key, kind]) =>
      arcs[key][t].forEach((p) => {
        graph.edges.push({from: places[p].id, to: node.id, kind});
        link(places[p].id, node.id);
      }));
    arcs.produces[t].forEach((p) => {
      graph.edges.push({from: node.id, to: places[p].id, kind: 'arc'});
      link(node.id, places[p].id);
    });
  });
  const layers = waves(first, (id) => next.get(id) || []);

  [...places, ...transitions].forEach((node) => {
    node.layer = layers.has(node.id) ? layers.get(node.id) : 0;
    graph.nodes.push(node);
  });
  return graph;
}

function netGraph(prefix) {
  const {net} = prefix;

  return flowGraph(
    net.places.map((name, p) =>
      circle(`p${p}`, prefix.short(name), '', name, 0)),
    net.transitions.map((name, t) =>
      box(`t${t}`, 'transition', prefix.short(name), '', name)),
    net, net.marked.map((p) => `p${p}`));
}

/* The merged process; the events are those of the merged process. */
function mergedGraph(prefix) {
  const {merged, events} = prefix.data;
  const {net} = prefix;
  const cutoffs = new Set(merged.cutoffs);
  const members = merged.transition.map(() => []);

  merged.of_event.forEach((m, e) => m !== null && members[m].push(e));
  return flowGraph(
    merged.place.map((p, i) => circle(`b${i}`,
      prefix.short(net.places[p]), ` #${merged.depth[i]}`,
      `${net.places[p]}, occurrence ${merged.depth[i]}`, 0)),
    merged.transition.map((t, i) => {
      const n = new Set(members[i].map((e) => events.same[e])).size;
      const node = box(`m${i}`, 'merged', prefix.short(net.transitions[t]),
        !merged.from_prefix ? '' : n === 1 ? '1 event' : `${n} events`,
        net.transitions[t]);

      node.cutoff = cutoffs.has(i);
      node.events = members[i];
      return node;
    }),
    merged, events.produces[BOTTOM].map((b) => `b${merged.of_condition[b]}`)
      .filter((id) => id !== 'bnull'));
}
