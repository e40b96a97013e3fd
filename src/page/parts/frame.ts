/** What is around every page: head, navigation, notices, help. */
import type { Notice, Section, ShownPage } from '../contract.ts';
import { CSRF_FIELD } from '../forms.ts';
import { html, type Html, nothing } from '../html.ts';
import type { NavCounts } from '../nav-counts.ts';
import type { Assets } from '../site/assets.ts';

// The icons of the navigation, drawn for this page: 16 × 16, in the colour of the text.
const DRAWN = {
  home: 'M2.5 7.3 8 2.8l5.5 4.5v5.9h-4V9.6h-3v3.6h-4z',
  inbox: 'M2.3 9.2 4.4 3h7.2l2.1 6.2v3.9H2.3zM2.3 9.2h3.2l.9 1.7h3.2l.9-1.7h3.2',
  review:
    'M4.2 5.4v5.2M4.2 10.6a1.4 1.4 0 1 0 0 .1M4.2 2.6a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8M11.8 10.4V6.6a2 2 0 0 0-2-2H8m1.8-1.9L7.9 4.6l1.9 1.9M11.8 10.6a1.4 1.4 0 1 0 .1 0',
  routines: 'M13.2 8A5.2 5.2 0 1 1 11.5 4.2M13.4 2.4v2.5h-2.5M8 5v3.3l2.1 1.2',
  runs: 'M4.6 3.2v9.6l8-4.8z',
  library: 'M2.8 3h2.9v10H2.8zM6.9 3h2.9v10H6.9zM11.2 3.6l2.3 9.2',
  settings: 'M2 5h6.4M12 5h2M2 11h2M7.6 11H14M10.2 3.2v3.6M5.8 9.2v3.6',
  search: 'M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4M10.2 10.2l3.2 3.2',
} as const;

type IconName = keyof typeof DRAWN;

function icon(name: IconName): Html {
  return html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" class="line-icon">
    <path d="${DRAWN[name]}" />
  </svg>`;
}

// The entries of the navigation, and the pages below each.

interface Tab {
  readonly section: Section;
  readonly label: string;
  readonly to: string;
  /** Only where several people use the page, and for those who may. */
  readonly forPeople?: true;
}

interface Place {
  readonly label: string;
  readonly icon: IconName;
  /** After `g`. */
  readonly key: string;
  /** Which number stands beside it. */
  readonly count?: 'inbox' | 'review';
  /** The first is where the entry leads; with more than one they stand on top of each of their pages. */
  readonly tabs: readonly [Tab, ...Tab[]];
}

const PLACES: readonly Place[] = [
  { label: 'Home', icon: 'home', key: 'h', tabs: [{ section: 'home', label: 'Home', to: '/' }] },
  {
    label: 'Inbox',
    icon: 'inbox',
    key: 'i',
    count: 'inbox',
    tabs: [
      { section: 'inbox', label: 'Waiting', to: '/inbox' },
      { section: 'outbox', label: 'Requests', to: '/outbox' },
      { section: 'questions', label: 'Questions', to: '/questions' },
    ],
  },
  {
    label: 'Review',
    icon: 'review',
    key: 'v',
    count: 'review',
    tabs: [
      { section: 'review', label: 'Waiting', to: '/review' },
      { section: 'landings', label: 'Landed and discarded', to: '/review/landings' },
    ],
  },
  {
    label: 'Routines',
    icon: 'routines',
    key: 'r',
    tabs: [{ section: 'routines', label: 'Routines', to: '/routines' }],
  },
  {
    label: 'Runs',
    icon: 'runs',
    key: 'u',
    tabs: [{ section: 'runs', label: 'Runs', to: '/runs' }],
  },
  {
    label: 'Library',
    icon: 'library',
    key: 'l',
    tabs: [
      { section: 'findings', label: 'Findings', to: '/findings' },
      { section: 'items', label: 'Items', to: '/items' },
      { section: 'notes', label: 'Notes', to: '/notes' },
      { section: 'sessions', label: 'Sessions', to: '/sessions' },
      { section: 'history', label: 'History', to: '/history' },
      { section: 'search', label: 'Search', to: '/search' },
    ],
  },
];

const SETTINGS: Place = {
  label: 'Settings',
  icon: 'settings',
  key: 's',
  tabs: [
    { section: 'status', label: 'Status', to: '/status' },
    { section: 'doctor', label: 'Doctor', to: '/doctor' },
    { section: 'connections', label: 'Connections', to: '/connections' },
    { section: 'messages', label: 'Messages', to: '/messages' },
    { section: 'audit', label: 'Audit', to: '/audit', forPeople: true },
  ],
};

function placeOf(section: Section): Place | null {
  return (
    [...PLACES, SETTINGS].find(({ tabs }) => tabs.some((one) => one.section === section)) ?? null
  );
}

export interface FrameRequest {
  readonly assets: Assets;
  readonly name: string;
  readonly csrf: string;
  readonly counts: NavCounts;
  readonly notices: readonly Notice[];
  readonly page: ShownPage;
  /** Who is at the page, where it serves several people. */
  readonly asking?: Asking | null;
}

export interface Asking {
  readonly name: string;
  /** `reviewer, operator`. */
  readonly roles: string;
  readonly mayAudit: boolean;
  /** A proxy has a log-out of its own. */
  readonly canLogOut: boolean;
}

export function frame(request: FrameRequest): Html {
  const { assets, name, csrf, counts, notices, page, asking = null } = request;
  const here = placeOf(page.section);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${page.title} · ${name}</title>
        <link rel="icon" href="${assets.icon.path}" />
        <link rel="stylesheet" href="${assets.style.path}" />
        <script src="${assets.script.path}"></script>
      </head>
      <body data-csrf="${csrf}">
        <a class="skip" href="#main">To the content</a>
        <header class="top">
          <a class="brand" href="/">${mark}<span>${name}</span></a>
          <nav id="places" aria-label="Places" data-fresh>
            <ul>
              ${PLACES.map((place) => placeLink(place, here, counts))}
            </ul>
            <ul class="last">
              ${placeLink(SETTINGS, here, counts)}
            </ul>
          </nav>
          <div class="tools">
            <a class="find" href="/search" aria-label="Search">${icon('search')}<span>Search</span><kbd>/</kbd></a>
            <button type="button" class="icon" data-theme-toggle aria-label="Light or dark">
              ${halfMoon}
            </button>
            <button type="button" class="icon" data-help aria-label="Keys">?</button>${
              asking !== null && personPart(asking, csrf)
            }
          </div>
        </header>
        <main id="main" tabindex="-1">
          ${tabsOf(here, page, asking?.mayAudit === true)}${notices.map(noticeLine)}${page.body}
        </main>
        <dialog id="help" aria-labelledby="help-title">
          <h2 id="help-title">Keys</h2>
          ${help}
          <form method="dialog"><button class="button">Close</button></form>
        </dialog>
      </body>
    </html>`;
}

