import {
  MOST_HITS,
  search,
  SEARCH_KINDS,
  type SearchAnswer,
  type SearchHit,
  type SearchKind,
  type SearchQuery,
} from '../../daemon/search.ts';
import { AppError } from '../../words/errors.ts';
import { isRoutineId, isRunId, type RoutineId, shortIdOf } from '../../words/ids.ts';
import { relativeTime } from '../../words/local-time.ts';
import { closestWord, oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage, type Page } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { readCount, tellCut } from '../read-count.ts';
import { readSince } from '../read-moment.ts';

// What a search found, in groups: the group with the best hit first.

const HEADS: Readonly<Record<SearchKind, string>> = {
  report: 'Reports',
  session: 'Sessions',
  finding: 'Findings',
  item: 'Items',
  decision: 'Decisions',
  knowledge: 'Knowledge',
};

function writeHits(
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

function writeNothing(page: Page, query: SearchQuery, answer: SearchAnswer): void {
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
      return `roundsman report ${isRunId(id) ? shortIdOf(id) : word}`;
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

export async function searchCommand(call: CommandCall): Promise<number> {
  const query: SearchQuery = {
    words: call.words.join(' '),
    kinds: call.options.list('kind').map(readKind),
    routine: readRoutine(call),
    from: readSince(call),
    to: null,
    limit: readCount(call.options, { name: 'limit', byDefault: 20, most: MOST_HITS }),
  };
  const workspace = await openWorkspace(call);
  let told = false;
  const answer = await search(workspace, query, {
    building: (documents) => {
      if (told || !call.terminal.errIsTerminal) return;
      told = true;
      call.terminal.err(
        `The daemon reads what there is, ${plural(documents, 'document')} so far …\n`,
      );
    },
  });
  if (call.json) {
    writeJson(call.terminal, answer);
    const { hits, total } = answer;
    tellCut(call, { shown: hits.length, total, more: `--limit ${Math.min(MOST_HITS, total)}` });
    return 0;
  }
  const page = openPage(call.terminal);
  if (answer.hits.length === 0) writeNothing(page, query, answer);
  else writeHits(page, answer, { now: call.clock.now(), columns: call.terminal.columns });
  for (const { kind, why } of answer.missing)
    call.terminal.err(`note: not every ${kind} was searched: ${oneLine(why, 400)}\n`);
  return 0;
}

function readKind(text: string): SearchKind {
  const word = text.trim().toLowerCase();
  const kind = SEARCH_KINDS.find((one) => one === word || `${one}s` === word);
  if (kind !== undefined) return kind;
  const near = closestWord(word, SEARCH_KINDS);
  throw new AppError('usage', {
    code: 'bad-kind',
    message: `--kind ${oneLine(text, 80)} is none of: ${SEARCH_KINDS.join(', ')}`,
    hint: near === null ? 'For example: --kind report' : `Did you mean --kind ${near}?`,
  });
}

function readRoutine({ options }: CommandCall): RoutineId | null {
  const text = options.text('routine');
  if (text === null || isRoutineId(text)) return text;
  throw new AppError('not-found', {
    code: 'routine-unknown',
    message: `no routine is called "${oneLine(text, 80)}"`,
    hint: '`roundsman list` lists them.',
  });
}
