'use strict';

/* The run of a question about all that goes on for ever, a row a marking: what
 * fired before it, and whether the formula and its conditions hold there. */

const MOST_TRACED = 500;   // rows

class Trace {
  /* goTo(k) shows the marking after k steps. */
  constructor(table, goTo) {
    this.table = table;
    this.goTo = goTo;
  }

  /* Hidden for a question without such a run. */
  fill(question) {
    this.table.hidden = !question || question.loop === undefined;
    this.table.replaceChildren();
    if (!this.table.hidden) {
      this.fillRows(question);
    }
  }

  fillRows(question) {
    const {run, loop, truth, conditions} = question;
    const title = this.table.insertRow();

    title.append(...['', 'formula',
      ...conditions.map(({condition}) => condition), 'step'].map((text) =>
      element('th', text, {scope: 'col', title: text})));
    for (let k = 0; k <= Math.min(run.length, MOST_TRACED); k++) {
      const row = this.table.insertRow();

      row.classList.toggle('repeats', k > loop);
      row.append(...[k, sign(truth[k]),
        ...conditions.map(({holds}) => sign(holds[k])),
        k ? run[k - 1] : 'the beginning'].map((text) =>
        element('td', text, {title: text})));
      row.addEventListener('click', () => this.goTo(k));
    }
    this.table.insertRow().append(element('td', loopText(question),
      {colspan: 3 + conditions.length, class: 'soft'}));
  }

  /* The row of the marking after so many steps. */
  mark(position) {
    [...this.table.rows].forEach((row, i) =>
      row.classList.toggle('chosen', i === position + 1));
  }
}

function sign(holds) {
  return holds ? '\u2713' : '\u2013';
}

function loopText({run, loop}) {
  return loop < run.length
    ? `\u21bb after step ${run.length} as after step ${loop}: for ever`
    : 'a deadlock: the marking stays for ever';
}