function placeLink(place: Place, here: Place | null, counts: NavCounts): Html {
  const { label, key, tabs, count } = place;
  const number = count === undefined ? null : counts[count];
  return html`<li>
    <a href="${tabs[0].to}" ${place === here && html` aria-current="page"`} data-go="${key}"
      >${icon(place.icon)}<span>${label}</span>${
        number !== null &&
        number > 0 &&
        html`<b class="number">${number > 999 ? '999+' : number}</b>`
      }</a
    >
  </li>`;
}

function tabsOf(here: Place | null, { section, tabCounts = {} }: ShownPage, all: boolean): Html {
  const tabs = here?.tabs.filter(({ forPeople }) => all || forPeople !== true) ?? [];
  if (here === null || tabs.length < 2) return nothing;
  return html`<nav class="tabs" aria-label="${here.label}">
    ${tabs.map(
      ({ section: own, label, to }) =>
        html`<a href="${to}"${own === section && html` aria-current="page"`}>${label}${tabCount(tabCounts[own])}</a>`,
    )}
  </nav>`;
}

function tabCount(count = 0): Html {
  return count === 0 ? nothing : html` <span class="count">${count}</span>`;
}

function personPart({ name, roles, canLogOut }: Asking, csrf: string): Html {
  return html`<span class="quiet" title="${roles}">${name}</span>${
    canLogOut &&
    html`<form method="post" action="/log-out">
      <input type="hidden" name="${CSRF_FIELD}" value="${csrf}" /><button
        class="button"
        type="submit"
      >
        Log out
      </button>
    </form>`
  }`;
}

function noticeLine({ tone, text }: Notice): Html {
  return html`<p class="notice ${tone}" role="${tone === 'done' ? 'status' : 'alert'}">${text}</p>`;
}

const mark = html`<svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
  <circle cx="8" cy="8" r="6.4" fill="none" stroke="currentColor" stroke-width="1.6" />
  <path
    d="M8 4.2V8l2.6 1.8"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
  />
</svg>`;
const halfMoon = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
  <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5" />
  <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
</svg>`;

interface KeyLine {
  readonly keys: readonly string[];
  readonly words: string;
  /** A selector: without such an element the keys do nothing, and are not listed. */
  readonly needs?: string;
}

const ROWS = 'main [data-row]';
const DIFF = 'main:not(:has(.inbox-form)) [data-diff]';
const LIST = '.inbox-form [data-bulk="accept"]';

const KEYS: readonly KeyLine[] = [
  { keys: ['j', 'k'], words: 'next, previous entry', needs: ROWS },
  { keys: ['Enter'], words: 'open it', needs: ROWS },
  { keys: ['x'], words: 'select it', needs: '.inbox-form' },
  { keys: ['a'], words: 'accept', needs: LIST },
  { keys: ['d'], words: 'dismiss', needs: LIST },
  { keys: ['s'], words: 'snooze', needs: LIST },
  { keys: ['A'], words: 'accept all of this run', needs: '[data-whole]' },
  { keys: ['b'], words: 'bring back', needs: '[data-bulk="back"]' },
  { keys: ['j', 'k'], words: 'next, previous change', needs: DIFF },
  { keys: ['n', 'p'], words: 'next, previous file', needs: DIFF },
  { keys: ['v'], words: 'mark the file as viewed', needs: DIFF },
  { keys: ['c'], words: 'comment on a line', needs: '#comment-form' },
  { keys: ['/'], words: 'search' },
  ...[...PLACES, SETTINGS].map(({ key, label }): KeyLine => ({ keys: ['g', key], words: label })),
  { keys: ['?'], words: 'this list' },
  { keys: ['Esc'], words: 'close' },
];

/** The script leaves out what does nothing on the page, and adds the keys of its buttons. */
const help = html`<dl class="keys">
  ${KEYS.map(
    ({ keys, words, needs }) =>
      html`<div ${needs !== undefined && html` data-needs="${needs}"`}>
        <dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt>
        <dd>${words}</dd>
      </div>`,
  )}
</dl>`;
