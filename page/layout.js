'use strict';

/* A layered layout: nodes stand in the layer that they name, and are ordered
 * and placed so that their edges are short.  Linear in the edges, but for
 * sorting, times a fixed number of sweeps. */

const SWEEPS = 8;
const GAP = 18;
const LAYER_GAP = 46;
const MOST_CROSSINGS = 6000;  // bends in all
const LEAST_WIDTH = 1200;     // of a layer that may be too wide
const WIDE = 1.6;             // times as wide as all are high

/* nodes: [{id, layer, width, height}], edges: [{from, to}] of ids.  Returns
 * {at: Map from id to {x, y}, width, height}; x and y are centres.  Each edge
 * gets bends, the points between its ends, one for each layer that it
 * crosses. */
function layered(nodes, edges) {
  const result = arranged(nodes, edges);
  const rows = narrower(nodes, result.at);

  return rows ? arranged(rows, edges) : result;
}

/* The nodes with layers that are not much wider than all are high: a wide one
 * becomes several, its nodes from left to right in turns, so that all stay near
 * their neighbours.  Null: nothing is too wide. */
function narrower(nodes, at) {
  const layers = [];
  let area = 0;

  nodes.forEach((node) => {
    (layers[node.layer] = layers[node.layer] || []).push(node);
    area += (node.width + GAP) * (node.height + LAYER_GAP);
  });
  const most = Math.max(LEAST_WIDTH, WIDE * Math.sqrt(area));
  const rows = [];
  let next = 0;
  let split = false;

  layers.forEach((layer) => {
    const width = layer.reduce((sum, node) => sum + node.width + GAP, 0);
    const n = Math.ceil(width / most);

    split = split || n > 1;
    [...layer].sort((a, b) => at.get(a.id).x - at.get(b.id).x)
      .forEach((node, i) => rows.push({...node, layer: next + i % n}));
    next += n;
  });
  return split ? rows : null;
}

function arranged(nodes, edges) {
  const byId = new Map(nodes.map((node) => [node.id,
    {...node, above: [], below: [], none: [], x: 0, rank: 0, of: 1}]));
  const layers = [];

  byId.forEach((node) => {
    (layers[node.layer] = layers[node.layer] || []).push(node);
  });
  const link = (high, low) => {
    high.below.push(low);
    low.above.push(high);
  };
  let crossings = 0;

  edges.forEach((edge) => {
    const a = byId.get(edge.from);
    const b = byId.get(edge.to);

    edge.bends = [];
    if (!a || !b || a.layer === b.layer) {
      return;
    }
    const [high, low] = a.layer < b.layer ? [a, b] : [b, a];
    let last = high;

    for (let i = high.layer + 1; i < low.layer && layers[i] &&
         crossings < MOST_CROSSINGS; i++) {
      const bend = {id: `bend${crossings++}`, layer: i, width: 4, height: 0,
        above: [], below: [], none: [], x: 0, rank: layers[i].length, of: 1};

      byId.set(bend.id, bend);
      layers[i].push(bend);
      edge.bends.push(bend.id);
      link(last, bend);
      last = bend;
    }
    link(last, low);
    if (high === b) {
      edge.bends.reverse();
    }
  });
  const used = layers.filter(Boolean);

  used.forEach((layer) => order(layer, 'none'));
  for (let i = 0; i < SWEEPS; i++) {
    used.forEach((layer) => order(layer, 'above'));
    [...used].reverse().forEach((layer) => order(layer, 'below'));
  }
  used.forEach((layer) => place(layer, []));
  for (let i = 0; i < SWEEPS; i++) {
    used.forEach((layer) => place(layer, ['above']));
    [...used].reverse().forEach((layer) => place(layer, ['below']));
  }
  used.forEach((layer) => place(layer, ['above', 'below']));
  const result = finish(used);

  edges.forEach((edge) => {
    edge.bends = edge.bends.map((id) => result.at.get(id));
  });
  return result;
}

/* The same for positions that are given, by Graphviz: {width, height, nodes:
 * [[id, x, y]...], edges: [[from, to, x, y...]...]}.  Edges get their path, the
 * points of a Bezier curve, where it is given.  Null: a node has none. */
function placed(nodes, edges, given) {
  const at = new Map(given.nodes.map(([id, x, y]) => [id, {x, y}]));
  const paths = new Map(given.edges.map(([from, to, ...path]) =>
    [`${from} ${to}`, path]));

  if (!nodes.every((node) => at.has(node.id))) {
    return null;
  }
  edges.forEach((edge) => {
    edge.path = paths.get(`${edge.from} ${edge.to}`);
  });
  return {at, width: given.width, height: given.height};
}

function rank(layer) {
  layer.forEach((node, i) => {
    node.rank = i;
  });
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/* Sorts a layer by where the neighbours on one side stand. */
function order(layer, side) {
  const wish = new Map(layer.map((node) => [node, node[side].length
    ? mean(node[side].map((other) => other.rank / other.of))
    : node.rank / layer.length]));

  layer.sort((a, b) => wish.get(a) - wish.get(b) || a.rank - b.rank);
  rank(layer);
  layer.forEach((node) => {
    node.of = layer.length;
  });
}

/* Places a layer near the neighbours on these sides, without overlaps: from
 * the left and from the right, and then in between. */
function place(layer, sides) {
  const wishes = layer.map((node) => {
    const others = [].concat(...sides.map((side) => node[side]));

    return others.length ? mean(others.map((other) => other.x)) : node.x;
  });
  const distance = (i) => (layer[i - 1].width + layer[i].width) / 2 + GAP;
  const fromLeft = [...wishes];
  const fromRight = [...wishes];

  for (let i = 1; i < layer.length; i++) {
    fromLeft[i] = Math.max(fromLeft[i], fromLeft[i - 1] + distance(i));
  }
  for (let i = layer.length - 1; i > 0; i--) {
    fromRight[i - 1] = Math.min(fromRight[i - 1], fromRight[i] - distance(i));
  }
  layer.forEach((node, i) => {
    node.x = (fromLeft[i] + fromRight[i]) / 2;
  });
}

function finish(layers) {
  const at = new Map();
  let y = 0;
  let left = Infinity;
  let right = -Infinity;

  layers.forEach((layer) => layer.forEach((node) => {
    left = Math.min(left, node.x - node.width / 2);
    right = Math.max(right, node.x + node.width / 2);
  }));
  layers.forEach((layer) => {
    const height = Math.max(...layer.map((node) => node.height));

    layer.forEach((node) => at.set(node.id,
      {x: node.x - left, y: y + height / 2}));
    y += height + LAYER_GAP;
  });
  return {at, width: layers.length ? right - left : 0,
    height: Math.max(0, y - LAYER_GAP)};
}
