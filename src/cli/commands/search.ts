import {
  MOST_HITS,
  SEARCH_KINDS,
  search,
  type SearchKind,
  type SearchQuery,
} from '../../daemon/search.ts';
import { closestWord } from '../../words/closest-word.ts';
import { AppError } from '../../words/errors.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeHits, writeNothing } from '../output/search-view.ts';
import { writeJson } from '../output/write-json.ts';
import { readCount } from '../read-count.ts';
import { readSince } from '../read-since.ts';
import { tellCut } from '../tell-cut.ts';

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
