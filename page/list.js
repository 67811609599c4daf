'use strict';

/* The events as a list, for keys and screen readers, and as a table. */

const MOST_ROWS = 500;     // of each
const STATES = {enabled: 'can come next',
  blocked: 'excluded', past: 'past', future: 'follows',
  immediate: 'conflict', inherited: 'inherited conflict',
  concurrent: 'concurrent', sleeping: 'in D', alternative: 'in A'};

/* A list box that mirrors the drawing.  Its events are in the order of their
 * numbers; Up and Down choose, Enter adds. */
class EventList {
  constructor(box, choose, add) {
    this.box = box;
    this.choose = choose;
    this.add = add;
    this.entries = new Map();
    box.addEventListener('click', (event) => {
      const entry = event.target.closest('[role=option]');

      if (entry) {
        choose(Number(entry.dataset.event));
      }
    });
    box.addEventListener('keydown', (event) => this.press(event));
  }

  fill(prefix, events) {
    const shown = [...events].filter((e) => e !== BOTTOM)
      .sort((a, b) => a - b);

    this.entries = new Map(shown.slice(0, MOST_ROWS).map((e) => {
      const entry = element('li', '',
        {role: 'option', id: `option${e}`, 'data-event': e});

      entry.append(element('span', `e${e} ${prefix.label(e)}`),
        element('span', '', {class: 'soft'}));
      return [e, entry];
    }));
    this.box.replaceChildren(...this.entries.values());
    if (shown.length > MOST_ROWS) {
      this.box.append(element('li', `and ${shown.length - MOST_ROWS} more`,
        {role: 'presentation', class: 'soft'}));
    }
  }

  /* classes: those of an event's box in the drawing; member: what it is to be
   * in the set that is shown. */
  paint(classes, chosen, member) {
    const words = {...STATES, member};

    this.entries.forEach((entry, e) => {
      const names = classes(e).split(' ').filter((name) => name in words);

      entry.className = names.join(' ');
      entry.lastChild.textContent = names.length
        ? ` \u00b7 ${words[names[0]]}` : '';
      entry.setAttribute('aria-selected', e === chosen);
    });
    if (this.entries.has(chosen)) {
      this.box.setAttribute('aria-activedescendant', `option${chosen}`);
    } else {
      this.box.removeAttribute('aria-activedescendant');
    }
    this.chosen = chosen;
  }

  /* Makes the chosen one seen, and moves nothing else. */
  reveal() {
    const entry = this.entries.get(this.chosen);
    const {box} = this;

    if (entry) {
      box.scrollTop = Math.min(entry.offsetTop, Math.max(box.scrollTop,
        entry.offsetTop + entry.offsetHeight - box.clientHeight));
    }
  }

  press(event) {
    const events = [...this.entries.keys()];
    const at = events.indexOf(this.chosen);
    const to = {ArrowDown: Math.min(at + 1, events.length - 1),
      ArrowUp: Math.max(at - 1, 0), Home: 0, End: events.length - 1}[event.key];

    if (to !== undefined && events.length) {
      this.choose(events[to]);
    } else if (event.key === 'Enter' && at >= 0) {
      this.add(this.chosen);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/* The rows of the table; each is one line, and its cells have titles for what
 * is cut off. */
function tableOf(prefix, choose) {
  const table = element('table');

  tableRows(prefix).forEach((cells, i) => {
    const line = table.insertRow();

    cells.forEach((text) => line.append(element(i ? 'td' : 'th', text,
      i ? {title: text} : {scope: 'col'})));
    if (i) {
      line.dataset.event = i;
      line.addEventListener('click', () => choose(i));
    }
  });
  return table;
}
