/*
 * The inbox: an entry is opened beside the list, or over it where there is no room; keys decide on it or on what is selected.
 * Without it links and forms do the same.
 */
(() => {
  'use strict';
  const WIDE = matchMedia('(min-width: 68rem)');
  const UNREAD = '<p>It could not be loaded. Open it again.</p>';
  const form = () => document.querySelector('.inbox-form');
  const all = (selector) => [...document.querySelectorAll(selector)];
  /** The entry that is opened, and where it stood in the list. */
  let opened = null;
  let position = 0;

  const rows = () => all('.waiting > li');
  const rowNow = () => rows().find((row) => row.dataset.open === opened) ?? null;
  const chosen = () => all('.waiting input:checked');

  /** Where an opened entry is shown: beside the list, else in a dialog over it. */
  const place = () => document.getElementById(WIDE.matches ? 'beside' : 'over');

  async function open(row) {
    if (!row || !place()) return;
    mark(row);
    const over = document.getElementById('sheet');
    if (!WIDE.matches && !over.open) over.showModal();
    if (WIDE.matches && place().dataset.of === opened) return;
    await fill(row.dataset.open);
  }

  /** @param from the opened entry, in one of the ways it can be shown */
  async function fill(from) {
    place().dataset.of = opened;
    const wanted = opened;
    const answer = await fetch(from, { headers: { 'x-piece': '1' } }).catch(() => null);
    const text = answer === null ? UNREAD : await answer.text();
    const here = place();
    if (!here || opened !== wanted) return;
    if (answer === null) here.dataset.of = '';
    here.innerHTML = text;
    here.scrollTop = 0;
    document.dispatchEvent(new CustomEvent('placed', { detail: here }));
  }

  function mark(row) {
    for (const one of rows()) one.classList.toggle('here', one === row);
    opened = row.dataset.open;
    position = rows().indexOf(row);
  }

  /** After the list was put in place: the same entry, else the one that moved up. */
  function again() {
    if (!form()) return;
    for (const label of all('.select-all')) label.hidden = false;
    count();
    const list = rows();
    if (list.length === 0) return;
    const row = rowNow() ?? list[Math.min(position, list.length - 1)];
    if (WIDE.matches) void open(row);
    else if (opened !== null) mark(row);
  }

  function count() {
    const number = chosen().length;
    const folded = chosen().filter((box) => box.closest('details:not([open])')).length;
    const words = document.querySelector('[data-selected]');
    const also = folded === 0 ? '' : `, ${folded} of them folded`;
    if (words) words.textContent = number === 0 ? '' : `${number} selected${also}`;
  }

  /** On what is selected, else on the opened one. */
  function act(name) {
    const button = document.querySelector(`[data-bulk="${name}"]`);
    const row = rowNow();
    if (!button || (chosen().length === 0 && !row)) return;
    if (name === 'accept' && chosen().length === 0 && isOpenedFirst(row)) return;
    if (chosen().length === 0) row.querySelector('input').checked = true;
    count();
    if (name === 'decline') reason(button);
    else button.click();
  }

  /** A branch lands on a page that shows how, and a question is answered in words. */
  function isOpenedFirst(row) {
    if (row.dataset.land) location.assign(row.dataset.land);
    else if (row.dataset.kind !== 'question') return false;
    else if (WIDE.matches) document.querySelector('#beside textarea')?.focus();
    else void open(row);
    return true;
  }

  function reason(button) {
    const field = document.getElementById('bulk-words');
    if (field && field.value.trim() === '' && chosen().some((box) => needsWords(box)))
      field.focus();
    else button.click();
  }
  const READ = ['report', 'failed-run', 'pull-request'];
  function needsWords(box) {
    return !READ.includes(box.closest('li').dataset.kind);
  }

  function onKey(event) {
    if (!form() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (
      event.target instanceof Element &&
      event.target.matches('textarea, select, input:not([type=checkbox])')
    )
      return;
    if (document.querySelector('dialog[open]')) return;
    const keys = {
      x: () => rowNow()?.querySelector('input').click(),
      a: () => act('accept'),
      d: () => act('decline'),
      s: () => act('snooze'),
      b: () => act('back'),
      A: () => rowNow()?.closest('[data-group]').querySelector('[data-whole]')?.click(),
    };
    const does = keys[event.key];
    if (!does) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    does();
  }

  function onClick(event) {
    if (!(event.target instanceof Element) || !form()) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const layout = event.target.closest('.opened-entry [data-layout-choice]');
    const row = event.target.closest('.waiting > li');
    if (!layout && (!row || event.target.closest('input'))) return;
    event.preventDefault();
    void (layout ? fill(layout.href) : open(row));
  }

  function onChange(event) {
    if (event.target.matches('[data-select-all]'))
      for (const box of all('.waiting input')) box.checked = event.target.checked;
    count();
  }

  document.addEventListener('DOMContentLoaded', () => {
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('click', onClick);
    document.addEventListener('change', onChange);
    document.addEventListener('toggle', count, true);
    again();
  });
  document.addEventListener('placed', (event) => {
    if (event.detail.querySelector('.inbox-form')) again();
  });
  document.addEventListener('walked', (event) => {
    const row = event.detail;
    if (!row.matches('.waiting > li')) return;
    if (WIDE.matches) void open(row);
    else mark(row);
  });
})();
