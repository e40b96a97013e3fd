/** All of one session, oldest first, a page of messages at a time: between pages no transaction is under way. */
import type { TranscriptEntry } from '../../transcript.ts';
import { MAX_LINE_BYTES } from '../ends.ts';
import { entryMaker } from '../moves/entries-of.ts';
import type { Move } from '../moves/move.ts';
import { kept } from './draft-of-session.ts';
import type { Database } from './load-libsql.ts';
import { movesOfMessage } from './moves-of-message.ts';
import { nextMessages, nextParts, type MessageRow } from './rows.ts';
import type { Schema } from './schema.ts';
import { sessionRow, type SessionRow } from './session-row.ts';

const PAGE = 50;
const MAX_PARTS = 20_000;
const PART_PAGE = 10;

export async function* entriesOfSession(
  database: Database,
  { schema, id }: { readonly schema: Schema; readonly id: string },
): AsyncGenerator<TranscriptEntry | 'unreadable'> {
  const session = attempt(() => sessionRow(database, { schema, id }));
  if (session === null || session === 'failed') {
    yield 'unreadable';
    return;
  }
  const maker = entryMaker();
  for (const message of pagesOf(database, session)) {
    const moves =
      message === 'unreadable' ? [message] : movesIn(database, { message, cwd: session.directory });
    for (const move of moves) yield* maker.take(move);
  }
  yield* maker.rest();
}

/** A few parts at a time: each may be as large as a line is let be. */
function* movesIn(
  database: Database,
  { message, cwd }: { readonly message: MessageRow; readonly cwd: string | null },
): Generator<Move | 'unreadable'> {
  for (let [after, read] = ['', 0]; read < MAX_PARTS; read += PART_PAGE) {
    const request = { message: message.id, after, most: MAX_LINE_BYTES, count: PART_PAGE };
    const page = attempt(() => nextParts(database, request));
    if (page === 'failed') {
      yield 'unreadable';
      return;
    }
    // A message without parts says something too.
    if (page.rows.length > 0 || read === 0)
      yield* movesOfMessage({ message, parts: page.rows }, cwd);
    const last = page.rows.at(-1);
    if (last === undefined || page.rows.length < PART_PAGE) return;
    after = last.id;
  }
}

function* pagesOf(database: Database, session: SessionRow): Generator<MessageRow | 'unreadable'> {
  let after: Pick<MessageRow, 'createdAt' | 'id'> = { createdAt: -1, id: '' };
  for (;;) {
    const from = after;
    const page = attempt(() =>
      nextMessages(database, { session: session.id, after: from, count: PAGE }),
    );
    if (page === 'failed') {
      yield 'unreadable';
      return;
    }
    const messages = kept(page.rows, session);
    yield* messages;
    const last = page.rows.at(-1);
    if (last === undefined || messages.length < page.rows.length) return;
    after = last;
  }
}

/** A database that is damaged, or gone meanwhile, ends in what can be told of it. */
function attempt<Value>(read: () => Value): Value | 'failed' {
  try {
    return read();
  } catch {
    return 'failed';
  }
}
