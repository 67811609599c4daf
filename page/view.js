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
  /* svg: an empty element; picked(node, event) is called when a node is
   * clicked, passed(node or null) when the pointer comes over one; smallest:
   * pixels for a unit, at first. */
  constructor(svg, {picked = () => {}, passed = () => {},
    smallest = 0.4} = {}) {
    this.svg = svg;
    this.smallest = smallest;
    this.nodes = new Map();
    this.box = {x: 0, y: 0, width: 100, height: 100};
    this.edges = make('g', {class: 'edges'});
    this.boxes = make('g', {class: 'nodes'});
    svg.append(arrowHead(svg.id), this.edges, this.boxes);
    this.listen(picked, passed);
  }

  listen(picked, passed) {
    const nodeOf = (event) => {
      const element = event.target.closest('.node');

      return element && this.nodes.has(element.dataset.id)
        ? this.nodes.get(element.dataset.id).node : null;
    };
    let from = null;
    let moved = false;

    this.svg.addEventListener('pointerdown', (event) => {
      from = {x: event.clientX, y: event.clientY, box: {...this.box}};
      moved = false;
    });
    this.svg.addEventListener('pointermove', (event) => {
      if (from && event.buttons) {
        const scale = this.scale();
        const dx = event.clientX - from.x;
        const dy = event.clientY - from.y;

        moved = moved || Math.abs(dx) + Math.abs(dy) > 4;
        this.show({...from.box, x: from.box.x - dx * scale,
          y: from.box.y - dy * scale});
      } else {
        passed(nodeOf(event));
      }
    });
    this.svg.addEventListener('pointerleave', () => passed(null));
    this.svg.addEventListener('click', (event) => {
      from = null;
      if (!moved) {
        picked(nodeOf(event), event);
      }
    });
    this.svg.addEventListener('wheel', (event) => {
      const place = this.svg.getBoundingClientRect();

      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15,
        (event.clientX - place.left) / place.width,
        (event.clientY - place.top) / place.height);
    }, {passive: false});
  }

  /* Units of the drawing for a pixel. */
  scale() {
    const place = this.svg.getBoundingClientRect();

    return Math.max(this.box.width / Math.max(place.width, 1),
      this.box.height / Math.max(place.height, 1));
  }

  show(box) {
    this.box = box;
    this.svg.setAttribute('viewBox',
      `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  /* Makes the part that is seen larger by the factor, around this point. */
  zoom(factor, x = 0.5, y = 0.5) {
    const {box} = this;

    this.show({x: box.x + box.width * (1 - factor) * x,
      y: box.y + box.height * (1 - factor) * y,
      width: box.width * factor, height: box.height * factor});
  }

  /* Shows all of it, but neither much larger than it is, nor smaller than
   * least: then the part around the root, a node, or the upper part. */
  fit(least = 0, root = null) {
    const place = this.svg.getBoundingClientRect();
    const zoom = Math.max(least, Math.min(LARGEST,
      place.width / (this.width + 2 * MARGIN),
      place.height / (this.height + 2 * MARGIN)));
    const width = Math.max(place.width, 1) / zoom;
    const height = Math.max(place.height, 1) / zoom;

    const at = this.nodes.has(root) ? this.nodes.get(root).at
      : {x: this.width / 2, y: 0};

    this.show({x: visible(at.x, width, this.width, (this.width - width) / 2),
      y: visible(at.y, height, this.height, -MARGIN), width, height});
  }

  /* Shows all of it, whatever the paper, but a small drawing not as wide as the
   * paper; the part that was seen is kept. */
  fitForPrint() {
    const width = Math.max(this.width + 2 * MARGIN, LEAST_PRINTED);

    this.before = this.box;
    this.show({x: (this.width - width) / 2, y: -MARGIN, width,
      height: this.height + 2 * MARGIN});
  }

  /* Moves a node into the middle. */
  centre(id) {
    const drawn = this.nodes.get(id);

    if (drawn) {
      this.show({...this.box, x: drawn.at.x - this.box.width / 2,
        y: drawn.at.y - this.box.height / 2});
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
    this.fit(this.smallest, graph.root);
  }

  /* Sets the classes of the nodes: classOf(node) gives names or ''. */
  paint(classOf) {
    this.nodes.forEach(({node, element}) => {
      element.setAttribute('class', `node ${node.kind}` +
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
    group.append(make('circle', {class: 'token', cy: -node.height / 2, r: 5}));
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
