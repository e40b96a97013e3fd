/** Items on a board, and one of them. */
import { listItems, type ItemView } from '../../context/items/list-items.ts';
import { showItem } from '../../context/items/show-item.ts';
import { boardOf } from '../../ledger/item-facts.ts';
import type { ItemStanding } from '../../words/item.ts';
import { plural } from '../../words/text.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { branchLink, findingLink, itemLink, path, runLink, withQuery } from '../links.ts';
import { markdown } from '../parts/markdown.ts';
import { empty, facts, heading, section, tag, type Tone } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';

const TONES: Readonly<Record<ItemStanding, Tone>> = {
  proposed: 'warn',
  todo: 'plain',
  blocked: 'bad',
  'in-progress': 'busy',
  'in-review': 'warn',
  landed: 'good',
  done: 'good',
  dropped: 'quiet',
};
const IN_COLUMN = 30;
/** A column with more takes the width of several. */
const LONG = 10;

export async function showItems({ workspace, query }: PageCall): Promise<ShownPage> {
  const all = query.get('all') !== null;
  const { items, total } = await listItems(workspace, { all, staleOnly: false, routine: null });
  const only = query.get('column');
  const columns = boardOf(items, { dropped: all }).filter(
    ({ column }) => only === null || column === only,
  );
  return {
    kind: 'page',
    section: 'items',
    title: 'Items',
    body: html`${heading({
      title: 'Items',
      about: html`${plural(total, 'item')} in all ·
      ${
        all || only !== null
          ? html`<a href="/items">${only === null ? 'only what is open' : 'all columns'}</a>`
          : html`<a href="/items?all=1">also what is over</a>`
      }`,
    })}${
      items.length === 0
        ? empty('There is no open item.', 'Requests to file one wait in the inbox.')
        : html`<div class="board">
            ${columns
              .filter(
                ({ column, entries }) =>
                  entries.length > 0 || column === 'todo' || column === 'in-progress',
              )
              .map(({ column, entries }) =>
                columnOf(column, entries, { all, isOnly: only !== null }),
              )}
          </div>`
    }`,
  };
}

function columnOf(
  column: ItemStanding,
  entries: readonly ItemView[],
  { all, isOnly }: { readonly all: boolean; readonly isOnly: boolean },
): Html {
  const shown = isOnly ? entries : entries.slice(0, IN_COLUMN);
  const left = entries.length - shown.length;
  const to = withQuery('/items', { column, all: all ? '1' : null });
  return html`<section class="column${shown.length > LONG && ' long'}">
    <h2>${column} <span class="count">${entries.length}</span></h2>
    ${
      entries.length === 0
        ? html`<p class="quiet none">None</p>`
        : html`<ul>
            ${shown.map(
              ({ key, title, because, stale }) =>
                html`<li data-row class="card">
                  <a href="${itemLink(key)}"><b>${key}</b> ${title}</a>
                  <p>${because}${stale !== null && html` ${tag('stale', 'warn')}`}</p>
                </li>`,
            )}
          </ul>`
    }${left > 0 && html`<p class="more"><a href="${to}">and ${left} more</a></p>`}
  </section>`;
}

export async function showOneItem({ workspace, params, now }: PageCall): Promise<ShownPage> {
  const item = await showItem(workspace, params['key'] ?? '');
  return {
    kind: 'page',
    section: 'items',
    title: `${item.key} ${item.title}`,
    body: html`${heading({
      title: html`${item.key} ${item.title} ${tag(item.standing, TONES[item.standing])}`,
      about: item.because,
    })}${facts([
      ['Made', ago(item.createdAt, now)],
      [
        'From',
        item.run === null
          ? 'a person'
          : html`<a href="${runLink(item.run)}">${item.routine ?? 'a run'}</a>`,
      ],
      ['Files', (item.files ?? []).join(', ')],
      ['Stale', item.stale === null ? null : 'nothing happened to it for a while'],
    ])}${section({ title: 'What it is', body: item.body.trim() === '' ? empty('It has no text.') : markdown(item.body) })}${section(
      {
        title: 'Tied to it',
        body: tiesOf(item, now),
      },
    )}${section({
      title: 'What happened',
      body: html`<ul class="rows">
        ${(item.history ?? [])
          .toReversed()
          .slice(0, 50)
          .map(
            ({ at, by, what }) =>
              html`<li>${what} <span class="quiet">${by}, ${ago(at, now)}</span></li>`,
          )}
      </ul>`,
    })}`,
  };
}

type Detail = Awaited<ReturnType<typeof showItem>>;

function tiesOf({ key, ties, family }: Detail, now: Date): Html {
  const rows = [
    ...family.map(
      (one) =>
        html`<li data-row>
          <span class="quiet">${one.relation}</span>
          <a href="${itemLink(one.key)}">${one.key} ${one.title}</a>
          ${tag(one.standing, TONES[one.standing])}
        </li>`,
    ),
    ...ties.findings.map(
      ({ id, title, state }) =>
        html`<li data-row>
          <span class="quiet">finding</span> <a href="${findingLink(id)}">${title}</a> ${tag(state)}
        </li>`,
    ),
    ...ties.branches.map(
      ({ name, state, at }) =>
        html`<li data-row>
          <span class="quiet">branch</span>
          <a href="${branchLink(name)}"><code>${name}</code></a> ${tag(state)} ${ago(at, now)}
        </li>`,
    ),
    ...ties.runs.map(
      ({ id, routine, outcome, at }) =>
        html`<li data-row>
          <span class="quiet">run</span> <a href="${runLink(id)}">${routine}</a> ${outcome}
          ${ago(at, now)}
        </li>`,
    ),
    ...ties.sessions.map(
      ({ id, engine, state, lastActivityAt }) =>
        html`<li data-row>
          <span class="quiet">session</span>
          <a href="${path('sessions', id)}">${engine}</a> ${tag(state)} ${ago(lastActivityAt, now)}
        </li>`,
    ),
  ];
  return rows.length === 0
    ? empty(`Nothing is tied to ${key}.`)
    : html`<ul class="rows">
        ${rows}
      </ul>`;
}
