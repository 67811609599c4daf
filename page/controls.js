'use strict';

/* What each control and each key of the page does. */

function connectControls(page) {
  const listen = (kind) => (actions) =>
    Object.entries(actions).forEach(([id, action]) =>
      $(id).addEventListener(kind, action));
  const {view, netView} = page;
  const run = () => page.configuration.run();

  listen('change')({
    view: () => page.redraw(),
    part: () => page.redraw(),
    companions: () => page.redraw(),
    build: () => page.repaint(),
    question: () => page.changeQuestion(),
  });
  listen('input')({
    search: () => page.search(),
    step: () => page.replay(Number($('step').value)),
  });
  listen('click')({
    maximalBack: () => page.toMaximal(-1),
    maximalForward: () => page.toMaximal(1),
    fold: () => page.hide(page.prefix.future(page.chosen)),
    foldConcurrent: () =>
      page.hide(page.prefix.around(page.chosen).concurrent),
    unfold: () => page.unhide(),
    larger: () => view.zoom(1 / 1.25),
    smaller: () => view.zoom(1.25),
    fit: () => view.fit(),
    netLarger: () => netView.zoom(1 / 1.25),
    netSmaller: () => netView.zoom(1.25),
    netFit: () => netView.fit(),
    theme: () =>
      setTheme(!document.documentElement.classList.contains('dark')),
    undo: () => page.change(() => page.configuration.undo()),
    clear: () => page.change(() => page.setEvents([])),
    copy: () => copyText(run().join(' ')),
    copyScn: () => copyText(run().map(quoted).join('\n') + '\n'),
    first: () => page.goTo(0),
    back: () => page.goTo(page.position - 1),
    forward: () => page.goTo(page.position + 1),
    last: () => page.goTo(Infinity),
  });
  $('search').addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      page.search(true);
    }
  });
  document.addEventListener('keydown', (event) => pressKey(page, event));
  [view, netView].forEach((each) => {
    addEventListener('beforeprint', () => each.print());
    addEventListener('afterprint', () => each.unprint());
  });
  setTheme(matchMedia('(prefers-color-scheme: dark)').matches);
}

function pressKey(page, event) {
  const keys = {
    ArrowLeft: () => page.stepBy(-1), ArrowRight: () => page.stepBy(1),
    ArrowUp: () => page.walk(page.prefix.causes),
    ArrowDown: () => page.walk(page.prefix.effects),
    '/': () => page.find(), u: () => $('undo').click(),
    b: () => $('build').click(), '+': () => $('larger').click(),
    '-': () => $('smaller').click(), 0: () => $('fit').click(),
    p: () => page.playButton().click(), '?': () => $('helpButton').click(),
    Escape: () => page.change(() => page.choose(null)),
  };
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);

  if (keys[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey &&
      (!typing || event.key === 'Escape') && !$('help').open) {
    event.preventDefault();
    keys[event.key]();
  }
}

function setTheme(dark) {
  document.documentElement.classList.toggle('dark', dark);
  $('theme').textContent = dark ? 'Light' : 'Dark';
}

function copyText(text) {
  const area = element('textarea');

  area.value = text;
  document.body.append(area);
  area.select();
  $('copied').textContent = document.execCommand('copy') ? 'copied'
    : 'not copied';
  area.remove();
}
