/*
 * Keys, pieces that are fetched when they come into sight, live parts, light and dark. The page works without it: links are
 * links and forms are forms.
 */
(() => {
  'use strict';
  const root = document.documentElement;
  root.classList.add('scripted');
  const THEME = 'roundsman-theme';

  function stored(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }
  const theme = stored(THEME);
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;

  function toggleTheme() {
    const isDark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    try {
      localStorage.setItem(THEME, root.dataset.theme);
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
  }

  /* Rows: j and k walk along them, Enter opens the first link. */
  let here = -1;
  function rows() {
    return [...document.querySelectorAll('main [data-row]')].filter(
      (row) => row.closest('.folded') !== null || row.offsetParent !== null,
    );
  }
  /** What is folded is walked through as well: it opens where the walk comes to it. */
  function unfold(row) {
    for (let fold = row.closest('details'); fold; fold = fold.parentElement.closest('details'))
      fold.open = true;
  }
  function walk(by) {
    const all = rows();
    if (all.length === 0) return;
    // Rows may have been put in place anew, or chosen by a click.
    const marked = all.findIndex((row) => row.classList.contains('here'));
    if (marked >= 0) here = marked;
    for (const row of all) row.classList.remove('here');
    here = Math.max(0, Math.min(all.length - 1, here + by));
    const row = all[here];
    unfold(row);
    row.classList.add('here');
    row.scrollIntoView({ block: 'nearest' });
    const link = row.querySelector('a, summary');
    if (link) link.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent('walked', { detail: row }));
  }
  function current() {
    return rows()[here] ?? null;
  }

  function isTyping(target) {
    return (
      target instanceof Element &&
      target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
    );
  }

  let went = 0;
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (isTyping(event.target)) {
      if (key === 'Escape') event.target.blur();
      return;
    }
    if (document.querySelector('dialog[open]')) return;
    if (went > Date.now() - 1500) {
      went = 0;
      const place = document.querySelector(`[data-go="${CSS.escape(key)}"]`);
      if (place) {
        event.preventDefault();
        place.click();
        return;
      }
    }
    if (key === 'g') went = Date.now();
    else if (key === 'j') walk(1);
    else if (key === 'k') walk(-1);
    else if (key === '?') help();
    else if (key === '/') {
      event.preventDefault();
      const field = document.querySelector('[data-search]');
      if (field) field.focus();
      else location.assign('/search');
    } else if (key.length === 1) press(key, event);
  }
  /** A button of the row, else the only one of the page that has that key. */
  function press(key, event) {
    const wanted = `[data-key="${CSS.escape(key)}"]`;
    const inRow = current()?.querySelector(wanted);
    const all = [...document.querySelectorAll(`main ${wanted}`)];
    const button = inRow ?? (all.length === 1 ? all[0] : null);
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  }

  function help() {
    const dialog = document.getElementById('help');
    if (!dialog || dialog.open) return;
    const list = dialog.querySelector('.keys');
    for (const line of list.querySelectorAll('[data-needs]'))
      line.hidden = document.querySelector(line.dataset.needs) === null;
    for (const line of list.querySelectorAll('[data-button]')) line.remove();
    list.prepend(...buttonLines());
    dialog.showModal();
  }
  /** Of the buttons of this page that have a key, each key once: of rows there are many. */
  function buttonLines() {
    const lines = new Map();
    for (const button of document.querySelectorAll('main :is(a, button, summary)[data-key]')) {
      const { key } = button.dataset;
      if (lines.has(key) || button.offsetParent === null) continue;
      const line = document.createElement('div');
      const [term, words] = ['dt', 'dd'].map((name) =>
        line.appendChild(document.createElement(name)),
      );
      term.appendChild(document.createElement('kbd')).textContent = key;
      const label = button.cloneNode(true);
      for (const hint of label.querySelectorAll('kbd')) hint.remove();
      words.textContent = label.textContent.trim();
      line.dataset.button = '';
      lines.set(key, line);
    }
    return lines.values();
  }

  /* Pieces */
  async function load(holder) {
    if (holder.dataset.loaded) return;
    holder.dataset.loaded = 'yes';
    holder.setAttribute('aria-busy', 'true');
    try {
      const answer = await fetch(holder.dataset.load, { headers: { 'x-piece': '1' } });
      holder.innerHTML = await answer.text();
      // Of a log the end tells most.
      if (holder.dataset.load.endsWith('/log'))
        for (const log of holder.querySelectorAll('pre')) log.scrollTop = log.scrollHeight;
    } catch {
      holder.dataset.loaded = '';
      holder.textContent = 'It could not be loaded. Open it again to try once more.';
    }
    holder.removeAttribute('aria-busy');
    prepare(holder);
  }
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        sight.unobserve(target);
        void load(target);
      }
    },
    { rootMargin: '400px' },
  );

  /* Live parts */
  function follow(holder) {
    const source = new EventSource(holder.dataset.live);
    source.addEventListener('put', (event) => put(JSON.parse(event.data)));
    source.addEventListener('end', (event) => {
      source.close();
      if (JSON.parse(event.data).reload) document.dispatchEvent(new CustomEvent('stale'));
    });
    addEventListener('beforeunload', () => source.close(), { once: true });
  }
  function put({ target, how, html }) {
    const element = document.getElementById(target);
    if (!element) return;
    if (how === 'replace') element.innerHTML = html;
    else append(element, html);
    if (element.scrollHeight > element.clientHeight) element.scrollTop = element.scrollHeight;
    prepare(element);
  }
  const MOST_PIECES = 2000;
  function append(element, html) {
    const template = document.createElement('template');
    template.innerHTML = html;
    const key = template.content.firstElementChild?.dataset.key;
    const same = key && element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (same) same.replaceWith(template.content);
    else element.append(template.content);
    while (element.childNodes.length > MOST_PIECES) element.firstChild.remove();
  }

  function prepare(within) {
    for (const holder of within.querySelectorAll('[data-load]')) {
      if (holder.hasAttribute('data-now')) void load(holder);
      else sight.observe(holder);
    }
    for (const holder of within.querySelectorAll('[data-live]')) follow(holder);
  }

  function onSubmit(event) {
    const form = event.target;
    const words = form.dataset.confirm;
    if (words && !confirm(words)) {
      event.preventDefault();
      return;
    }
    if (form.method !== 'post') return;
    // Once is enough.
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'yes';
    setTimeout(() => delete form.dataset.sent, 3000);
  }

  function onClick(event) {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('[data-theme-toggle]')) toggleTheme();
    if (event.target.closest('[data-help]')) help();
  }

  document.addEventListener('placed', (event) => prepare(event.detail));
  document.addEventListener('DOMContentLoaded', () => {
    document.addEventListener('keydown', onKey);
    document.addEventListener('click', onClick);
    document.addEventListener('submit', onSubmit);
    const opened =
      location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (opened) opened.querySelector('details')?.setAttribute('open', '');
    if (document.querySelector('.opened')) document.querySelector('.opened details').open = true;
    prepare(document);
  });
})();
