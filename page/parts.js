'use strict';

/* Which events are drawn of a prefix that is too large to be drawn at once.
 * Each function gives a set of events. */

const MOST_SHOWN = 1500;   // events that are drawn at once
const MOST_LEVELS = 300;   // of them, when only a part is

/* Adds what next has for the waiting events, nearest first, up to a number of
 * events. */
function grow(found, waiting, next, most) {
  for (let i = 0; i < waiting.length && found.size < most; i++) {
    next[waiting[i]].forEach((e) => {
      if (!found.has(e) && found.size < most) {
        found.add(e);
        waiting.push(e);
      }
    });
  }
  return found;
}

function firstLevels(prefix) {
  return grow(new Set([BOTTOM]), [BOTTOM], prefix.effects, MOST_LEVELS);
}

function allEvents(prefix) {
  return prefix.size > MOST_SHOWN ? firstLevels(prefix)
    : new Set(prefix.causes.keys());
}

/* An event, its nearest causes and effects, and immediate conflicts. */
function neighbourhood(prefix, e) {
  const found = grow(new Set([e]), [e], prefix.causes, MOST_LEVELS / 2);

  grow(found, [e], prefix.effects, found.size + MOST_LEVELS / 4);
  prefix.rivals[e].slice(0, MOST_LEVELS / 4).forEach((x) => found.add(x));
  return found;
}

/* The past of a goal: the events of the run that reaches it, or null. */
function pastOfGoal(events) {
  return new Set([BOTTOM, ...(events || []).slice(0, MOST_SHOWN)]);
}
