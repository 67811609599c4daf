'use strict';

/* The page: what is chosen, what is shown, and the controls. */

const MOST_SHOWN = 1500;   // events that are drawn at once
const MOST_LEVELS = 300;   // of them, when only a part is
const MOST_ROWS = 500;     // of the table
const MOST_POINTED = 20000; // in a larger prefix only clicks choose events
const RELATIONS = [['past', 'past'], ['future', 'follow'],
  ['immediate', 'immediate conflicts'], ['inherited', 'inherited conflicts'],
  ['concurrent', 'concurrent']];

const $ = (id) => document.getElementById(id);

class Page {
  constructor(data) {
    this.prefix = new Prefix(data);
    this.data = data;
    this.configuration = new Configuration(this.prefix);
    this.chosen = null;   // an event
    this.pointed = null;  // the event under the pointer
    this.removed = new Set();  // events that the user hid
    this.step = null;     // of the exploration; null: not replayed
    this.position = 0;    // in the run of a question
    this.view = new View($('drawing'), {
      picked: (node) => this.pick(node),
      passed: (node) => this.point(node),
    });
    this.netView = new View($('net'), {
      picked: (node) => this.fire(node),
      smallest: 0.22,
    });
    this.describe();
    this.listen();
    this.netView.draw(this.graphOf('net'));
    $('part').value = this.prefix.size > MOST_SHOWN ? 'levels' : 'all';
    this.redraw();
  }

  /* ---- what stands on the page once ---- */

  describe() {
    const {data} = this;
    const cutoffs = data.events.cutoffs.length;
    const parts = [`${this.prefix.size - 1} events`, `${cutoffs} cutoffs`,
      `${data.conditions.place.length} conditions`,
      `merged: ${data.merged.transition.length} events`,
      `engine ${data.engine}`, `relation ${data.relation}`];

    if (data.events.compared < this.prefix.size) {
      parts.push('conflicts are known among the first ' +
        `${data.events.compared - 1} events`);
    }
    if (!data.complete) {
      parts.unshift(data.stop === 'done' ? 'part of the prefix'
        : `incomplete (${data.stop})`);
    }
    document.title = data.net.name || 'Unfolding';
    $('title').textContent = document.title;
    $('summary').textContent = parts.join(' · ');
    data.questions.forEach((question, q) => $('question').append(
      new Option(`${question.question}: ${question.verdict}`, q)));
    $('questionLine').hidden = !data.questions.length;
    $('exploration').hidden = !data.steps.length;
    $('step').max = data.steps.length;
    if (this.prefix.size > MOST_SHOWN) {
      $('part').options[0].disabled = true;
    }
    this.showQuestion();
  }

