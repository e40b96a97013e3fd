/** Full text over reports, sessions, findings, items and notes. */
import {
  SEARCH_KINDS,
  searchSoon,
  type SearchAnswer,
  type SearchHit,
  type SearchKind,
} from '../../daemon/search.ts';
import { plural } from '../../words/text.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { findingLink, itemLink, path, runLink, withQuery } from '../links.ts';
import { empty, filters, heading, tag, troubles } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';

const SHOWN = 40;
/** Then the page says how far the index is, and asks again by itself. */
const WAIT_MS = 3_000;

interface Asked {
  readonly words: string;
  readonly kind: SearchKind | null;
}

export async function showSearch({ workspace, query, now }: PageCall): Promise<ShownPage> {
  const words = (query.get('q') ?? '').trim().slice(0, 300);
  const kind = SEARCH_KINDS.find((one) => one === query.get('kind')) ?? null;
  const answer =
    words === ''
      ? null
      : await searchSoon(
          workspace,
          {
            words,
            kinds: kind === null ? [] : [kind],
            routine: null,
            from: null,
            to: null,
            limit: SHOWN,
          },
          WAIT_MS,
        );
  return {
    kind: 'page',
    section: 'search',
    title: words === '' ? 'Search' : `Search: ${words}`,
    body: html`${heading({ title: 'Search' })}${searchForm({ words, kind })}${
      answer === null
        ? empty('Searches reports, sessions, findings, items and notes.')
        : html`<div id="hits" data-fresh>
            ${'building' in answer ? building(answer.documents) : hits(answer, now)}
          </div>`
    }`,
  };
}

function searchForm({ words, kind }: Asked): Html {
  return html`<form method="get" action="/search" role="search" class="search">
      <label class="unseen" for="q">Words</label
      ><input
        id="q"
        name="q"
        type="search"
        value="${words}"
        data-search
        autofocus
        maxlength="300"
        placeholder="Search"
      />${kind !== null && html`<input type="hidden" name="kind" value="${kind}" />`}<button
        class="button primary"
        type="submit"
      >
        Search
      </button>
    </form>
    ${filters({
      label: 'In',
      to: '/search',
      name: 'kind',
      chosen: kind,
      keep: { q: words },
      choices: [
        { label: 'All', value: null },
        ...SEARCH_KINDS.map((one) => ({ label: one, value: one })),
      ],
    })}`;
}

function building(documents: number): Html {
  return html`<p class="quiet" role="status">
    Reports and sessions are still being indexed: ${plural(documents, 'document')} so far. Results
    appear here by themselves.
  </p>`;
}

function hits(
  { hits: found, missing, total, documents, suggestion }: SearchAnswer,
  now: Date,
): Html {
  return html`${troubles(missing.map(({ kind, why }) => `${kind}: ${why}`))}
    <p class="quiet">${plural(total, 'hit')} in ${plural(documents, 'document')}</p>
    ${
      found.length === 0
        ? empty(
            'Nothing found.',
            suggestion === null
              ? 'Try fewer words, or the beginning of one.'
              : html`Try <a href="${withQuery('/search', { q: suggestion })}">${suggestion}</a>`,
          )
        : html`<ol class="hits">
            ${found.map((hit) => row(hit, now))}
          </ol>`
    }`;
}

function row(hit: SearchHit, now: Date): Html {
  return html`<li data-row>
    ${tag(hit.kind)} <a href="${linkOf(hit)}">${hit.title}</a>
    <span class="quiet">${hit.label ?? ''} ${ago(hit.at, now)}</span>
    <p>${marked(hit)}</p>
  </li>`;
}

function marked({ excerpt, marks }: SearchHit): Html {
  const parts: (Html | string)[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(excerpt.slice(at, from), html`<mark>${excerpt.slice(from, to)}</mark>`);
    at = to;
  }
  return html`${[...parts, excerpt.slice(at)]}`;
}

function linkOf({ kind, id }: SearchHit): string {
  switch (kind) {
    case 'report':
      return `${runLink(id)}#report`;
    case 'session':
      return path('sessions', id);
    case 'finding':
      return findingLink(id);
    case 'item':
      return itemLink(id);
    case 'decision':
    case 'knowledge':
      return path('notes', id);
  }
}
