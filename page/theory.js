'use strict';

/* What the words of the page mean.  They are explained where the pointer comes
 * over them, where they have the focus, and at a tap; all together in the
 * help. */

const THEORY = {
  event: 'An event is one occurrence of a transition, together with all that ' +
    'had to happen before it. A transition that can occur in several ways ' +
    'has several events.',
  condition: 'A condition is one token on a place, at one time: an event ' +
    'makes it, and another one takes it.',
  past: 'The past of an event: its causes, and theirs. They happen before it ' +
    'in every run.',
  future: 'What follows an event has it in its past.',
  conflict: 'Two events are in conflict if no run has both of them. The ' +
    'conflict is immediate where they themselves compete for a token; it is ' +
    'inherited where events of their pasts do.',
  concurrent: 'Two events are concurrent if they are neither in conflict nor ' +
    'ordered: a run may have them in either order, or at the same time.',
  configuration: 'A configuration is what a run is without its order: a set ' +
    'of events that has the causes of each and no two in conflict.',
  maximal: 'A configuration is maximal if no event can be added.',
  cutoff: 'A cutoff is an event whose past ends with a marking that a ' +
    'smaller configuration has reached, too. What follows would only be ' +
    'repeated, so the prefix stops here.',
  marking: 'The marking is where the tokens are.',
  enabled: 'A transition is enabled if all places that it takes from or ' +
    'reads have a token. Then it can fire.',
  read: 'A line without an arrow reads a place: there must be a token, and ' +
    'it stays there.',
  explored: 'C is the configuration that the exploration is at.',
  disabled: 'D are the events that are not added below C: what they lead to ' +
    'has been explored before.',
  alternative: 'A are the events of an alternative: they make the events of ' +
    'D impossible, and so lead to new configurations.',
  merged: 'The merged process is the prefix with conditions that are the ' +
    'same occurrence of a place put together.',
};

function term(text, key) {
  return element('span', text, {class: 'term', tabindex: '0',
    'data-theory': key, 'aria-describedby': 'theory'});
}

/* Shows what the words mean in the element tip. */
class Theory {
  constructor(tip) {
    const wordOf = (event) => event.target.closest &&
      event.target.closest('.term');

    this.tip = tip;
    ['pointerover', 'focusin', 'click'].forEach((kind) =>
      document.addEventListener(kind, (event) => this.show(wordOf(event))));
    document.addEventListener('focusout', () => this.show(null));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        this.show(null);
      }
    });
  }

  show(word) {
    const {tip} = this;

    tip.hidden = !word;
    if (word) {
      tip.textContent = THEORY[word.dataset.theory];
      placeBeside(tip, word.getBoundingClientRect());
    }
  }
}

/* Below a rectangle, or above it, and within the window. */
function placeBeside(box, rect) {
  const {width, height} = box.getBoundingClientRect();
  const below = rect.bottom + 6;
  const top = below + height <= innerHeight ? below : rect.top - height - 6;

  box.style.left = `${Math.max(8, Math.min(rect.left,
    innerWidth - width - 8))}px`;
  box.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
}
