/** `list` and `read`: one tool each over all kinds, because every tool costs tokens in every request. */
import { z } from 'zod';

import { search, SEARCH_KINDS, type SearchAnswer, type SearchHit } from '../../daemon/search.ts';
import { AppError } from '../../words/errors.ts';
import { isRoutineId } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import { listAnswer, passageAnswer } from '../answer.ts';
import type { Row } from '../contract.ts';
import { ALL_KINDS, KINDS } from '../kinds/all-kinds.ts';
import { readBriefPassage } from '../kinds/runs.ts';
import { tool } from '../tool.ts';

const word = (max: number): z.ZodString => z.string().min(1).max(max);
const cursor = z
  .string()
  .regex(/^\d{1,9}$/, 'a cursor is taken from the answer before')
  .optional()
  .describe('From the answer before, for what follows.');

export const listTool = tool({
  name: 'list',
  description:
    'List what this repository’s runs and people left, newest first. Default: what stands. findings: new, known, ' +
    'regressed (state dismissed, snoozed, resolved or all for others, with the reasons people gave); branches: waiting for ' +
    'review (state discarded, landed, commented or all for what people decided, and why); items: open and proposed; sessions: agents at work here now or lately; decisions and knowledge.',
  readOnly: true,
  schema: z.strictObject({
    kind: z.enum(KINDS),
    routine: word(63).optional().describe('Only of this routine.'),
    state: word(40).optional(),
    limit: z.int().min(1).max(100).default(30),
    cursor,
  }),
  call: async (desk, { kind, routine, state, limit, cursor: from }) => {
    const rows = await ALL_KINDS[kind].list(desk, {
      routine: routine ?? null,
      state: state ?? null,
    });
    return listAnswer({ rows, noun: kind, from: Number(from ?? 0), limit }, desk.redactor);
  },
});

export const readTool = tool({
  name: 'read',
  description:
    'Read one thing in full, by its id from `list` or `search`: a report, the diff of a branch (path narrows it), a session’s ' +
    'transcript in short, a finding with its verdict, … kind "brief" without id: what this run was told.',
  readOnly: true,
  schema: z.strictObject({
    kind: z.enum([...KINDS, 'brief']),
    id: word(300).optional(),
    path: word(1_000).optional().describe('Of a branch: a file or folder.'),
    cursor,
  }),
  call: async (desk, { kind, id = '', path = null, cursor: from }) => {
    const offset = Number(from ?? 0);
    if (id === '' && kind !== 'brief') throw noId(kind);
    const passage =
      kind === 'brief'
        ? await readBriefPassage(desk, { id })
        : await ALL_KINDS[kind].read(desk, { id, path, offset });
    return passageAnswer(passage, offset, desk.redactor);
  },
});

function noId(kind: string): AppError {
  return new AppError('usage', {
    code: 'no-id',
    message: `read was not called: \`id\` of the ${kind} is missing`,
    hint: `list {"kind":"${kind}"} has them.`,
  });
}

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
