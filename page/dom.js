'use strict';

/* Elements of the page.  Texts from the net become text, never markup. */

const $ = (id) => document.getElementById(id);

function element(name, text = '', attributes = {}) {
  const made = document.createElement(name);

  made.textContent = text;
  Object.entries(attributes).forEach(([key, value]) =>
    made.setAttribute(key, value));
  return made;
}

/* Fills an element with a sentence: strings, and [text, key of THEORY] for
 * what the theory explains.  The same sentence stays, and with it the focus. */
function tell(target, parts) {
  const key = JSON.stringify(parts);

  if (target.told !== key) {
    target.told = key;
    target.replaceChildren(...parts.map((part) =>
      Array.isArray(part) ? term(...part) : part));
  }
}

/* Fills a legend with entries [class, text, key of THEORY]. */
function tellLegend(list, entries) {
  const key = String(entries);

  if (list.told !== key) {
    list.told = key;
    list.hidden = !entries.length;
    list.replaceChildren(...entries.map(([name, ...word]) => {
      const item = element('li', '', {class: name});

      item.append(term(...word));
      return item;
    }));
  }
}
