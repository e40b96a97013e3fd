/** What is around every page: head, navigation, notices, help. */
import type { Notice, Section, ShownPage } from '../contract.ts';
import { html, type Html } from '../html.ts';
import type { Assets } from '../site/assets.ts';

interface Place {
  readonly section: Section;
  readonly label: string;
  readonly to: string;
  /** After `g`. */
  readonly key: string;
}

const PLACES: readonly (readonly Place[])[] = [
  [
    { section: 'inbox', label: 'Inbox', to: '/', key: 'i' },
    { section: 'board', label: 'Board', to: '/board', key: 'b' },
    { section: 'review', label: 'Review', to: '/review', key: 'v' },
    { section: 'outbox', label: 'Outbox', to: '/outbox', key: 'o' },
  ],
  [
    { section: 'routines', label: 'Routines', to: '/routines', key: 'r' },
    { section: 'runs', label: 'Runs', to: '/runs', key: 'u' },
    { section: 'findings', label: 'Findings', to: '/findings', key: 'f' },
    { section: 'items', label: 'Items', to: '/items', key: 't' },
    { section: 'messages', label: 'Messages', to: '/messages', key: 'm' },
    { section: 'sessions', label: 'Sessions', to: '/sessions', key: 's' },
    { section: 'notes', label: 'Notes', to: '/notes', key: 'n' },
  ],
  [
    { section: 'search', label: 'Search', to: '/search', key: '/' },
    { section: 'status', label: 'Status', to: '/status', key: 'a' },
    { section: 'doctor', label: 'Doctor', to: '/doctor', key: 'd' },
  ],
];

export interface FrameRequest {
  readonly assets: Assets;
  readonly name: string;
  readonly csrf: string;
  readonly notices: readonly Notice[];
  readonly page: ShownPage;
}

export function frame({ assets, name, csrf, notices, page }: FrameRequest): Html {
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
          <button class="menu" type="button" aria-expanded="false" aria-controls="places">
            Menu
          </button>
          <nav id="places" aria-label="Places">
            ${PLACES.map(
              (group) =>
                html`<ul>
                  ${group.map((place) => placeLink(place, page.section))}
                </ul>`,
            )}
          </nav>
          <div class="tools">
            <button type="button" class="icon" data-theme-toggle aria-label="Light or dark">
              ${halfMoon}
            </button>
            <button type="button" class="icon" data-help aria-label="Keys">?</button>
          </div>
        </header>
        <main id="main" tabindex="-1">${notices.map(noticeLine)}${page.body}</main>
        <dialog id="help" aria-labelledby="help-title">
          <h2 id="help-title">Keys</h2>
          ${help}
          <form method="dialog"><button class="button">Close</button></form>
        </dialog>
      </body>
    </html>`;
}

function placeLink({ section, label, to, key }: Place, here: Section): Html {
  return html`<li>
    <a
      href="${to}"
      ${section === here && html` aria-current="page"`}${
        key.length === 1 && key !== '/' && html` data-go="${key}"`
      }
      >${label}</a
    >
  </li>`;
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
  ...PLACES.flat().flatMap(({ key, label }): (readonly [string, string])[] =>
    key === '/' ? [] : [[`g ${key}`, label]],
  ),
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
