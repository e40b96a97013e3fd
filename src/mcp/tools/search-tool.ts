import { z } from 'zod';

import { search, SEARCH_KINDS, type SearchAnswer, type SearchHit } from '../../daemon/search.ts';
import { isRoutineId } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import { listAnswer } from '../answer.ts';
import type { Row } from '../contract.ts';
import { tool } from '../tool.ts';

export const searchTool = tool({
  name: 'search',
  description:
    'Full-text search over reports, sessions, findings, items, decisions and knowledge of this workspace; forgives typing ' +
    'errors. Best first; `read` with kind and id gives the whole.',
  readOnly: true,
  schema: z.strictObject({
    words: z.string().trim().min(1).max(500),
    kinds: z.array(z.enum(SEARCH_KINDS)).max(SEARCH_KINDS.length).default([]),
    routine: z.string().min(1).max(63).optional(),
    limit: z.int().min(1).max(50).default(10),
  }),
  call: async ({ workspace, redactor }, { words, kinds, routine, limit }) => {
    const answer = await search(workspace, {
      words,
      kinds,
      routine: routine !== undefined && isRoutineId(routine) ? routine : null,
      from: null,
      to: null,
      limit,
    });
    const rows = answer.hits.map(rowOf);
    const found = listAnswer({ rows, noun: 'hit', from: 0, limit }, redactor);
    return [found, ...remarks(answer)].join('\n');
  },
});

function rowOf({ kind, id, title, at, routine, label, excerpt }: SearchHit): Row {
  return { kind, id, title, label, routine, at, excerpt };
}

/** What the list itself does not tell. */
function remarks({ total, hits, missing, suggestion }: SearchAnswer): readonly string[] {
  return [
    ...(total > hits.length ? [`${total} in all: narrow it by kinds, routine or more words.`] : []),
    ...(suggestion === null ? [] : [`Other words that find something: ${oneLine(suggestion)}`]),
    ...missing.map(({ kind, why }) => `Not looked through: ${kind} (${oneLine(why)})`),
  ];
}
