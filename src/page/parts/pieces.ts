/** Small pieces that every view is made of. Tone is never told by colour alone: the word is always there. */
import { html, type Html, type HtmlPart } from '../html.ts';
import { withQuery } from '../links.ts';

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'busy' | 'quiet';

export function tag(text: string, tone: Tone = 'plain'): Html {
  return html`<span class="tag ${tone}">${text}</span>`;
}

/** The head of a page: what it is, a line about it, and what can be done. */
export function heading(request: {
  readonly title: HtmlPart;
  readonly about?: HtmlPart;
  readonly actions?: HtmlPart;
}): Html {
  const { title, about, actions } = request;
  return html`<div class="heading">
    <div>
      <h1>${title}</h1>
      ${isThere(about) && html`<p class="about">${about}</p>`}
    </div>
    ${isThere(actions) && html`<div class="actions">${actions}</div>`}
  </div>`;
}

function isThere(part: HtmlPart): boolean {
  return part !== undefined && part !== null && part !== false && part !== '';
}

/** @param next what to do about it, for people */
export function empty(text: HtmlPart, next: HtmlPart = null): Html {
  return html`<div class="empty">
    <p>${text}</p>
    ${isThere(next) && html`<p class="quiet">${next}</p>`}
  </div>`;
}

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => HtmlPart;
  /** `number`: to the right; `wide`: takes two fifths; `rest`: takes what is left; `short`: one line; `name`: breaks anywhere; `less`: not on a phone. */
  readonly kind?:
    | 'number'
    | 'wide'
    | 'rest'
    | 'less'
    | 'name'
    | 'short'
    | 'short less'
    | 'number less';
}

/** Rows that `j` and `k` walk along; Enter opens the first link of one. */
export function table<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Html {
  const cells = html`${rows.map(
    (row) =>
      html`<tr data-row>
        ${columns.map(({ cell, kind }) => html`<td class="${kind ?? ''}">${cell(row)}</td>`)}
      </tr>`,
  )}`;
  // On a narrow screen it is scrolled: by keys too, where nothing inside takes them there.
  const isPlain = !/<(?:a|button|input|select|summary)[ >]/.test(cells.toString());
  return html`<div class="table" ${isPlain && html`tabindex="0" role="region" aria-label="${caption}"`}>
    <table>
      <caption class="unseen">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(
            ({ title, kind }) => html`<th scope="col" class="${kind ?? ''}">${title}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${cells}
      </tbody>
    </table>
  </div>`;
}

/** Names and values; those without a value are left out. */
export function facts(pairs: readonly (readonly [string, HtmlPart])[]): Html {
  return html`<dl class="facts">
    ${pairs
      .filter(([, value]) => isThere(value))
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;
}

export function section(request: {
  readonly title: string;
  readonly body: HtmlPart;
  readonly id?: string;
  readonly count?: number;
}): Html {
  const { title, body, id, count } = request;
  return html`<section${id !== undefined && html` id="${id}"`}><h2>${title}${
    count !== undefined && html` <span class="count">${count}</span>`
  }</h2>${body}</section>`;
}

/** What is long and seldom read. */
export function fold(summary: HtmlPart, body: HtmlPart, open = false): Html {
  return html`<details${open && html` open`}><summary>${summary}</summary>${body}</details>`;
}

export interface Choice {
  readonly label: string;
  /** `null`: all. */
  readonly value: string | null;
  readonly count?: number;
}

/** Links that narrow a list; the chosen one is marked. */
export function filters(request: {
  readonly label: string;
  readonly to: string;
  readonly name: string;
  readonly chosen: string | null;
  readonly choices: readonly Choice[];
  /** Of the other filters, so that they stay. */
  readonly keep?: Readonly<Record<string, string | null>>;
}): Html {
  const { label, to, name, chosen, choices, keep = {} } = request;
  return html`<nav class="filters" aria-label="${label}">
    <span class="quiet">${label}</span>${choices.map(
      ({ label: text, value, count }) =>
        html`<a
          href="${withQuery(to, { ...keep, [name]: value })}"
          ${value === chosen && html` aria-current="true"`}
          >${text}${count !== undefined && html` <span class="count">${count}</span>`}</a
        >`,
    )}
  </nav>`;
}

/** Below a list that continues. */
export function more(to: string | null, label = 'Older'): Html {
  return to === null
    ? html``
    : html`<p class="more"><a class="button" href="${to}" rel="next">${label}</a></p>`;
}

/** Stands among problems, and is none: the first look takes longer than a page waits. */
export const STILL_LOOKING = 'Branches are still being looked at; they appear here by themselves.';

/** Of what could not be read, or waits for a person: nothing is silently missing. */
export function troubles(problems: readonly string[]): Html {
  const lines = problems.filter((line) => line !== STILL_LOOKING);
  const later =
    lines.length < problems.length && html`<p class="quiet" role="status">${STILL_LOOKING}</p>`;
  if (lines.length === 0) return html`${later}`;
  const more = lines.slice(FOLDED_FROM);
  return html`${later}<div class="notice warning" role="alert">
    <p>${lines.length === 1 ? 'This needs a look:' : 'These need a look:'}</p>
    ${bullets(lines.slice(0, FOLDED_FROM))}${
      more.length > 0 &&
      html`<details>
        <summary>${more.length} more</summary>
        ${bullets(more)}
      </details>`
    }
  </div>`;
}

const FOLDED_FROM = 5;

function bullets(lines: readonly string[]): Html {
  return html`<ul>
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`;
}

/** A framed part of a page that is laid out in columns. */
export function card(request: {
  readonly title: HtmlPart;
  readonly aside?: HtmlPart;
  readonly className?: string;
  readonly id?: string;
  readonly body: HtmlPart;
}): Html {
  const { title, aside, className = '', id, body } = request;
  return html`<section class="panel-card ${className}"${id !== undefined && html` id="${id}"`}>
    <h2>${title}${isThere(aside) && html`<small>${aside}</small>`}</h2>
    ${body}
  </section>`;
}
