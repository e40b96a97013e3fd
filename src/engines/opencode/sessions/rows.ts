/** Rows of one session, bounded in number and size: what is in them is whatever an agent wrote. */
import { Buffer } from 'node:buffer';

import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { numberField, textField, type Fields } from '../../stream-fields.ts';
import { text, type Database } from './open-store.ts';

export interface MessageRow {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly role: string | null;
  readonly completed: boolean;
  readonly finish: string | null;
  readonly failed: boolean;
}

export interface PartRow {
  readonly id: string;
  /** `unreadable`: no JSON, or larger than was asked for. */
  readonly part: Fields | 'unreadable';
}

export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly bytes: number;
}

/** Of a part in a draft, however large it is; a small one is whole. */
export const SMALL_PART_BYTES = 6_000;

// What JSON is not valid has no fields, and must not fail the whole question.
const MESSAGE_FIELDS = [
  `${text('substr(id, 1, 200)')} AS id, CAST(time_created AS INTEGER) AS createdAt`,
  `${text("CASE WHEN json_valid(data) THEN substr(json_extract(data, '$.role'), 1, 50) END")} AS role`,
  `CASE WHEN json_valid(data) THEN json_type(data, '$.time.completed') END AS completed`,
  `${text("CASE WHEN json_valid(data) THEN substr(json_extract(data, '$.finish'), 1, 50) END")} AS finish`,
  `CASE WHEN json_valid(data) THEN json_type(data, '$.error') END AS error`,
].join(', ');

/** The beginning of a field, as text. */
function start(path: string, characters: number): string {
  return `substr(json_extract(data, '$.${path}'), 1, ${characters})`;
}

/** Of a large part what tells what it is. */
const CUT_PART = `json_object('type', ${start('type', 50)}, 'tool', ${start('tool', 50)},
  'text', ${start('text', 1_000)}, 'state', json_object('status', ${start('state.status', 50)},
  'input', json_object('command', ${start('state.input.command', 500)},
    'filePath', ${start('state.input.filePath', 500)},
    'patchText', ${start('state.input.patchText', 1_500)},
    'description', ${start('state.input.description', 200)},
    'pattern', ${start('state.input.pattern', 200)})))`;

/** Where even that is large, as characters that JSON writes in six. */
const BARE_PART = `json_object('type', ${start('type', 50)}, 'tool', ${start('tool', 50)},
  'state', json_object('status', ${start('state.status', 50)}))`;

const SMALL_PART = `CASE WHEN length(CAST(data AS BLOB)) <= ${SMALL_PART_BYTES} THEN data
  WHEN NOT json_valid(data) THEN NULL
  WHEN length(CAST(${CUT_PART} AS BLOB)) <= ${SMALL_PART_BYTES} THEN ${CUT_PART} ELSE ${BARE_PART} END`;

/** The newest messages, oldest first. */
export function lastMessages(
  database: Database,
  { session, count }: { readonly session: string; readonly count: number },
): Rows<MessageRow> {
  const found = database.rows(
    `SELECT ${MESSAGE_FIELDS} FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT ?`,
    session,
    count,
  );
  return messageRows(found.toReversed());
}

/** Messages after one, oldest first. */
export function nextMessages(
  database: Database,
  {
    session,
    after,
    count,
  }: {
    readonly session: string;
    readonly after: Pick<MessageRow, 'createdAt' | 'id'>;
    readonly count: number;
  },
): Rows<MessageRow> {
  const found = database.rows(
    `SELECT ${MESSAGE_FIELDS} FROM message WHERE session_id = ?
       AND (time_created > ? OR (time_created = ? AND id > ?)) ORDER BY time_created, id LIMIT ?`,
    session,
    after.createdAt,
    after.createdAt,
    after.id,
    count,
  );
  return messageRows(found);
}

/** The newest parts of a message, oldest first, none larger than `SMALL_PART_BYTES`. */
export function lastSmallParts(
  database: Database,
  { message, count }: { readonly message: string; readonly count: number },
): Rows<PartRow> {
  const rows = database.rows(
    `SELECT ${text('substr(id, 1, 200)')} AS id, ${text(SMALL_PART)} AS data
       FROM part WHERE message_id = ? ORDER BY id DESC LIMIT ?`,
    message,
    count,
  );
  return partRows(rows.toReversed());
}

/** Parts of a message after one, oldest first; of one that is larger than `most` bytes nothing. */
export function nextParts(
  database: Database,
  {
    message,
    after,
    most,
    count,
  }: Readonly<Record<'message' | 'after', string> & Record<'most' | 'count', number>>,
): Rows<PartRow> {
  const rows = database.rows(
    `SELECT ${text('id')} AS id, ${text('CASE WHEN length(CAST(data AS BLOB)) <= ? THEN data END')} AS data
       FROM part WHERE message_id = ? AND id > ? ORDER BY id LIMIT ?`,
    most,
    message,
    after,
    count,
  );
  return partRows(rows);
}

/** What is read of each, roughly: its text is in its parts. */
const MESSAGE_BYTES = 200;

function messageRows(found: readonly Fields[]): Rows<MessageRow> {
  const rows = found.map((row): MessageRow => {
    return {
      id: textField(row, 'id') ?? '',
      createdAt: numberField(row, 'createdAt') ?? 0,
      role: textField(row, 'role'),
      completed:
        textField(row, 'completed') === 'integer' || textField(row, 'completed') === 'real',
      finish: textField(row, 'finish'),
      failed: textField(row, 'error') === 'object',
    };
  });
  return { rows, bytes: rows.length * MESSAGE_BYTES };
}

function partRows(found: readonly Fields[]): Rows<PartRow> {
  let bytes = 0;
  const rows = found.map((row): PartRow => {
    const data = textField(row, 'data') ?? '';
    bytes += Buffer.byteLength(data);
    const part = tryParseJson(data);
    return {
      id: textField(row, 'id') ?? '',
      part: isRecord(part) ? part : 'unreadable',
    };
  });
  return { rows, bytes };
}

// The tables of OpenCode's database that are read, and what they have to have.
const NEEDED = {
  session: ['id', 'directory', 'time_updated'],
  message: ['id', 'session_id', 'time_created', 'data'],
  part: ['id', 'message_id', 'session_id', 'data'],
} as const;

export interface Schema {
  /** Columns that older and newer versions need not have. */
  has(table: 'session' | 'message' | 'part' | 'session_message', column: string): boolean;
}

/** What is missing, `session.directory`; or what is there. Throws what SQLite throws. */
export function schemaOf(
  database: Database,
):
  | { readonly kind: 'known'; readonly schema: Schema }
  | { readonly kind: 'foreign'; readonly missing: string } {
  const columns = new Map(
    ['session', 'message', 'part', 'session_message'].map((table) => [
      table,
      new Set(columnsOf(database, table)),
    ]),
  );
  for (const [table, needed] of Object.entries(NEEDED)) {
    const missing = needed.find((column) => columns.get(table)?.has(column) !== true);
    if (missing !== undefined) return { kind: 'foreign', missing: `${table}.${missing}` };
  }
  return {
    kind: 'known',
    schema: { has: (table, column) => columns.get(table)?.has(column) === true },
  };
}

function columnsOf(database: Database, table: string): readonly string[] {
  return database
    .rows(`SELECT ${text('name')} AS name FROM pragma_table_info('${table}')`)
    .flatMap((row) => textField(row, 'name') ?? []);
}
