'use strict';

/* The page: what is chosen, what is shown, and what follows from it. */

const MOST_TICKS = 200;     // of the slider
const MOST_POINTED = 20000; // in a larger prefix only clicks choose events
const MOST_PLAYED = 500;    // steps of the exploration that are played
const ROOMY = 700;          // pixels: so high a window opens with a drawer

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
      least: 0.8, legible: 0.8,
    });
    this.list = new EventList($('list'), (e) => this.goToEvent(e),
      (e) => this.add(e));
    this.drawers = new Drawers(document.querySelectorAll('#drawers button'));
    this.drawers.open(innerHeight >= ROOMY ? 'netPart' : '');
    new Splitter($('splitter'), document.querySelector('main'));
    new Theory($('theory'));
    new Help(this.drawers);
    this.trace = new Trace($('trace'), (position) => this.goTo(position));
    this.players = [
      new Player($('play'), data.steps.length, (first) => this.playStep(first)),
      new Player($('playRun'), 1, (first) => this.playRun(first)),
    ];
    this.describe();
    connectControls(this);
    this.netView.draw(this.graphOf('net'));
    $('view').value = data.merged.from_prefix ? 'structure' : 'merged';
    $('part').value = this.prefix.size > MOST_SHOWN ? 'levels' : 'all';
    this.redraw();
  }

  /* What stands on the page once. */
  describe() {
    const {data} = this;
    const passes = stepsOf(data.steps, 'pass').slice(0, MOST_TICKS);

    document.title = data.net.name || 'Unfolding';
    $('title').textContent = document.title;
    $('summary').textContent = summaryText(this.prefix);
    data.questions.forEach((question, q) => $('question').append(
      new Option(`${question.question}: ${question.verdict}` +
        (question.part ? `, ${question.part}` : ''), q)));
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

  /* ---- which events are drawn ---- */

  shown() {
    const part = $('part').value;
    const events = part === 'levels' ? firstLevels(this.prefix)
      : part === 'around' && this.chosen !== null
        ? neighbourhood(this.prefix, this.chosen)
        : part === 'run' ? pastOfGoal(this.runEvents())
          : allEvents(this.prefix);

    this.removed.forEach((e) => events.delete(e));
    return events;
  }

  hide(events) {
    events.forEach((e) => this.removed.add(e));
    this.redraw();
  }

  unhide() {
    this.removed = new Set();
    this.redraw();
  }

  redraw() {
    const view = $('view').value;
    const whole = view === 'merged' || view === 'net';
    const shown = whole ? new Set() : this.shown();

    $('drawing').toggleAttribute('hidden', view === 'table');
    $('zoom').hidden = view === 'table';
    $('table').hidden = view !== 'table';
    $('unfold').disabled = !this.removed.size;
    if (view === 'table') {
      this.fillTable();
    } else {
      this.view.draw(this.graphOf(view, shown));
    }
    this.drawn = shown;
    this.list.fill(this.prefix, whole ? this.shown() : shown);
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
      : view === 'net' ? netGraph(this.prefix)
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
        : `${n - 1} of ${this.prefix.size - 1} ` +
          `${unitText(this.data.sizes)} are shown; ` +
          '+n counts effects that are not';
  }

  fillTable() {
    $('table').replaceChildren(tableOf(this.prefix, (e) => this.choose(e)));
    if (this.prefix.size > MOST_ROWS + 1) {
      $('table').append(
        `The first ${MOST_ROWS} of ${this.prefix.size - 1} ` +
        `${unitText(this.data.sizes)}.`);
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
      this.add(event);
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
    this.sayEvent();
  }

  point(node) {
    const event = node && node.kind === 'event' && node.event !== BOTTOM
      ? node.event : null;

    if (event !== this.pointed && this.prefix.size <= MOST_POINTED) {
      this.pointed = event;
      this.repaint();
    }
  }

  /* The event that the page tells of: under the pointer, of the step, chosen,
   * or the last one of the run. */
  about(state = this.state()) {
    const {order} = this.configuration;

    return this.pointed !== null ? this.pointed
      : state ? state.event
        : this.chosen !== null || !order.length ? this.chosen
          : order[order.length - 1];
  }

  /* Moves to a cause or an effect of this event. */
  walk(next) {
    const [first] = next[this.about() || BOTTOM].filter((e) => e !== BOTTOM);

    if (first !== undefined) {
      this.goToEvent(first);
    }
  }

  find() {
    if (!$('search').offsetParent) {
      this.drawers.open('tools');
    }
    $('search').focus();
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
    const view = $('view').value;

    if (!this.drawn.has(e) && (view === 'structure' || view === 'occurrence')) {
      this.removed.delete(e);
      $('part').value = 'around';
    }
    this.choose(e);
    this.view.reveal([`e${e}`]);
    this.list.reveal();
  }

  /* ---- configurations and runs ---- */

  change(action) {
    this.players.forEach((player) => player.halt());
    action();
    this.step = null;
    this.repaint();
  }

  setEvents(events) {
    this.configuration = new Configuration(this.prefix);
    events.forEach((e) => this.configuration.add(e));
  }

  /* An event joins the configuration that is looked at, with its causes. */
  add(event) {
    const configuration = this.current();

    if (configuration.add(event)) {
      this.change(() => {
        this.configuration = configuration;
        this.chosen = null;
      });
      this.follow(event);
      this.say(`e${event} ${this.prefix.short(this.prefix.label(event))} ` +
        `joins. ${$('runText').textContent}`);
    } else {
      this.say(`e${event} is in the run, or excluded.`);
    }
  }

  /* A click on a transition of the net fires it. */
  fire(node) {
    if (!node || node.kind !== 'transition') {
      return;
    }
    const t = Number(node.id.slice(1));
    const configuration = this.current();
    const event = [...configuration.enabled()].find((e) =>
      this.data.events.transition[e] === t);

    if (event !== undefined) {
      this.add(event);
    } else {
      this.say(notFiredText(this.prefix, t, configuration));
    }
  }

  question() {
    return this.data.questions[$('question').value || 0];
  }

  /* Of the question, as far as the prefix has its run. */
  runEvents() {
    const question = this.question();

    return question && question.events || [];
  }

  showQuestion() {
    this.position = 0;
    $('verdict').textContent = verdictText(this.question());
    this.trace.fill(this.question());
    ['first', 'back', 'playRun', 'forward', 'last'].forEach((id) => {
      $(id).disabled = !this.runEvents().length;
    });
  }

  changeQuestion() {
    this.showQuestion();
    if ($('part').value === 'run') {
      this.redraw();
    }
  }

  /* The first steps of the run become the configuration. */
  goTo(position) {
    const events = this.runEvents();

    if (events.length) {
      this.position = Math.max(0, Math.min(position, events.length));
      this.trace.mark(this.position);
      this.change(() => {
        this.setEvents(events.slice(0, this.position));
        this.chosen = null;
      });
      this.follow(events[this.position - 1]);
      this.sayEvent();
    }
  }

  stepBy(by) {
    if (this.step !== null || !this.runEvents().length) {
      this.replay((this.step || 0) + by);
    } else {
      this.goTo(this.position + by);
    }
  }

  replay(step) {
    if (!this.data.steps.length) {
      return;
    }
    this.players.forEach((player) => player.halt());
    this.step = Math.max(0, Math.min(step, this.data.steps.length));
    $('step').value = this.step;
    this.repaint();
    this.follow(this.state().event);
    this.sayEvent();
  }

  /* Both are true while there are more steps; at first they begin anew.  A run
   * that goes on for ever does so until it is stopped. */
  playStep(first) {
    const n = this.data.steps.length;
    const stride = Math.ceil(n / MOST_PLAYED);

    this.replay(first && this.step === n ? 0 : (this.step || 0) + stride);
    return this.step < n;
  }

  playRun(first) {
    const n = this.runEvents().length;
    const {loop} = this.question();
    const loops = loop < n;
    const ended = this.position === n;

    this.goTo(!ended ? this.position + 1 : loops ? loop + 1
      : first ? 0 : n);
    return loops || this.position < n;
  }

  /* What the key plays. */
  playButton() {
    return $(this.step !== null || !this.runEvents().length ? 'play'
      : 'playRun');
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

  state() {
    return this.step === null ? null
      : explorationAt(this.data.steps, this.step);
  }

  aroundOf(event) {
    return event === null ? null : this.prefix.around(event);
  }

  /* The configuration that is looked at: that of the replayed step, or the one
   * that is built; the events that an engine inserts are none. */
  current(state = this.state()) {
    return !state || state.kind === 'insert' ? this.configuration
      : new Configuration(this.prefix, state.c.filter((e) => e !== null));
  }

  /* ---- colours and texts ---- */

  repaint() {
    const state = this.state();
    const about = this.about(state);
    const ofChosen = this.aroundOf(state ? null : this.chosen);
    const ofPointed = this.aroundOf(state ? null : this.pointed);
    const around = ofPointed || ofChosen;
    const building = !state &&
      ($('build').checked || this.configuration.order.length > 0);
    const configuration = this.current(state);
    const blocked = configuration.blocked();
    const enabled = configuration.enabled();
    const marked = configuration.marking();
    const tokens = netClasses(this.data.events, marked, enabled);
    const none = new Set();
    const classes = eventClasses({state, around, about,
      enabled: building ? enabled : none, blocked: building ? blocked : none,
      members: new Set(state ? state.c : this.configuration.order),
      hits: new Set(this.hits || [])});

    this.netView.paint(tokens);
    this.view.paint((node) => node.events ? mergedClass(node, classes)
      : node.event === undefined ? tokens(node) : classes(node.event));
    this.list.paint(classes, about, !state ? 'in the run'
      : state.kind === 'insert' ? 'found' : 'in C');
    // What comes with the pointer lies over the drawing: nothing moves.
    tellLegend($('underPointer'), legendOf({around: ofPointed}));
    tellLegend($('legend'), legendOf({state, building, around: ofChosen,
      fork: this.data.events.branch, fates: this.data.events.fate}));
    tellEvent(this.prefix, about, around || this.aroundOf(about));
    tell($('stepText'), stepSentence(this.prefix, this.step, state));
    tellRun(this.prefix, {configuration, enabled, blocked, marked, state});
    tellNext(this.prefix, [...enabled].sort((a, b) => a - b),
      (e) => this.add(e));
  }

  /* Makes this event seen, in the drawing, in the net and in the list. */
  follow(event) {
    if (event === null || event === undefined) {
      return;
    }
    const t = this.data.events.transition[event];
    const {produces} = this.data.net;

    this.view.reveal([`e${event}`]);
    this.netView.reveal([`t${t}`, ...produces[t].map((p) => `p${p}`)]);
    this.list.reveal();
  }

  sayEvent() {
    this.say(this.about() === null ? '' : $('eventText').textContent);
  }

  /* To screen readers, and in small windows below the drawing. */
  say(text) {
    $('live').textContent = text;
  }
}

const page = new Page(JSON.parse($('data').textContent));
