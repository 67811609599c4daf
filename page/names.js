'use strict';

/* Names as a drawing shows them: in two lines where they are long, and without
 * a part where they are very long.  Letters are code points. */

const LINE = 16;            // letters of a line

/* A line of a name with so many letters has at most so many. */
function lineLength(n) {
  return n <= LINE ? n : Math.min(LINE, Math.ceil(n / 2) + 3);
}

/* A name in one line or two, which end between words where they can. */
function linesOf(name) {
  const letters = [...name];
  const n = letters.length;

  if (n <= LINE) {
    return [name];
  }
  let end = Math.ceil(n / 2);
  let least = Infinity;

  for (let i = n - lineLength(n); i <= lineLength(n); i++) {
    if (Math.abs(i - n / 2) < least && /[\s._:;,/-]/.test(letters[i - 1])) {
      least = Math.abs(i - n / 2);
      end = i;
    }
  }
  return [letters.slice(0, end).join(''), letters.slice(end).join('')];
}

/* Without its middle. */
function withoutMiddle(letters) {
  return [...letters.slice(0, LINE - 1), '\u2026', ...letters.slice(-LINE)]
    .join('');
}

/* The beginning, and so many letters around each of these. */
function partsOf(letters, points, radius) {
  return letters.map((letter, i) => i <= radius || points.some((at) =>
    Math.abs(at - i) <= radius) ? letter : '\u2026').filter((letter, i, all) =>
    letter !== '\u2026' || all[i - 1] !== '\u2026');
}

/* As much around these letters as two lines have room for; the last ones, where
 * they are too many. */
function withLetters(letters, points) {
  let wanted = points;
  let radius = 0;

  while (partsOf(letters, wanted, 0).length > 2 * LINE) {
    wanted = wanted.slice(1);
  }
  while (partsOf(letters, wanted, radius + 1).length <= 2 * LINE) {
    radius++;
  }
  return partsOf(letters, wanted, radius).join('');
}

function commonLength(a, b) {
  let n = 0;

  while (n < a.length && a[n] === b[n]) {
    n++;
  }
  return n;
}

/* Where each name differs first from one of those before it: by the lengths
 * that neighbours have in common, in their order. */
function branches(common) {
  const stack = [];

  return [[], ...common.map((n) => {
    while (stack.length && stack[stack.length - 1] >= n) {
      stack.pop();
    }
    stack.push(n);
    return [...stack];
  })];
}

/* Map from the names that do not fit into two lines to what is shown: without
 * their middle, or where others are the same then, what tells these apart. */
function shortNames(names) {
  const shown = new Map();
  const users = new Map();   // how many have this without their middle
  const long = [...new Set(names)].sort().map((name) => [...name])
    .filter((letters) => letters.length > 2 * LINE);

  long.map(withoutMiddle).forEach((short) =>
    users.set(short, (users.get(short) || 0) + 1));
  const alike = long.filter((letters) => users.get(withoutMiddle(letters)) > 1);
  const common = alike.slice(1).map((letters, i) =>
    commonLength(alike[i], letters));
  const before = branches(common);
  const after = branches([...common].reverse()).reverse();

  long.forEach((letters) =>
    shown.set(letters.join(''), withoutMiddle(letters)));
  alike.forEach((letters, i) => shown.set(letters.join(''), withLetters(letters,
    [...new Set([...before[i], ...after[i]])].sort((a, b) => a - b))));
  return shown;
}