  listen() {
    const click = (id, action) => $(id).addEventListener('click', action);
    const change = (id, action) => $(id).addEventListener('change', action);

    change('view', () => this.redraw());
    change('part', () => this.redraw());
    change('companions', () => this.redraw());
    change('build', () => this.repaint());
    change('question', () => this.showQuestion());
    $('search').addEventListener('input', () => this.search());
    $('search').addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        this.search(true);
      }
    });
    $('step').addEventListener('input', () =>
      this.replay(Number($('step').value)));
    click('fold', () => this.hide(this.prefix.future(this.chosen)));
    click('foldConcurrent', () =>
      this.hide(this.prefix.around(this.chosen).concurrent));
    click('unfold', () => {
      this.removed = new Set();
      this.redraw();
    });
    click('larger', () => this.view.zoom(1 / 1.25));
    click('smaller', () => this.view.zoom(1.25));
    click('fit', () => this.view.fit());
    click('theme', () => this.setTheme(
      !document.documentElement.classList.contains('dark')));
    click('undo', () => this.change(() => this.configuration.undo()));
    click('clear', () => this.change(() => this.setEvents([])));
    click('copy', () => this.copy(this.configuration.run().join(' ')));
    click('copyScn', () =>
      this.copy(this.configuration.run().map(quoted).join('\n') + '\n'));
    click('first', () => this.goTo(0));
    click('back', () => this.goTo(this.position - 1));
    click('forward', () => this.goTo(this.position + 1));
    click('last', () => this.goTo(Infinity));
    document.addEventListener('keydown', (event) => this.press(event));
    addEventListener('beforeprint', () => this.view.fitForPrint());
    addEventListener('afterprint', () => this.view.show(this.view.before));
    this.setTheme(matchMedia('(prefers-color-scheme: dark)').matches);
  }

  setTheme(dark) {
    document.documentElement.classList.toggle('dark', dark);
    $('theme').textContent = dark ? 'Light' : 'Dark';
  }

  press(event) {
    const keys = {
      ArrowLeft: () => this.stepBy(-1), ArrowRight: () => this.stepBy(1),
      ArrowUp: () => this.walk(this.prefix.causes),
      ArrowDown: () => this.walk(this.prefix.effects),
      '/': () => $('search').focus(), u: () => $('undo').click(),
      b: () => $('build').click(), '+': () => $('larger').click(),
      '-': () => $('smaller').click(), 0: () => $('fit').click(),
      Escape: () => this.choose(null),
    };
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);

    if (keys[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey &&
        (!typing || event.key === 'Escape')) {
      event.preventDefault();
      keys[event.key]();
    }
  }

  /* ---- which events are drawn ---- */

  shown() {
    const part = $('part').value;
    const events = part === 'levels' ? this.levels()
      : part === 'around' && this.chosen !== null ? this.neighbourhood()
        : part === 'run' ? this.pastOfRun() : this.all();

    this.removed.forEach((e) => events.delete(e));
    return events;
  }

  all() {
    return this.prefix.size > MOST_SHOWN ? this.levels()
      : new Set(this.prefix.causes.keys());
  }

  levels() {
    return this.grow(new Set([BOTTOM]), [BOTTOM], this.prefix.effects,
      MOST_LEVELS);
  }

  /* Adds what next has for the waiting events, nearest first, up to a number
   * of events. */
  grow(found, waiting, next, most) {
    for (let i = 0; i < waiting.length && found.size < most; i++) {
      next[waiting[i]].forEach((e) => {
        if (!found.has(e) && found.size < most) {
          found.add(e);
          waiting.push(e);
        }
      });
    }
    return found;
  }

  neighbourhood() {
    const found = this.grow(new Set([this.chosen]), [this.chosen],
      this.prefix.causes, MOST_LEVELS / 2);

    this.grow(found, [this.chosen], this.prefix.effects,
      found.size + MOST_LEVELS / 4);
    this.prefix.rivals[this.chosen].slice(0, MOST_LEVELS / 4)
      .forEach((e) => found.add(e));
    return found;
  }

  pastOfRun() {
    const question = this.question();
    const events = question && question.events ? question.events : [];

    return new Set([BOTTOM, ...events.slice(0, MOST_SHOWN)]);
  }

  hide(events) {
    events.forEach((e) => this.removed.add(e));
    this.redraw();
  }

  redraw() {
    const view = $('view').value;
    const shown = view === 'merged' || view === 'net' ? new Set()
      : this.shown();

    $('drawing').toggleAttribute('hidden', view === 'table');
    $('table').hidden = view !== 'table';
    $('unfold').disabled = !this.removed.size;
    if (view === 'table') {
      this.fillTable();
    } else {
      this.view.draw(this.graphOf(view, shown));
    }
    this.drawn = shown;
    this.tellHidden(view, shown.size);
    this.repaint();
  }

  graphOf(view, shown) {
    const options = {companions: $('companions').checked};
    const {layout} = this.data;
    const given = layout && ($('part').value === 'all' || view === 'net')
      ? layout[view] : null;
    const graph = this.plainGraph(view, shown, options);

    return {...graph, given};
  }

  plainGraph(view, shown, options) {
    return view === 'merged' ? this.mergedOrNothing()
      : view === 'net' ? netGraph(this.data.net)
        : view === 'structure' ? structureGraph(this.prefix, shown, options)
          : occurrenceGraph(this.prefix, shown, options);
  }

  mergedOrNothing() {
    const {merged} = this.data;

    return merged.transition.length + merged.place.length > 2 * MOST_SHOWN
      ? {nodes: [], edges: []} : mergedGraph(this.prefix);
  }

  tellHidden(view, n) {
    const hidden = this.prefix.size - n;

    $('hidden').textContent = view === 'merged'
      ? (this.view.nodes.size ? ''
        : 'The merged process is too large to be drawn.')
      : view === 'table' || view === 'net' || !hidden ? ''
        : `${n - 1} of ${this.prefix.size - 1} events are shown; ` +
          '+n counts effects that are not';
  }

  /* ---- the table ---- */

  fillTable() {
    const {prefix} = this;
    const table = document.createElement('table');
    const row = (cells, kind) => {
      const line = table.insertRow();

      cells.forEach((text) => {
        const cell = document.createElement(kind);

        cell.textContent = text;
        line.append(cell);
      });
    };
    const list = (events) => events.map((e) => `e${e}`).join(' ');

    row(['event', 'transition', 'causes', 'in conflict with', 'marking',
      'cutoff'], 'th');
    for (let e = 1; e < Math.min(prefix.size, MOST_ROWS + 1); e++) {
      row([`e${e}`, prefix.label(e), list(prefix.causes[e]),
        list(prefix.rivals[e]), this.names(prefix.marking(e)),
        prefix.companion.has(e) ? this.companionText(e) : ''], 'td');
    }
    $('table').replaceChildren(table);
    if (prefix.size > MOST_ROWS + 1) {
      $('table').append(`The first ${MOST_ROWS} of ${prefix.size - 1} events.`);
    }
  }

  names(places) {
    return places.map((p) => this.data.net.places[p]).join(' ');
  }

  companionText(e) {
    const companion = this.prefix.companion.get(e);

    return companion === null ? 'cutoff'
      : `cutoff, same marking as ${companion ? `e${companion}` : '\u22a5'}`;
  }

  /* ---- choosing, searching ---- */

  pick(node) {
    if (node && node.kind === 'transition') {
      this.fire(node);
      return;
    }
    const event = node && node.kind === 'event' ? node.event : null;

    if ($('build').checked && event !== null && event !== BOTTOM) {
      this.change(() => this.configuration.add(event));
    } else {
      this.choose(event);
    }
  }

  choose(event) {
    this.chosen = event === BOTTOM ? null : event;
    $('fold').disabled = $('foldConcurrent').disabled = this.chosen === null;
    if ($('part').value === 'around') {
      this.redraw();
      this.view.centre(`e${event}`);
    } else {
      this.repaint();
    }
  }

  point(node) {
    const event = node && node.kind === 'event' && node.event !== BOTTOM
      ? node.event : null;

    if (event !== this.pointed && this.prefix.size <= MOST_POINTED) {
      this.pointed = event;
      this.repaint();
    }
  }

  /* Moves to a cause or an effect of the chosen event. */
  walk(next) {
    const [first] = next[this.chosen === null ? BOTTOM : this.chosen]
      .filter((e) => e !== BOTTOM);

    if (first !== undefined) {
      this.choose(first);
      this.view.centre(`e${first}`);
    }
  }

  search(goes = false) {
    const text = $('search').value.trim().toLowerCase();
    const number = /^e(\d+)$/.exec(text);

    this.hits = [];
    for (let e = 1; text && e < this.prefix.size; e++) {
      if (number ? e === Number(number[1])
        : this.prefix.label(e).toLowerCase().includes(text)) {
        this.hits.push(e);
      }
    }
    $('found').textContent = text ? `${this.hits.length} found` : '';
    if (goes && this.hits.length) {
      const after = this.hits.find((e) => e > (this.chosen || 0));

      this.goToEvent(after === undefined ? this.hits[0] : after);
    } else {
      this.repaint();
    }
  }

  /* Chooses an event, and draws its surroundings if it is not drawn. */
  goToEvent(e) {
    if (!this.drawn.has(e)) {
      this.removed.delete(e);
      $('part').value = 'around';
    }
    this.choose(e);
    this.view.centre(`e${e}`);
  }

  /* ---- configurations and runs ---- */

  change(action) {
    action();
    this.step = null;
    this.repaint();
  }

  setEvents(events) {
    this.configuration = new Configuration(this.prefix);
    events.forEach((e) => this.configuration.add(e));
  }

  /* A click on a transition of the net fires it. */
  fire(node) {
    if (!node || node.kind !== 'transition') {
      return;
    }
    const t = Number(node.id.slice(1));
    const event = [...this.configuration.enabled()].find((e) =>
      this.data.events.transition[e] === t);

    if (event !== undefined) {
      this.change(() => this.configuration.add(event));
    }
  }

  question() {
    return this.data.questions[$('question').value || 0];
  }

  showQuestion() {
    const question = this.question();

    this.position = 0;
    $('verdict').textContent = !question ? ''
      : `${question.question}: ${question.verdict}` +
        (question.if_safe ? ' (if the net is safe)' : '') +
        (question.events && question.events.length < question.run.length
          ? `; the prefix has ${question.events.length} of ` +
            `${question.run.length} steps` : '');
  }

  /* The first steps of the run become the configuration. */
  goTo(position) {
    const question = this.question();

    if (question && question.events) {
      this.position = Math.max(0, Math.min(position, question.events.length));
      this.change(() =>
        this.setEvents(question.events.slice(0, this.position)));
    }
  }

  stepBy(by) {
    if (this.step !== null) {
      this.replay(this.step + by);
    } else {
      this.goTo(this.position + by);
    }
  }

  replay(step) {
    this.step = Math.max(0, Math.min(step, this.data.steps.length));
    $('step').value = this.step;
    this.repaint();
  }

  copy(text) {
    const area = document.createElement('textarea');

    area.value = text;
    document.body.append(area);
    area.select();
    $('copied').textContent = document.execCommand('copy') ? 'copied'
      : 'not copied';
    area.remove();
  }

  /* ---- colours and texts ---- */

  repaint() {
    const state = this.step === null ? null
      : explorationAt(this.data.steps, this.step);
    const focus = this.pointed === null ? this.chosen : this.pointed;
    const around = state || focus === null ? null : this.prefix.around(focus);
    const building = $('build').checked || this.configuration.order.length > 0;
    const blocked = building ? this.configuration.blocked() : new Set();
    const enabled = building ? this.configuration.enabled() : new Set();
    const members = new Set(state ? state.c : this.configuration.order);
    const hits = new Set(this.hits || []);
    const configuration = this.current(state);
    const marked = state && state.kind === 'insert' ? new Set()
      : configuration.marking();
    const tokens = this.netClasses(marked, enabled);

    this.netView.paint(tokens);
    this.view.paint((node) => {
      const e = node.event;
      const names = [];

      if (e === undefined) {
        return tokens(node);
      }
      if (around) {
        names.push(...RELATIONS.map(([name]) => name)
          .filter((name) => around[name].has(e)));
      }
      if (state) {
        names.push(...[[state.d, 'sleeping'], [state.a, 'alternative']]
          .filter(([events]) => events.includes(e)).map(([, name]) => name));
      } else if (!around) {
        names.push(enabled.has(e) ? 'enabled' : '');
      }
      names.push(members.has(e) ? 'member' : '',
        !state && blocked.has(e) ? 'blocked' : '', hits.has(e) ? 'hit' : '',
        e === (state ? state.event : focus) ? 'chosen' : '');
      return names.filter(Boolean).join(' ');
    });
    this.tellEvent(focus, around);
    this.tellStep(state);
    this.tellConfiguration(configuration.run(), marked, state);
  }

  tellEvent(e, around) {
    $('eventText').textContent = e === null
      ? 'Point at an event, or click one.'
      : `e${e}: ${this.prefix.label(e)}; ` +
        (this.prefix.companion.has(e) ? this.companionText(e) + '; ' : '') +
        `reaches ${this.names(this.prefix.marking(e)) || 'no token'}`;
    $('legend').replaceChildren(...RELATIONS.map(([name, text]) => {
      const item = document.createElement('li');

      item.className = name;
      item.textContent = around ? `${text} ${around[name].size}` : text;
      return item;
    }));
  }

  tellStep(state) {
    const name = (e) => e === null ? 'an event of an earlier pass'
      : `e${e} ${this.prefix.label(e)}`;

    if (!state) {
      $('stepText').textContent =
        `${this.data.steps.length} steps; move the slider to replay them`;
      return;
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

    $('stepText').textContent = `${this.step}/${this.data.steps.length}: ` +
      (what[state.kind] || `${verbs[state.kind]} ${name(state.event)}`) +
      (state.kind === 'insert' ? ''
        : ` · |C| ${state.c.length}, |D| ${state.d.length}, ` +
          `|A| ${state.a.length}, pass ${state.pass}, ` +
          `${state.maximal} maximal`);
  }

  /* The configuration that is looked at: that of the replayed step, or the one
   * that is built. */
  current(state) {
    if (!state) {
      return this.configuration;
    }
    const configuration = new Configuration(this.prefix);

    configuration.order = state.c.filter((e) => e !== null);
    return configuration;
  }

  /* Classes of the nodes of the net: tokens, and what can fire. */
  netClasses(marked, enabled) {
    const ready = new Set([...enabled].map((e) =>
      this.data.events.transition[e]));

    return (node) => {
      const number = Number(node.id.slice(1));

      return node.id[0] === 'p' && marked.has(number) ? 'marked'
        : node.id[0] === 't' && ready.has(number) ? 'enabled' : '';
    };
  }

  tellConfiguration(run, marked, state) {
    $('run').textContent = state ? '' : run.join(' ');
    $('undo').disabled = $('clear').disabled = !run.length;
    $('copy').disabled = $('copyScn').disabled = !run.length;
    $('marking').textContent = this.names([...marked].sort((a, b) => a - b));
  }
}

const page = new Page(JSON.parse($('data').textContent));
