'use strict';

/* Keys, words and a tour of three steps. */

const KEYS = [['\u2190 \u2192', 'step back, step forward'], ['p', 'play, stop'],
  ['\u2191 \u2193', 'to a cause, to an effect of the chosen event'],
  ['Enter', 'in the list: add the chosen event to the run'],
  ['/', 'find'], ['b', 'clicking adds events'], ['u', 'undo'],
  ['+ \u2212 0', 'larger, smaller, all of the drawing'],
  ['Tab', 'next part; arrows move the divider and the list'],
  ['Esc', 'nothing chosen'], ['?', 'this help']];

/* What is pointed at, its panel, and what is said of it. */
const TOUR = [
  ['canvas', '', 'Each box is an event: a transition that occurs once. ' +
    'Arrows lead from causes to effects, dashed lines join events of which a ' +
    'run has only one. Click an event to see how all others stand to it.'],
  ['netPart', 'netPart', 'This is the net with its tokens. Transitions with ' +
    'a thick border can fire: click one. Its event joins the run, and the ' +
    'drawing shows what can come next.'],
  ['runPart', 'runPart', 'The run as a sentence, and what can come next. ' +
    '\u25b6 plays it, and below the drawing the whole exploration; the arrow ' +
    'keys go step by step.'],
];

class Help {
  constructor(drawers) {
    this.drawers = drawers;
    this.dialog = $('help');
    KEYS.forEach(([key, text]) => $('keys').append(
      element('dt', key), element('dd', text)));
    Object.values(THEORY).forEach((text) => $('words').append(
      element('li', text)));
    $('helpButton').addEventListener('click', () => this.dialog.showModal());
    $('helpClose').addEventListener('click', () => this.dialog.close());
    $('tourStart').addEventListener('click', () => {
      this.dialog.close();
      this.go(0);
    });
    $('tourNext').addEventListener('click', () => this.go(this.step + 1));
    $('tourEnd').addEventListener('click', () => this.end());
    $('tour').addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        this.end();
      }
    });
  }

  go(step) {
    this.end();
    if (step >= TOUR.length) {
      return;
    }
    const [id, panel, text] = TOUR[step];

    this.step = step;
    this.drawers.open(panel);
    $(id).classList.add('toured');
    $('tour').hidden = false;
    $('tourText').textContent = text;
    $('tourCount').textContent = `${step + 1} of ${TOUR.length}`;
    $('tourNext').textContent = step + 1 < TOUR.length ? 'Next' : 'Done';
    const rect = $(id).getBoundingClientRect();

    placeBeside($('tour'), {left: rect.left + 16, top: rect.bottom,
      bottom: rect.bottom - $('tour').offsetHeight - 24});
    $('tourNext').focus();
  }

  end() {
    if (!$('tour').hidden) {
      $('tour').hidden = true;
      $(TOUR[this.step][0]).classList.remove('toured');
      $('helpButton').focus();
    }
  }
}
