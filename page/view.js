'use strict';

/* A graph as SVG in an element: drawing, pan and zoom, and classes of nodes. */

const SVG = 'http://www.w3.org/2000/svg';
const MARGIN = 24;
const LARGEST = 1.5;  // pixels for a unit
const LEAST_PRINTED = 500;  // units in the width of the paper

function make(name, attributes = {}, text = null) {
  const element = document.createElementNS(SVG, name);

  Object.entries(attributes).forEach(([key, value]) =>
    element.setAttribute(key, value));
  if (text !== null) {
    element.textContent = text;
  }
  return element;
}

class View {
  /* svg: an empty element; picked and passed as for Gestures.  At first all is
   * seen unless that takes less than least pixels for a unit, and else a part,
   * legible. */
  constructor(svg, {picked, passed = () => {}, least = 0.25, legible = 0.6}) {
    this.svg = svg;
    this.limits = {least, legible};
    this.nodes = new Map();
    this.width = this.height = 0;
    this.box = {x: 0, y: 0, width: 100, height: 100};
    this.before = null;   // what was seen before it was printed
    this.fitted = null;   // how fit() was called, until something moves it
    this.waiting = null;  // what reveal() is to show once there is room
    this.edges = make('g', {class: 'edges'});
    this.boxes = make('g', {class: 'nodes'});
    svg.append(arrowHead(svg.id), this.edges, this.boxes);
    new Gestures(this, picked, passed);
    new ResizeObserver(() => this.resize()).observe(svg);
  }

  /* The node that an element in the drawing belongs to, or null. */
  nodeOf(element) {
    const group = element.closest('.node');

    return group && this.nodes.has(group.dataset.id)
      ? this.nodes.get(group.dataset.id).node : null;
  }

  /* Units of the drawing for a pixel. */
  scale() {
    const place = this.svg.getBoundingClientRect();

    return Math.max(this.box.width / Math.max(place.width, 1),
      this.box.height / Math.max(place.height, 1));
  }

