'use strict';

/* The sentences of the panels, and the buttons for what can come next. */

const MOST_NEXT = 12;       // events that are offered

/* about: the event, or null; around: how the others stand to it. */
function tellEvent(prefix, about, around) {
  tell($('eventText'), about === null
    ? ['Point at an ', ['event', 'event'], ', or click one.']
    : eventSentence(prefix, about, around));
}

/* marked: the places after the configuration; state: of the exploration that is
 * replayed, or null. */
function tellRun(prefix, {configuration, enabled, blocked, marked, state}) {
  const run = configuration.run();

  tell($('runText'), runSentence(prefix, configuration, enabled, blocked));
  tell($('marking'), [['Tokens', 'marking'], ' on ' + (placeNames(prefix.net,
    [...marked].sort((a, b) => a - b)) || 'no place')]);
  $('run').textContent = state ? '' : run.join(' ');
  $('undo').disabled = $('clear').disabled = !run.length;
  $('copy').disabled = $('copyScn').disabled = !run.length || state !== null;
}

/* Buttons that add these events; who pressed one is at the first one
 * afterwards. */
function tellNext(prefix, events, add) {
  const next = $('next');

  if (next.told === String(events)) {
    return;
  }
  const focused = next.contains(document.activeElement);

  next.told = String(events);
  next.replaceChildren(...events.slice(0, MOST_NEXT).map((e) => {
    const name = prefix.label(e);
    const button = element('button', `${prefix.short(name)} e${e}`,
      {type: 'button', title: name});

    button.addEventListener('click', () => add(e));
    return button;
  }), events.length > MOST_NEXT ? `and ${events.length - MOST_NEXT} more` : '');
  if (focused) {
    (next.querySelector('button') || $('undo')).focus();
  }
}
