/** All of one session, oldest first, a page of messages at a time: between pages no transaction is under way. */
import type { TranscriptEntry } from '../../../domain/transcript.ts';
import { MAX_LINE_BYTES } from '../ends.ts';
import { entryMaker } from '../moves/entries-of.ts';
import { kept } from './draft-of-session.ts';
import type { Database } from './load-libsql.ts';
import { movesOfMessage } from './moves-of-message.ts';
import { nextMessages, wholeParts, type MessageRow, type PartRow, type Rows } from './rows.ts';
import type { Schema } from './schema.ts';
import { sessionRow, type SessionRow } from './session-row.ts';

const PAGE = 50;
const MAX_PARTS = 2_000;

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
    const parts = message === 'unreadable' ? 'failed' : attempt(() => partsOf(database, message));
    if (message === 'unreadable' || parts === 'failed') {
      yield* maker.take('unreadable');
      continue;
    }
    const moves = movesOfMessage({ message, parts: parts.rows }, session.directory);
    for (const move of moves) yield* maker.take(move);
  }
  yield* maker.rest();
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

function partsOf(database: Database, { id }: MessageRow): Rows<PartRow> {
  return wholeParts(database, { message: id, most: MAX_LINE_BYTES, count: MAX_PARTS });
}

/** A database that is damaged, or gone meanwhile, ends in what can be told of it. */
function attempt<Value>(read: () => Value): Value | 'failed' {
  try {
    return read();
  } catch {
    return 'failed';
  }
}