  show(box) {
    this.box = box;
    this.fitted = null;
    this.svg.setAttribute('viewBox',
      `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  /* Moves what is seen by so many pixels. */
  shift(dx, dy) {
    const scale = this.scale();

    this.show({...this.box, x: this.box.x + dx * scale,
      y: this.box.y + dy * scale});
  }

  /* The element has another size: what was fitted is fitted again, else the
   * middle stays where it is, and the size of the boxes. */
  resize() {
    const {width, height} = this.svg.getBoundingClientRect();

    if (!width || !height || this.before) {
      return;
    }
    if (this.fitted || !this.seen) {
      this.fit(...this.fitted || [this.limits]);
    } else {
      const {box} = this;
      const scale = Math.max(box.width / this.seen.width,
        box.height / this.seen.height);

      this.show({x: box.x + (box.width - width * scale) / 2,
        y: box.y + (box.height - height * scale) / 2,
        width: width * scale, height: height * scale});
    }
    this.seen = {width, height};
    this.reveal(this.waiting || []);
  }

  /* Makes the part that is seen larger by the factor, around this point. */
  zoom(factor, x = 0.5, y = 0.5) {
    const {box} = this;

    this.show({x: box.x + box.width * (1 - factor) * x,
      y: box.y + box.height * (1 - factor) * y,
      width: box.width * factor, height: box.height * factor});
  }

  /* Shows all of it, but not much larger than it is.  Where it is smaller than
   * limits.least then: the part around the root, a node, or the upper part. */
  fit(limits = {least: 0}, root = null) {
    const place = this.svg.getBoundingClientRect();
    const whole = Math.min(LARGEST, place.width / (this.width + 2 * MARGIN),
      place.height / (this.height + 2 * MARGIN));
    const zoom = whole < limits.least ? limits.legible : whole || 1;
    const width = Math.max(place.width, 1) / zoom;
    const height = Math.max(place.height, 1) / zoom;

    const at = this.nodes.has(root) ? this.nodes.get(root).at
      : {x: this.width / 2, y: 0};

    this.show({x: visible(at.x, width, this.width, (this.width - width) / 2),
      y: visible(at.y, height, this.height, -MARGIN), width, height});
    this.fitted = [limits, root];
  }

  /* Shows all of it, whatever the paper, but a small drawing not as wide as the
   * paper; unprint() shows the part that was seen. */
  print() {
    const width = Math.max(this.width + 2 * MARGIN, LEAST_PRINTED);

    this.before = [this.box, this.fitted];
    this.show({x: (this.width - width) / 2, y: -MARGIN, width,
      height: this.height + 2 * MARGIN});
  }

  unprint() {
    const [box, fitted] = this.before;

    this.show(box);
    this.fitted = fitted;
    this.before = null;
  }

  /* Moves a node into the middle. */
  centre(id) {
    const drawn = this.nodes.get(id);

    if (drawn) {
      this.show({...this.box, x: drawn.at.x - this.box.width / 2,
        y: drawn.at.y - this.box.height / 2});
    }
  }

  /* Moves the middle of these nodes into the middle, unless all of them are
   * seen; while the element is hidden, it waits. */
  reveal(ids) {
    const {width, height} = this.svg.getBoundingClientRect();

    this.waiting = ids;
    if (!this.seen || this.seen.width !== width ||
        this.seen.height !== height) {
      return;   // resize() comes
    }
    const {box} = this;
    const drawn = ids.map((id) => this.nodes.get(id)).filter(Boolean);
    const outside = ({at, node}) =>
      Math.abs(at.x - box.x - box.width / 2) > (box.width - node.width) / 2 ||
      Math.abs(at.y - box.y - box.height / 2) > (box.height - node.height) / 2;

    this.waiting = null;
    if (drawn.some(outside)) {
      this.show({...box, x: mean(drawn.map(({at}) => at.x)) - box.width / 2,
        y: mean(drawn.map(({at}) => at.y)) - box.height / 2});
    }
  }

  /* Where the graph has no given positions for all nodes, it is laid out. */
  draw(graph) {
    const {at, width, height} = graph.given &&
      placed(graph.nodes, graph.edges, graph.given) ||
      layered(graph.nodes, graph.edges.filter((edge) =>
        edge.kind !== 'conflict' && edge.kind !== 'companion'));

    this.width = width;
    this.height = height;
    this.nodes = new Map();
    this.edges.replaceChildren();
    this.boxes.replaceChildren();
    graph.nodes.forEach((node) => {
      const element = drawNode(node, at.get(node.id));

      this.nodes.set(node.id, {node, element, at: at.get(node.id)});
      this.boxes.append(element);
    });
    graph.edges.forEach((edge) => {
      const [from, to] = [edge.from, edge.to].map((id) => this.nodes.get(id));

      if (from && to) {
        this.edges.append(drawEdge(edge, from, to, this.svg.id));
      }
    });
    this.fit(this.limits, graph.root);
  }

  /* Sets the classes of the nodes: classOf(node) gives names or ''. */
  paint(classOf) {
    this.nodes.forEach(({node, element}) => {
      element.setAttribute('class', `node ${node.kind}${node.branch || ''}` +
        (node.cutoff ? ' cutoff ' : ' ') + classOf(node));
    });
  }
}

/* Where a part of this length begins that has the point near its middle, and
 * nothing outside of the whole.  A longer part begins at start. */
function visible(point, length, whole, start) {
  return length >= whole + 2 * MARGIN ? start
    : Math.max(-MARGIN, Math.min(whole + MARGIN - length, point - length / 2));
}

function arrowHead(id) {
  const marker = make('marker', {id: `${id}-arrow`, viewBox: '0 0 8 8',
    refX: 7.5, refY: 4, markerWidth: 7, markerHeight: 7,
    orient: 'auto-start-reverse', class: 'arrow'});

  marker.append(make('path', {d: 'M0 0L8 4L0 8z'}));
  return marker;
}

function drawNode(node, at) {
  const group = make('g', {class: `node ${node.kind}`, 'data-id': node.id,
    transform: `translate(${at.x} ${at.y})`});
  const round = node.kind === 'condition' ? node.height / 2 : 3;
  const outline = (gap) => make('rect', {x: -node.width / 2 + gap,
    y: -node.height / 2 + gap, width: node.width - 2 * gap,
    height: node.height - 2 * gap, rx: round - gap});

  group.append(make('title', {}, node.title), outline(0));
  if (node.cutoff) {
    group.append(outline(3));
  }
  node.lines.forEach((line, i) => group.append(make('text',
    {y: (i - (node.lines.length - 1) / 2) * 13 + 4}, line)));
  if (node.kind === 'condition') {
    group.append(make('circle', {class: 'token', cy: -node.height / 2, r: 6}));
  }
  return group;
}

/* From the lower side of one node to the upper side of the other. */
function drawEdge(edge, from, to, id) {
  const beside = from.at.y === to.at.y;
  const down = from.at.y < to.at.y;
  const sign = down ? 1 : -1;
  const a = {x: from.at.x,
    y: beside ? from.at.y : from.at.y + sign * from.node.height / 2};
  const b = {x: to.at.x,
    y: beside ? to.at.y : to.at.y - sign * to.node.height / 2};
  const points = [a, ...(edge.bends || []), b];
  const curve = points.slice(1).map((to, i) => {
    const half = beside ? a.y + 40 : (points[i].y + to.y) / 2;

    return `C${points[i].x} ${half} ${to.x} ${half} ${to.x} ${to.y}`;
  });
  const path = make('path', {class: `edge ${edge.kind}`,
    d: edge.path
      ? `M${edge.path.slice(0, 2).join(' ')}C${edge.path.slice(2).join(' ')}`
      : `M${a.x} ${a.y}` + curve.join(''),
    'data-from': edge.from, 'data-to': edge.to});

  if (edge.kind === 'cause' || edge.kind === 'arc' ||
      edge.kind === 'companion') {
    path.setAttribute('marker-end', `url(#${id}-arrow)`);
  }
  return path;
}
