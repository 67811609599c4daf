'use strict';

/* Pointers over a view: one moves it, two zoom it, and so does the wheel; a
 * click picks a node. */

const STEADY = 4;   // pixels: a pointer that moved less has clicked

class Gestures {
  /* picked(node or null) is called at a click, passed(node or null) when the
   * pointer comes over a node. */
  constructor(view, picked, passed) {
    const {svg} = view;
    const listen = (kind, action) => svg.addEventListener(kind, action,
      {passive: false});

    this.view = view;
    this.pointers = new Map();   // those that press, where they are
    this.way = 0;                // that they have moved
    listen('pointerdown', (event) => this.press(event));
    listen('pointermove', (event) => {
      if (event.buttons && this.pointers.has(event.pointerId)) {
        this.move(event);
      } else {
        this.pointers.delete(event.pointerId);
        passed(view.nodeOf(event.target));
      }
    });
    ['pointerup', 'pointercancel'].forEach((kind) =>
      listen(kind, (event) => this.pointers.delete(event.pointerId)));
    listen('pointerleave', () => passed(null));
    listen('click', (event) => {
      if (this.way <= STEADY) {
        picked(view.nodeOf(event.target));
      }
    });
    listen('wheel', (event) => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15,
        {x: event.clientX, y: event.clientY});
    });
  }

  press(event) {
    if (!this.pointers.size) {
      this.way = 0;
    }
    this.pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
  }

  move(event) {
    const before = this.hand();

    this.pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    const after = this.hand();

    this.way += Math.abs(after.x - before.x) + Math.abs(after.y - before.y) +
      Math.abs(after.spread - before.spread);
    this.view.shift(before.x - after.x, before.y - after.y);
    if (after.spread && before.spread) {
      this.zoom(before.spread / after.spread, after);
    }
    if (this.way > STEADY) {
      // The drag goes on outside, and its end is no click on a node.
      this.view.svg.setPointerCapture(event.pointerId);
    }
  }

  /* The middle of the pointers, and how far they are from it. */
  hand() {
    const points = [...this.pointers.values()];
    const x = mean(points.map((point) => point.x));
    const y = mean(points.map((point) => point.y));

    return {x, y, spread: mean(points.map((point) =>
      Math.hypot(point.x - x, point.y - y)))};
  }

  zoom(factor, {x, y}) {
    const {left, top, width, height} = this.view.svg.getBoundingClientRect();

    this.view.zoom(factor, (x - left) / width, (y - top) / height);
  }
}
