/*
 * Parts that change, put in place without loading the page again: it is asked for its newest state every few seconds, and after
 * a form was sent. A part is replaced where the server says something else than before, and never while something is typed there.
 */
(() => {
  'use strict';
  const EVERY = 5000;
  const SOON = 1500;
  /** What the server said of each part, by its id. */
  const said = new Map();
  let isAsking = false;
  /** Between press and release nothing is replaced: the click would be lost. */
  let isPressed = false;

  function parts(within) {
    return [...within.querySelectorAll('[data-fresh][id]')];
  }

  function remember(within) {
    for (const part of parts(within)) said.set(part.id, part.innerHTML);
  }

  function isTypedIn(part) {
    const focus = document.activeElement;
    if (!part.contains(focus) || focus === null) return false;
    return focus.matches('input:not([type=checkbox]), textarea, select') && focus.value !== '';
  }

  /** The words of one that has no id; of the others they may change. */
  function nameOfFold(summary) {
    return summary.parentElement.id || summary.textContent;
  }

  /** What a person did to a part that the server does not know. */
  function stateOf(part) {
    const focus = document.activeElement;
    return {
      open: new Set([...part.querySelectorAll('details[open] > summary')].map(nameOfFold)),
      checked: new Set([...part.querySelectorAll('input:checked')].map((one) => one.value)),
      beside: part.querySelector('#beside')?.cloneNode(true) ?? null,
      scrolled: part.querySelector('#beside')?.scrollTop ?? 0,
      focus: part.contains(focus) ? focus.id || focus.getAttribute('href') : null,
    };
  }

  function restore(part, { open, checked, beside, scrolled, focus }) {
    for (const summary of part.querySelectorAll('details > summary'))
      if (open.has(nameOfFold(summary))) summary.parentElement.open = true;
    for (const box of part.querySelectorAll('input[type=checkbox]'))
      if (checked.has(box.value)) box.checked = true;
    const place = part.querySelector('#beside');
    if (place && beside) {
      place.replaceWith(beside);
      beside.scrollTop = scrolled;
    }
    if (focus) {
      const same = [...part.querySelectorAll('a, button, input, summary')].find(
        (one) => one.id === focus || one.getAttribute('href') === focus,
      );
      same?.focus({ preventScroll: true });
    }
  }

  function take(page) {
    if (isPressed) return;
    for (const next of parts(page)) {
      const part = document.getElementById(next.id);
      if (!part || said.get(next.id) === next.innerHTML || isTypedIn(part)) continue;
      said.set(next.id, next.innerHTML);
      const state = stateOf(part);
      part.innerHTML = next.innerHTML;
      restore(part, state);
      document.dispatchEvent(new CustomEvent('placed', { detail: part }));
    }
  }

  async function ask() {
    if (isAsking || document.hidden) return;
    isAsking = true;
    try {
      const answer = await fetch(location.href, { headers: { 'x-fresh': '1' } });
      if (answer.ok && !answer.redirected) take(parse(await answer.text()));
    } catch {
      // The daemon is away for a moment: the next time.
    }
    isAsking = false;
  }

  document.addEventListener('pointerdown', () => {
    isPressed = true;
  });
  for (const name of ['pointerup', 'pointercancel'])
    document.addEventListener(name, () => {
      isPressed = false;
    });

  function parse(text) {
    return new DOMParser().parseFromString(text, 'text/html');
  }

  function later() {
    const isSoon = document.querySelector('main')?.textContent.includes('still being looked at');
    setTimeout(() => void ask().then(later), isSoon ? SOON : EVERY);
  }

  /* Forms that lead back to this page: only what it shows now is put in place. */
  async function send(form, button) {
    if (form.getAttribute('aria-busy') === 'true') return;
    form.setAttribute('aria-busy', 'true');
    const body = new URLSearchParams(new FormData(form));
    if (button?.name) body.append(button.name, button.value);
    try {
      const answer = await fetch(form.action, { method: 'POST', body });
      const page = parse(await answer.text());
      const main = page.getElementById('main');
      if (!main) throw new Error('not a page');
      if (answer.redirected && new URL(answer.url).pathname !== location.pathname)
        history.pushState(null, '', answer.url);
      const here = document.getElementById('main');
      here.innerHTML = main.innerHTML;
      const places = page.getElementById('places');
      if (places) document.getElementById('places').innerHTML = places.innerHTML;
      remember(document);
      document.dispatchEvent(new CustomEvent('placed', { detail: here }));
      document.dispatchEvent(new CustomEvent('sent'));
    } catch {
      location.reload();
    }
  }

  document.addEventListener('submit', (event) => {
    const form = event.target;
    const button = event.submitter;
    const words = button?.dataset.confirm;
    if (words && !confirm(words)) {
      event.preventDefault();
      return;
    }
    if (event.defaultPrevented || !form.classList.contains('in-place')) return;
    event.preventDefault();
    const needed = button && form.querySelector(`[data-needed="${CSS.escape(button.value)}"]`);
    if (needed && needed.value.trim() === '') {
      needed.setAttribute('aria-invalid', 'true');
      needed.placeholder = 'Say why: later runs read it';
      needed.focus();
      return;
    }
    void send(form, button);
  });
  addEventListener('popstate', () => location.reload());

  document.addEventListener('DOMContentLoaded', () => {
    remember(document);
    if (document.querySelector('main [data-fresh]')) later();
  });
  document.addEventListener('stale', () => void ask());
  document.addEventListener('visibilitychange', () => void ask());
})();
