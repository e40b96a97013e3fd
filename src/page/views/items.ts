/** Items on a board, and one of them. */
import { listItems, type ItemView } from '../../context/items/list-items.ts';
import { showItem } from '../../context/items/show-item.ts';
import { boardOf } from '../../ledger/item-facts.ts';
import { branchesFor } from '../../review/list-findings.ts';
import type { ItemStanding } from '../../words/item.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html, nothing, type Html } from '../html.ts';
import {
  branchLink,
  findingLink,
  itemLink,
  path,
  proposalLink,
  runLink,
  withQuery,
} from '../links.ts';
import { findingTag } from '../parts/finding-rows.ts';
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
  const asked = item.standing === 'proposed' ? await askedBy(workspace, item) : [];
  const ties = [...tiesOf(item, now), ...asked];
  const history = (item.history ?? []).toReversed().slice(0, 50);
  return {
    kind: 'page',
    section: 'items',
    title: `${item.key} ${item.title}`,
    body: html`${heading({
      title: html`${item.key} ${item.title} ${tag(item.standing, TONES[item.standing])}`,
      about: item.because,
    })}${facts([
      ['Created', ago(item.createdAt, now)],
      [
        'From',
        item.run === null
          ? 'a person'
          : html`<a href="${runLink(item.run)}">${item.routine ?? 'a run'}</a>`,
      ],
      ['Files', (item.files ?? []).join(', ')],
      ['Stale', item.stale === null ? null : 'nothing happened to it for a while'],
    ])}${item.body.trim() !== '' && section({ title: 'Description', body: markdown(item.body) })}${partOf(
      'Linked',
      ties,
    )}${partOf(
      'History',
      history.map(
        ({ at, by, what }) =>
          html`<li>${what} <span class="quiet">${by}, ${ago(at, now)}</span></li>`,
      ),
    )}`,
  };
}

type Detail = Awaited<ReturnType<typeof showItem>>;

/** Nothing where there are no rows. */
function partOf(title: string, rows: readonly Html[]): Html {
  if (rows.length === 0) return nothing;
  return section({
    title,
    body: html`<ul class="rows">
      ${rows}
    </ul>`,
  });
}

/** Of one that waits for approval: the request for it, the findings that ask for it, and their branches. */
async function askedBy(workspace: Workspace, { key }: Detail): Promise<readonly Html[]> {
  const [all, held] = await Promise.all([workspace.findings.listAll(), workspace.proposals.list()]);
  const asked = held.filter(
    (one) => one.type === 'file-item' && one.payload.key === key && one.state === 'held',
  );
  const findings = all.filter(({ item }) => item === key);
  const branches = await Promise.all(
    findings.map((finding) => branchesFor(workspace, finding).catch(() => [])),
  );
  return [
    ...findings.map(
      (finding) =>
        html`<li data-row>
          <span class="quiet">finding</span>
          <a href="${findingLink(finding.id)}">${finding.title}</a> ${findingTag(finding)}
        </li>`,
    ),
    ...asked.map(
      ({ id, summary }) =>
        html`<li data-row>
          <span class="quiet">request</span> <a href="${proposalLink(id)}">${summary}</a>
        </li>`,
    ),
    ...[...new Set(branches.flat())].map(
      (name) =>
        html`<li data-row>
          <span class="quiet">branch</span>
          <a href="${branchLink(name)}"><code>${name}</code></a>
        </li>`,
    ),
  ];
}

function tiesOf({ ties, family }: Detail, now: Date): readonly Html[] {
  return [
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
}
