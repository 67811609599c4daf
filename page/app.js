'use strict';

/* The page: what is chosen, what is shown, and the controls. */

const MOST_TICKS = 200;     // of the slider
const MOST_POINTED = 20000; // in a larger prefix only clicks choose events
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
    const passes = stepsOf(data.steps, 'pass').slice(0, MOST_TICKS);

    document.title = data.net.name || 'Unfolding';
    $('title').textContent = document.title;
    $('summary').textContent = summaryText(this.prefix);
    data.questions.forEach((question, q) => $('question').append(
      new Option(`${question.question}: ${question.verdict}`, q)));
    $('questionLine').hidden = !data.questions.length;
    $('exploration').hidden = !data.steps.length;
    $('step').max = data.steps.length;
    $('passes').append(...passes.map((step, i) =>
      new Option(`pass ${i + 1}`, step)));
    $('maximal').hidden = !data.steps.some(([kind]) => kind === 'maximal');
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
    change('question', () => this.changeQuestion());
    $('search').addEventListener('input', () => this.search());
    $('search').addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        this.search(true);
      }
    });
    $('step').addEventListener('input', () =>
      this.replay(Number($('step').value)));
    click('maximalBack', () => this.toMaximal(-1));
    click('maximalForward', () => this.toMaximal(1));
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
    [this.view, this.netView].forEach((view) => {
      addEventListener('beforeprint', () => view.fitForPrint());
      addEventListener('afterprint', () => view.show(view.before));
    });
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
      Escape: () => this.change(() => this.choose(null)),
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
    const question = this.question();
    const events = part === 'levels' ? firstLevels(this.prefix)
      : part === 'around' && this.chosen !== null
        ? neighbourhood(this.prefix, this.chosen)
        : part === 'run' ? pastOfGoal(question && question.events)
          : allEvents(this.prefix);

    this.removed.forEach((e) => events.delete(e));
    return events;
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
    const whole = $('part').value === 'all' || view === 'net' ||
      view === 'merged';
    const given = layout && whole ? layout[view] : null;
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
    const table = document.createElement('table');

    tableRows(this.prefix).forEach((cells, i) => {
      const line = table.insertRow();

      cells.forEach((text) => {
        const cell = document.createElement(i ? 'td' : 'th');

        cell.textContent = text;
        cell.scope = i ? '' : 'col';
        line.append(cell);
      });
    });
    $('table').replaceChildren(table);
    if (this.prefix.size > MOST_ROWS + 1) {
      $('table').append(
        `The first ${MOST_ROWS} of ${this.prefix.size - 1} events.`);
    }
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
    $('verdict').textContent = verdictText(question);
  }

  changeQuestion() {
    this.showQuestion();
    if ($('part').value === 'run') {
      this.redraw();
    }
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

  /* To the next maximal configuration, or to the one before. */
  toMaximal(by) {
    const all = stepsOf(this.data.steps, 'maximal');
    const at = this.step === null ? 0 : this.step;
    const next = by > 0 ? all.find((step) => step > at)
      : all.filter((step) => step < at).pop();

    if (next !== undefined) {
      this.replay(next);
    }
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
    const building = !state &&
      ($('build').checked || this.configuration.order.length > 0);
    const blocked = building ? this.configuration.blocked() : new Set();
    const enabled = building ? this.configuration.enabled() : new Set();
    const configuration = this.current(state);
    const marked = state && state.kind === 'insert' ? new Set()
      : configuration.marking();
    const tokens = netClasses(this.data.events, marked, enabled);
    const classes = eventClasses({state, around, focus, enabled, blocked,
      members: new Set(state ? state.c : this.configuration.order),
      hits: new Set(this.hits || [])});

    this.netView.paint(tokens);
    this.view.paint((node) =>
      node.event === undefined ? tokens(node) : classes(node.event));
    $('eventText').textContent = focus === null
      ? 'Point at an event, or click one.' : eventText(this.prefix, focus);
    $('eventText').classList.toggle('hint', focus === null);
    $('eventPart').classList.toggle('hint', !state && !around && !building);
    this.tellLegend(legendOf({state, around, building}));
    $('stepText').textContent = stepText(this.prefix, this.step, state);
    this.tellConfiguration(configuration.run(), marked, state);
  }

  tellLegend(entries) {
    $('legend').replaceChildren(...entries.map(([name, text]) => {
      const item = document.createElement('li');

      item.className = name;
      item.textContent = text;
      return item;
    }));
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

  tellConfiguration(run, marked, state) {
    $('run').textContent = state ? '' : run.join(' ');
    $('undo').disabled = $('clear').disabled = !run.length;
    $('copy').disabled = $('copyScn').disabled = !run.length || state !== null;
    $('marking').textContent = placeNames(this.data.net,
      [...marked].sort((a, b) => a - b));
  }
}

const page = new Page(JSON.parse($('data').textContent));
