/** What is around every page: head, navigation, notices, help. */
import type { Notice, Section, ShownPage } from '../contract.ts';
import { CSRF_FIELD } from '../forms.ts';
import { html, type Html, nothing } from '../html.ts';
import type { NavCounts } from '../nav-counts.ts';
import type { Assets } from '../site/assets.ts';
import { icon, type IconName } from './icons.ts';

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

function tabsOf(here: Place | null, { section }: ShownPage, all: boolean): Html {
  const tabs = here?.tabs.filter(({ forPeople }) => all || forPeople !== true) ?? [];
  if (here === null || tabs.length < 2) return nothing;
  return html`<nav class="tabs" aria-label="${here.label}">
    ${tabs.map(
      ({ section: own, label, to }) =>
        html`<a href="${to}"${own === section && html` aria-current="page"`}>${label}</a>`,
    )}
  </nav>`;
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

const KEYS: readonly (readonly [string, string])[] = [
  ['j / k', 'next / previous'],
  ['Enter', 'open'],
  ['/', 'search'],
  ...[...PLACES, SETTINGS].map(({ key, label }): readonly [string, string] => [`g ${key}`, label]),
  ['x', 'select a row'],
  ['a / d / s', 'accept / dismiss / snooze'],
  ['u', 'undo'],
  ['?', 'this list'],
  ['Esc', 'close'],
];

const help = html`<dl class="keys">
  ${KEYS.map(
    ([key, words]) =>
      html`<div>
        <dt><kbd>${key}</kbd></dt>
        <dd>${words}</dd>
      </div>`,
  )}
</dl>`;
