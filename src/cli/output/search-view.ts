/** What a search found, in groups: the group with the best hit first. */
import {
  SEARCH_KINDS,
  type SearchAnswer,
  type SearchHit,
  type SearchKind,
  type SearchQuery,
} from '../../daemon/search.ts';
import { shortIdOf, isRunId } from '../../words/ids.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Page } from './page.ts';
import { relativeTime } from './relative-time.ts';

const HEADS: Readonly<Record<SearchKind, string>> = {
  report: 'Reports',
  session: 'Sessions',
  finding: 'Findings',
  item: 'Items',
  decision: 'Decisions',
  knowledge: 'Knowledge',
};

export function writeHits(
  page: Page,
  answer: SearchAnswer,
  { now, columns }: { readonly now: Date; readonly columns: number },
): void {
  const groups = new Map<SearchKind, SearchHit[]>();
  for (const hit of answer.hits) groups.set(hit.kind, [...(groups.get(hit.kind) ?? []), hit]);
  for (const [kind, hits] of groups) {
    page.line(page.paint('strong', HEADS[kind]));
    for (const hit of hits) writeHit(page, hit, { now, columns });
    page.line();
  }
  const shown = answer.hits.length;
  page.line(
    answer.total > shown
      ? `The best ${shown} of ${plural(answer.total, 'hit')}. More: --limit ${Math.min(200, answer.total)}, or narrow it with --kind, --routine, --since.`
      : `${plural(shown, 'hit')} in ${plural(answer.documents, 'document')}.`,
  );
}

export function writeNothing(page: Page, query: SearchQuery, answer: SearchAnswer): void {
  if (answer.documents === 0) {
    page.line(
      'There is nothing to search yet. Runs leave reports and findings: roundsman run todo-sweep',
    );
    return;
  }
  const kinds = query.kinds.length === 0 || query.kinds.length === SEARCH_KINDS.length;
  const isNarrow = !kinds || query.routine !== null || query.from !== null;
  const where = isNarrow ? ' there' : ` in ${plural(answer.documents, 'document')}`;
  page.line(`Nothing${where} has "${oneLine(query.words, 80)}".`);
  if (answer.suggestion !== null) page.line(`Did you mean: ${oneLine(answer.suggestion, 200)}`);
}

function writeHit(
  page: Page,
  hit: SearchHit,
  { now, columns }: { readonly now: Date; readonly columns: number },
): void {
  const told = [hit.routine, hit.label, relativeTime(hit.at, now)].filter((one) => one !== null);
  const title = oneLine(hit.title, Math.max(30, columns - 30));
  page.line(`  ${title}  ${page.paint('faint', oneLine(told.join(', '), 120))}`);
  const text = marked(page, hit);
  if (text !== '') page.line(`    ${text}`);
  page.line(`    ${page.paint('faint', openedBy(hit))}`);
}

/** Marks come with the hit, in the order of the text; those that do not fit it are passed over. */
function marked(page: Page, { excerpt, marks }: SearchHit): string {
  let text = '';
  let at = 0;
  for (const [from, to] of marks) {
    if (from < at || to <= from || to > excerpt.length) continue;
    text += `${oneSpaced(excerpt.slice(at, from))}${page.paint('strong', oneSpaced(excerpt.slice(from, to)))}`;
    at = to;
  }
  return `${text}${oneSpaced(excerpt.slice(at))}`;
}

/** Blanks at the ends count here: the pieces are put together again. */
function oneSpaced(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

function openedBy({ kind, id }: SearchHit): string {
  const word = oneLine(id, 200);
  switch (kind) {
    case 'report':
      return `roundsman reports show ${isRunId(id) ? shortIdOf(id) : word}`;
    case 'session':
      return `roundsman sessions show ${word}`;
    case 'finding':
      return `roundsman findings show ${word}`;
    case 'item':
      return `roundsman items show ${word}`;
    case 'decision':
      return `roundsman decisions show ${word}`;
    case 'knowledge':
      return `roundsman knowledge show ${word}`;
  }
}
