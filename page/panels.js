'use strict';

/* The two halves of the page and what divides them, and the panels, which are
 * drawers where the window is small: one is open at a time, or none. */

const LEAST_SHARE = 15;   // of the drawing, in percent
const SHARE_STEP = 5;     // of a key

class Splitter {
  /* The bar between the two halves of main. */
  constructor(bar, main) {
    this.bar = bar;
    this.main = main;
    bar.addEventListener('pointerdown', (event) => {
      bar.setPointerCapture(event.pointerId);
      bar.focus();
      event.preventDefault();
    });
    bar.addEventListener('pointermove', (event) => {
      if (bar.hasPointerCapture(event.pointerId)) {
        this.follow(event);
      }
    });
    bar.addEventListener('dblclick', () => this.set(50));
    bar.addEventListener('keydown', (event) => this.press(event));
    new ResizeObserver(() => this.tell()).observe(main);
    this.set(50);
  }

  /* Are the halves below each other? */
  isFlat() {
    return this.bar.offsetWidth > this.bar.offsetHeight;
  }

  set(share) {
    this.share = Math.max(LEAST_SHARE, Math.min(share, 100 - LEAST_SHARE));
    this.main.style.setProperty('--share', `${this.share}%`);
    this.tell();
  }

  tell() {
    this.bar.setAttribute('aria-valuenow', Math.round(this.share));
    this.bar.setAttribute('aria-orientation',
      this.isFlat() ? 'horizontal' : 'vertical');
  }

  /* The shares begin where the drawing does. */
  follow(event) {
    const {left, top} = $('canvas').getBoundingClientRect();
    const {right, bottom} = $('side').getBoundingClientRect();

    this.set(100 * (this.isFlat() ? (event.clientY - top) / (bottom - top)
      : (event.clientX - left) / (right - left)));
  }

  press(event) {
    const to = {ArrowLeft: this.share - SHARE_STEP,
      ArrowUp: this.share - SHARE_STEP, ArrowRight: this.share + SHARE_STEP,
      ArrowDown: this.share + SHARE_STEP, Home: LEAST_SHARE,
      End: 100 - LEAST_SHARE}[event.key];

    if (to !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      this.set(to);
    }
  }
}

class Drawers {
  /* The buttons name the panels that they open. */
  constructor(buttons) {
    this.buttons = [...buttons];
    this.buttons.forEach((button) => button.addEventListener('click', () =>
      this.open(this.isOpen(button) ? '' : button.dataset.panel)));
  }

  isOpen(button) {
    return button.getAttribute('aria-expanded') === 'true';
  }

  /* The panel with this id; '': none. */
  open(id) {
    document.body.classList.toggle('drawn', id !== '');
    this.buttons.forEach((button) => {
      const {panel} = button.dataset;

      button.setAttribute('aria-expanded', panel === id);
      $(panel).classList.toggle('open', panel === id);
    });
  }
}
