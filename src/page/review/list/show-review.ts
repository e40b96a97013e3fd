/** All that waits for review, most urgent first; sets of a kind to be walked in one sitting. */
import { inspectReview } from '../../../review/inspect-review.ts';
import { countWords } from '../../../review/set-words.ts';
import { groupBy } from '../../../words/group-by.ts';
import type { ChangeSet, ReviewLook } from '../../../words/review/change-set.ts';
import { plural } from '../../../words/text.ts';
import type { PageCall, ShownPage } from '../../contract.ts';
import { html, nothing, type Html } from '../../html.ts';
import { withQuery } from '../../links.ts';
import { empty, heading, troubles } from '../../parts/pieces.ts';
import { isHeld } from '../parts/readiness-list.ts';
import { setRow } from './set-row.ts';

/** More sets stand on further pages. */
const PAGE = 50;

export async function showReview(call: PageCall): Promise<ShownPage> {
  const { query, workspace, signal } = call;
  const others = query.has('others');
  const look = await inspectReview(workspace, { others, signal });
  const walk = query.get('alike');
  const sets = walk === null ? look.sets : look.sets.filter((set) => walkName(set) === walk);
  const from = Number(/^\d{1,6}$/.exec(query.get('from') ?? '')?.[0] ?? 0);
  return {
    kind: 'page',
    section: 'review',
    title: 'Review',
    body: html`<div id="review" data-fresh>${heading({
      title: 'Review',
      about: summary(look),
      actions: html`<a
        class="button"
        href="${withQuery('/review', { others: others ? null : '1' })}"
        >${others ? 'Only branches of runs' : 'Show all branches'}</a
      >`,
    })}${troubles(look.problems)}${walk === null ? walks(look.sets) : filterLine(walk, sets.length)}
      ${
        sets.length === 0
          ? nothingHere(walk !== null)
          : html`<ol class="sets" start="${from + 1}">
                ${sets.slice(from, from + PAGE).map((set) => setRow(call, set, walk))}
              </ol>
              ${more(sets.length, from)}`
      }</div>`,
  };
}

function summary({ sets }: ReviewLook): string {
  const branches = sets.reduce((sum, set) => sum + set.branches.length, 0);
  if (branches === 0) return '';
  const ready = sets.filter(({ readiness }) => readiness.every(({ ok }) => ok === true)).length;
  const held = sets.filter(({ readiness }) => isHeld(readiness)).length;
  const states = [
    ready > 0 ? `${ready} ready` : null,
    sets.length - ready - held > 0 ? `${sets.length - ready - held} to look at` : null,
    held > 0 ? `${held} not ready` : null,
  ].filter((one) => one !== null);
  return `${countWords(branches, sets.length)}: ${states.join(', ')}.`;
}

function walks(sets: readonly ChangeSet[]): Html {
  const kinds = groupBy(sets, (set) => walkName(set) ?? '');
  const alike = [...kinds].filter(([name, of]) => name !== '' && of.length > 1);
  if (alike.length === 0) return nothing;
  return html`<p class="walks">
    One after the other:
    ${alike.map(
      ([name, of]) =>
        html`<a class="chip" href="${withQuery('/review', { alike: name })}"
          >${of.length} ${formatWalk(name)}</a
        >`,
    )}
  </p>`;
}

function filterLine(walk: string, count: number): Html {
  return html`<p class="walks">
    ${plural(count, 'group')}, ${formatWalk(walk)}. <a href="/review">Show all</a>
  </p>`;
}

function nothingHere(filtered: boolean): Html {
  return filtered
    ? empty('None of that kind is left.', html`<a href="/review">Show all</a>`)
    : empty(
        'Nothing waits for review.',
        'A run that changes files leaves a branch. It is listed here until it is landed or discarded.',
      );
}

function more(count: number, from: number): Html {
  const next = from + PAGE;
  return next >= count
    ? nothing
    : html`<p>
        <a class="button" href="${withQuery('/review', { from: String(next) })}"
          >${plural(count - next, 'more group')}</a
        >
      </p>`;
}

// Sets of a kind, one after the other.

/** As it stands in a URL; `null`: it is of no kind. */
function walkName({ alike }: Pick<ChangeSet, 'alike'>): string | null {
  if (alike === null) return null;
  return alike.kind === 'routine' ? `routine:${alike.routine}` : alike.kind;
}

/** From such a name, which may be anybody's. */
export function formatWalk(name: string): string {
  if (name === 'tests-only') return 'with tests only';
  if (name === 'docs-only') return 'with documents only';
  return `of ${name.replace(/^routine:/, '')}`;
}

/** Those before and behind it among sets of a kind, or among all. */
export function neighbours(
  sets: readonly ChangeSet[],
  id: string,
  walk: string | null,
): { readonly before: ChangeSet | null; readonly after: ChangeSet | null; readonly place: string } {
  const row = walk === null ? sets : sets.filter((set) => walkName(set) === walk);
  const at = row.findIndex((set) => set.id === id);
  const place = at === -1 ? '' : `${at + 1} of ${row.length}`;
  return { before: row[at - 1] ?? null, after: at === -1 ? null : (row[at + 1] ?? null), place };
}
