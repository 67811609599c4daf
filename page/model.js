'use strict';

/* The prefix, and what follows from it: pasts, conflicts, configurations, the
 * steps of the exploration.  Nothing here knows of the page.  doc/FORMATS.md
 * describes the data. */

const BOTTOM = 0;

class Prefix {
  constructor(data) {
    const events = data.events;

    this.data = data;
    this.net = data.net;
    this.size = events.transition.length;
    this.shortNames = shortNames([...this.net.places,
      ...this.net.transitions]);
    this.causes = events.causes;
    this.depth = events.depth;
    this.companion = new Map(events.cutoffs);
    this.effects = events.causes.map(() => []);
    this.rivals = events.causes.map(() => []);
    events.causes.forEach((causes, e) =>
      causes.forEach((cause) => this.effects[cause].push(e)));
    events.conflicts.forEach((others, e) => others.forEach((other) => {
      this.rivals[e].push(other);
      this.rivals[other].push(e);
    }));
  }

  /* The label of its transition. */
  label(e) {
    const t = this.data.events.transition[e];

    return t === null ? '\u22a5' : this.net.transitions[t];
  }

  /* A name as drawings show it. */
  short(name) {
    return this.shortNames.get(name) || name;
  }

  /* [e] without bottom. */
  past(e) {
    return closure([e], (x) => this.causes[x], (x) => x !== BOTTOM);
  }

  /* The events with e in their past, without e. */
  future(e) {
    const found = closure([e], (x) => this.effects[x]);

    found.delete(e);
    return found;
  }

  /* The events in conflict with one of these: above an event in immediate
   * conflict with a member.  The set must have the causes of its members. */
  conflicts(events) {
    const rivals = [];

    events.forEach((e) => rivals.push(...this.rivals[e]));
    return closure(rivals, (x) => this.effects[x]);
  }

  /* How every other event stands to e. */
  around(e) {
    const past = this.past(e);
    const future = this.future(e);
    const conflicts = this.conflicts(past);
    const immediate = new Set(this.rivals[e]);
    const concurrent = new Set();

    for (let x = 1; x < this.size; x++) {
      if (!past.has(x) && !future.has(x) && !conflicts.has(x)) {
        concurrent.add(x);
      }
    }
    immediate.forEach((x) => conflicts.delete(x));
    past.delete(e);
    return {past, future, immediate, inherited: conflicts, concurrent};
  }

  /* The places that [e] marks, increasing. */
  marking(e) {
    const changes = this.data.events.marking;
    const chain = [];
    const marked = new Set(this.net.marked);

    for (let x = e; x !== BOTTOM; x = changes[x][0]) {
      chain.push(x);
    }
    chain.reverse().forEach((x) => {
      changes[x][1].forEach((p) => marked.delete(p));
      changes[x][2].forEach((p) => marked.add(p));
    });
    return [...marked].sort((a, b) => a - b);
  }
}

/* The numbers reached from the first ones by next(), those that keep() wants. */
function closure(first, next, keep = () => true) {
  const found = new Set(first.filter(keep));
  const waiting = [...found];

  while (waiting.length) {
    next(waiting.pop()).forEach((x) => {
      if (keep(x) && !found.has(x)) {
        found.add(x);
        waiting.push(x);
      }
    });
  }
  return found;
}

/* A configuration that grows event by event. */
class Configuration {
  constructor(prefix, order = []) {
    this.prefix = prefix;
    this.order = order;
    this.members = new Set([BOTTOM, ...order]);
    this.marks = [];   // lengths to which undo() goes back
  }

  isEnabled(e) {
    return !this.members.has(e) &&
      this.prefix.causes[e].every((x) => this.members.has(x)) &&
      !this.prefix.rivals[e].some((x) => this.members.has(x));
  }

  enabled() {
    const found = new Set();

    this.members.forEach((x) => this.prefix.effects[x].forEach((e) => {
      if (this.isEnabled(e)) {
        found.add(e);
      }
    }));
    return found;
  }

  /* What can never be added. */
  blocked() {
    return this.prefix.conflicts(this.members);
  }

  /* Adds e and what it needs; false if something is in conflict. */
  add(e) {
    const missing = [...this.prefix.past(e)]
      .filter((x) => !this.members.has(x)).sort((a, b) => a - b);

    if (!missing.length || missing.some((x) => this.prefix.rivals[x]
      .some((y) => this.members.has(y)))) {
      return false;
    }
    this.marks.push(this.order.length);
    missing.forEach((x) => {
      this.members.add(x);
      this.order.push(x);
    });
    return true;
  }

  undo() {
    const length = this.marks.length ? this.marks.pop() : 0;

    while (this.order.length > length) {
      this.members.delete(this.order.pop());
    }
  }

  /* The transitions in the order of the events. */
  run() {
    return this.order.map((e) => this.prefix.label(e));
  }

  /* The places that are marked at its end, by the token game. */
  marking() {
    const {net, data} = this.prefix;
    const marked = new Set(net.marked);

    this.order.forEach((e) => {
      const t = data.events.transition[e];

      net.consumes[t].forEach((p) => marked.delete(p));
      net.produces[t].forEach((p) => marked.add(p));
    });
    return marked;
  }
}

/* The places without a token that a transition needs. */
function emptyInputs(net, t, marked) {
  return [...net.consumes[t], ...net.reads[t]].filter((p) => !marked.has(p));
}

/* C, D and A of the exploration after so many steps, the event that the last
 * step is about, the pass, and the maximal configurations met in it. */
function explorationAt(steps, n) {
  const state = {c: [], d: [], a: [], event: null, kind: '', pass: 0,
    bound: null, maximal: 0};

  for (let i = 0; i < n; i++) {
    const [kind, value] = steps[i];

    state.kind = kind;
    state.event = Number.isInteger(value) && kind !== 'pass' ? value : null;
    if (kind === 'pass') {
      Object.assign(state, {c: [], d: [], a: [], bound: value, maximal: 0});
      state.pass++;
    } else if (kind === 'add' || kind === 'guided' || kind === 'insert') {
      state.a = kind === 'guided' ? state.a.filter((x) => x !== value) : [];
      state.c.push(value);
    } else if (kind === 'disable') {
      state.d.push(state.c.pop());
      state.a = [];
    } else if (kind === 'alternative') {
      state.a = value;
    } else if (kind === 'remove') {
      state.d.pop();
    } else if (kind === 'maximal') {
      state.maximal++;
    }
  }
  return state;
}

/* Where the slider stands after each step of this kind. */
function stepsOf(steps, kind) {
  const found = [];

  steps.forEach((step, i) => {
    if (step[0] === kind) {
      found.push(i + 1);
    }
  });
  return found;
}

/* A word of Tina's syntax: braces enclose what is no plain name. */
function quoted(name) {
  return /^[A-Za-z0-9_']+$/.test(name) ? name
    : '{' + name.replace(/[{}\\]/g, '\\$&') + '}';
}
