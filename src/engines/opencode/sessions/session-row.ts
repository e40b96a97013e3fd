/** What OpenCode keeps of each session, and which of them are of a workspace. */
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import type { FindRequest, SessionHandle } from '../../sessions/contract.ts';
import { isInRoots } from '../../sessions/lines/find-files.ts';
import { numberField, recordField, textField, type Fields } from '../../stream-fields.ts';
import { text, type Database } from './open-store.ts';
import type { Schema } from './rows.ts';

/** Newest first; what is older than so many is not looked at. */
const MAX_SESSIONS = 5_000;
/** Of the newest parts: one of them may end while a later one runs. */
const STAMPED_PARTS = 16;

export interface SessionRow {
  readonly id: string;
  readonly directory: string | null;
  /** As it is; OpenCode gives one by itself. */
  readonly title: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  /** Messages from this one on were taken back. */
  readonly revertedFrom: string | null;
}

/** Talks of subagents are not sessions of their own. */
export function sessionHandles(
  database: Database,
  {
    schema,
    location,
    roots,
    since,
  }: Pick<FindRequest, 'roots' | 'since'> & {
    readonly schema: Schema;
    readonly location: string;
  },
): readonly SessionHandle[] {
  const own = schema.has('session', 'parent_id') ? 'AND parent_id IS NULL' : '';
  const rows = database.rows(
    `SELECT ${text('id')} AS id, ${text('directory')} AS directory, CAST(time_updated AS INTEGER) AS updated FROM session WHERE time_updated >= ? ${own}
       ORDER BY time_updated DESC LIMIT ${MAX_SESSIONS}`,
    (since ?? 0) - DAY_MS,
  );
  const newest = stampReader(database, schema);
  return rows.flatMap((row): readonly SessionHandle[] => {
    const [id, cwd] = [textField(row, 'id'), textField(row, 'directory')];
    if (id === null || cwd === null || !isInRoots(cwd, roots)) return [];
    const { stamp, changedAt } = newest(id);
    const lastActivityAt = moment(Math.max(numberField(row, 'updated') ?? 0, changedAt));
    if (lastActivityAt < (since ?? 0)) return [];
    return [{ id, location, stamp: `${lastActivityAt} ${stamp}`, cwd, lastActivityAt }];
  });
}

/** Clamps any stored number to a valid time. */
function moment(milliseconds: number): number {
  return Math.min(Math.max(0, milliseconds), LAST_MOMENT);
}

/** Of a Date. */
const LAST_MOMENT = 8.64e15;

/** A tool writes to its part for hours, and to its session only when it ends. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** What changes with each message and part, by the index of each, whatever the length of the session. */
function stampReader(
  database: Database,
  schema: Schema,
): (id: string) => { readonly stamp: string; readonly changedAt: number } {
  const time = (table: 'message' | 'part'): string =>
    schema.has(table, 'time_updated') ? 'time_updated' : '0';
  const newest = `SELECT
       ${text(`(SELECT group_concat(id || ':' || t, ' ') FROM (SELECT id, ${time('message')} AS t FROM message
         WHERE session_id = ?1 ORDER BY time_created DESC, id DESC LIMIT 2))`)} AS messages,
       ${text(`(SELECT count(*) || ':' || total(t) || ':' || max(id) FROM (SELECT id, ${time('part')} AS t FROM part
         WHERE session_id = ?1 ORDER BY rowid DESC LIMIT ${STAMPED_PARTS}))`)} AS parts,
       (SELECT CAST(max(t) AS INTEGER) FROM (SELECT ${time('part')} AS t FROM part
         WHERE session_id = ?1 ORDER BY rowid DESC LIMIT ${STAMPED_PARTS})) AS changed`;
  return (id) => {
    const fields: Fields = database.rows(newest, id)[0] ?? {};
    return {
      stamp: `${textField(fields, 'messages') ?? ''} ${textField(fields, 'parts') ?? ''}`,
      changedAt: numberField(fields, 'changed') ?? 0,
    };
  };
}

/** `null`: it is gone. */
export function sessionRow(
  database: Database,
  { schema, id }: { readonly schema: Schema; readonly id: string },
): SessionRow | null {
  const column = (name: string): string => (schema.has('session', name) ? name : 'NULL');
  const [row] = database.rows(
    `SELECT ${text('directory')} AS directory, ${text(`substr(${column('title')}, 1, 2000)`)} AS title, CAST(${column('time_created')} AS INTEGER) AS created,
       ${text(`substr(${column('revert')}, 1, 100000)`)} AS revert FROM session WHERE id = ?`,
    id,
  );
  if (row === undefined) return null;
  const revert = tryParseJson(textField(row, 'revert') ?? '');
  return {
    id,
    directory: textField(row, 'directory'),
    title: textField(row, 'title'),
    createdAt: numberField(row, 'created'),
    revertedFrom: isRecord(revert)
      ? textField(recordField({ revert }, 'revert'), 'messageID')
      : null,
  };
}
