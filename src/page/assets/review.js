// The diff: keys, lines that are fetched, comments at lines, what was looked at. Without it everything is reached by links.
'use strict';

(() => {
  const LAYOUT = 'roundsman-diff-layout';
  const VIEWED = 'roundsman-viewed:';
  const WIDE = 1000;
  const BETWEEN = 200;

  const stored = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const store = (name, value) => {
    try {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, value);
    } catch {
      // A browser that keeps nothing shows everything as it comes.
    }
  };

  const view = () => document.querySelector('[data-diff]');
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  function keepLayout() {
    const shown = view();
    if (shown === null) return;
    const url = new URL(location.href);
    const wish = stored(LAYOUT);
    if (url.searchParams.has('view') || wish !== 'split' || innerWidth < WIDE) return;
    if (shown.dataset.layout === 'split') return;
    // What is said once would be gone with the page.
    if (document.querySelector('main > .notice') !== null) return;
    url.searchParams.set('view', 'split');
    location.replace(url);
  }

  // Files that were looked at, by their contents: another content is to be looked at again.

  const viewedKey = (file) => VIEWED + file.dataset.key;

  function showViewed(file) {
    const box = file.querySelector('[data-viewed]');
    if (box === null || file.dataset.ready === 'yes') return;
    file.dataset.ready = 'yes';
    box.closest('label').hidden = false;
    box.checked = stored(viewedKey(file)) !== null;
    if (box.checked) setViewed(file, true, false);
  }

  function setViewed(file, viewed, keep) {
    file.classList.toggle('is-viewed', viewed);
    const box = file.querySelector('[data-viewed]');
    if (box !== null) box.checked = viewed;
    const details = file.querySelector('details');
    if (details !== null) details.open = !viewed;
    if (keep) store(viewedKey(file), viewed ? '1' : null);
    countViewed();
  }

  function countViewed() {
    const place = document.querySelector('[data-viewed-count]');
    if (place === null) return;
    const files = all('.file');
    const viewed = files.filter((file) => file.classList.contains('is-viewed')).length;
    place.textContent = viewed === 0 ? '' : `${viewed} viewed`;
  }

  // Lines between two hunks.

  async function expand(link) {
    if (link.getAttribute('aria-busy') === 'true') return;
    link.setAttribute('aria-busy', 'true');
    const asked = new URL(link.dataset.expand, location.href);
    const answer = await fetch(asked, { headers: { 'x-piece': '1' }, credentials: 'same-origin' });
    if (!answer.ok) {
      location.assign(link.href);
      return;
    }
    const parsed = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const rows = parsed.querySelector('tbody.hunk');
    const gap = link.closest('tbody');
    const from = Number(asked.searchParams.get('from'));
    const to = Number(asked.searchParams.get('to'));
    if (rows === null) return;
    rows.classList.add('context');
    gap.before(document.importNode(rows, true));
    if (to - from <= BETWEEN) {
      gap.remove();
      return;
    }
    asked.searchParams.set('from', String(from + BETWEEN));
    link.dataset.expand = asked.pathname + asked.search;
    link.removeAttribute('aria-busy');
    gap.querySelector('.gap-text').textContent = `${to - from - BETWEEN} lines`;
  }

  // Comments at lines.

  let anchor = null;

  function comment(cell, extend) {
    const template = document.getElementById('comment-form');
    const row = cell.closest('tr');
    const file = cell.closest('.file');
    if (template === null || file === null) return;
    const side = cell.dataset.new === undefined ? 'old' : 'new';
    const line = Number(cell.dataset[side]);
    const same = extend && anchor !== null && anchor.file === file && anchor.side === side;
    const from = same ? Math.min(anchor.line, line) : line;
    const to = same ? Math.max(anchor.line, line) : line;
    if (!same) anchor = { file, side, line };
    closeForm();
    const made = document.createElement('tr');
    made.className = 'talk form-row';
    const inside = document.createElement('td');
    inside.colSpan = row.cells.length;
    inside.append(document.importNode(template.content, true));
    made.append(inside);
    row.after(made);
    made.querySelector('[name=path]').value = file.dataset.file;
    made.querySelector('[name=lines]').value = from === to ? String(from) : `${from}-${to}`;
    made.querySelector('[name=side]').value = side;
    const cancel = document.createElement('button');
    cancel.type = 'button';
    cancel.className = 'button';
    cancel.textContent = 'Cancel';
    cancel.addEventListener('click', closeForm);
    made.querySelector('.actions').append(cancel);
    made.querySelector('textarea').focus();
  }

  function closeForm() {
    const open = document.querySelector('tr.form-row');
    if (open === null) return false;
    open.remove();
    return true;
  }

  // Keys.

  let hunk = null;

  function go(to) {
    if (to === undefined || to === null) return;
    to.focus({ preventScroll: true });
    to.scrollIntoView({ block: to.matches('.file') ? 'start' : 'center' });
  }

  const here = () => document.activeElement?.closest?.('.file') ?? null;

  function nextFile(step) {
    const files = all('.file');
    const now = here();
    const at = now === null ? (step > 0 ? -1 : files.length) : files.indexOf(now);
    go(files[Math.max(0, Math.min(files.length - 1, at + step))]);
    hunk = null;
  }

  function nextHunk(step) {
    const hunks = all('tbody.hunk:not(.context)').filter((one) => one.offsetParent !== null);
    const now = hunk !== null && hunks.includes(hunk) ? hunks.indexOf(hunk) : -1;
    const file = here();
    const begin = now === -1 && file !== null ? hunks.findIndex((one) => file.contains(one)) : -1;
    const at = now === -1 && begin !== -1 ? begin - (step > 0 ? 1 : 0) : now;
    hunk = hunks[Math.max(0, Math.min(hunks.length - 1, at + step))] ?? null;
    go(hunk);
  }

  function commentHere() {
    const within = hunk ?? here() ?? document;
    const cell =
      within.querySelector('tr.added td[data-new], tr.change td[data-new]') ??
      within.querySelector('td[data-new], td[data-old]');
    if (cell !== null) comment(cell, false);
  }

  function toggleViewed() {
    const file = here() ?? hunk?.closest('.file') ?? all('.file')[0];
    if (file === undefined || file === null) return;
    setViewed(file, !file.classList.contains('is-viewed'), true);
    go(file);
  }

  const KEYS = {
    n: () => nextFile(1),
    p: () => nextFile(-1),
    j: () => nextHunk(1),
    k: () => nextHunk(-1),
    c: commentHere,
    v: toggleViewed,
  };

  let afterG = false;

  function press(event) {
    if (view() === null || event.defaultPrevented) return;
    const typing = event.target.closest?.('input, textarea, select, [contenteditable]') ?? null;
    const box = typing !== null && typing.matches('[type=checkbox]');
    if (event.key === 'Escape' && closeForm()) {
      event.stopImmediatePropagation();
      return;
    }
    if (typing !== null && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      typing.form?.requestSubmit();
      return;
    }
    if ((typing !== null && !box) || event.ctrlKey || event.metaKey || event.altKey) return;
    const second = afterG;
    afterG = event.key === 'g';
    const act = KEYS[event.key];
    if (second || act === undefined || document.querySelector('dialog[open]') !== null) return;
    // There they go to the next and the previous entry.
    if (/^[jk]$/.test(event.key) && document.querySelector('.inbox-form') !== null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  }

  document.addEventListener('keydown', press, true);

  document.addEventListener('click', (event) => {
    const target = event.target;
    if (!(target instanceof Element) || event.defaultPrevented) return;
    const choice = target.closest('[data-layout-choice]');
    if (choice !== null) store(LAYOUT, choice.dataset.layoutChoice);
    const link = target.closest('[data-expand]');
    if (link !== null && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      void expand(link);
    }
    const cell = target.closest('td.no[data-new], td.no[data-old]');
    if (cell !== null) comment(cell, event.shiftKey);
  });

  document.addEventListener('change', (event) => {
    const box = event.target.closest?.('[data-viewed]') ?? null;
    if (box !== null) setViewed(box.closest('.file'), box.checked, true);
  });

  document.addEventListener('DOMContentLoaded', () => {
    keepLayout();
    const shown = view();
    if (shown === null) return;
    if (document.getElementById('comment-form') !== null) shown.classList.add('can-comment');
    all('.file').forEach(showViewed);
    new MutationObserver(() => all('.file').forEach(showViewed)).observe(shown, {
      childList: true,
      subtree: true,
    });
  });
})();
