'use strict';

/* A button that goes on step by step by itself, until it is pressed again or
 * there are no more steps. */

const STEP_TIME = 700;       // milliseconds
const LEAST_STEP_TIME = 60;
const PLAY_TIME = 30000;     // of all steps, where they are many

class Player {
  /* next(first) makes a step; it is true if there are more. */
  constructor(button, steps, next) {
    this.button = button;
    this.next = next;
    this.time = Math.max(LEAST_STEP_TIME, Math.min(STEP_TIME,
      PLAY_TIME / Math.max(1, steps)));
    this.timer = null;
    this.stop();
    button.addEventListener('click', () =>
      this.timer === null ? this.play() : this.stop());
  }

  play() {
    this.show('\u275a\u275a', 'Stop');
    this.timer = setInterval(() => this.advance(), this.time);
    this.advance(true);
  }

  /* What is done meanwhile by other means ends it: halt(). */
  advance(first = false) {
    this.advancing = true;
    const more = this.next(first);

    this.advancing = false;
    if (!more) {
      this.stop();
    }
  }

  halt() {
    if (!this.advancing && this.timer !== null) {
      this.stop();
    }
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.show('\u25b6', 'Play');
  }

  show(sign, name) {
    this.button.textContent = sign;
    this.button.setAttribute('aria-label', name);
    this.button.title = name;
  }
}
