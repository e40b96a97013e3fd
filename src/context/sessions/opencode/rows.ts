/** Rows of one session, bounded in number and size: what is in them is whatever an agent wrote. */
import { numberField, textField, type Fields } from '../../../agents/stream-fields.ts';
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { text, type Database } from './load-libsql.ts';

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

// What JSON is not valid has no fields, and must not fail the whole question.
const MESSAGE_FIELDS = [
  `${text('id')} AS id, CAST(time_created AS INTEGER) AS createdAt`,
  `${text("CASE WHEN json_valid(data) THEN json_extract(data, '$.role') END")} AS role`,
  `CASE WHEN json_valid(data) THEN json_type(data, '$.time.completed') END AS completed`,
  `${text("CASE WHEN json_valid(data) THEN json_extract(data, '$.finish') END")} AS finish`,
  `CASE WHEN json_valid(data) THEN json_type(data, '$.error') END AS error`,
].join(', ');

/** Of a part that is larger only what tells what it is. */
const SMALL_PART = `CASE WHEN NOT json_valid(data) THEN NULL ELSE json_object(
  'type', json_extract(data, '$.type'),
  'tool', json_extract(data, '$.tool'),
  'text', substr(json_extract(data, '$.text'), 1, 2000),
  'state', json_object(
    'status', json_extract(data, '$.state.status'),
    'input', json_object(
      'command', substr(json_extract(data, '$.state.input.command'), 1, 2000),
      'filePath', substr(json_extract(data, '$.state.input.filePath'), 1, 2000),
      'patchText', substr(json_extract(data, '$.state.input.patchText'), 1, 4000),
      'description', substr(json_extract(data, '$.state.input.description'), 1, 500),
      'pattern', substr(json_extract(data, '$.state.input.pattern'), 1, 500)))) END`;

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

/** Parts of a message, oldest first; one that is larger than `small` bytes cut down to what it is. */
export function smallParts(
  database: Database,
  {
    message,
    small,
    count,
  }: { readonly message: string; readonly small: number; readonly count: number },
): Rows<PartRow> {
  const rows = database.rows(
    `SELECT ${text('id')} AS id, ${text(`CASE WHEN length(data) <= ? THEN data ELSE ${SMALL_PART} END`)} AS data
       FROM part WHERE message_id = ? ORDER BY id DESC LIMIT ?`,
    small,
    message,
    count,
  );
  return partRows(rows.toReversed());
}

/** All parts of a message, oldest first; of one that is larger than `most` characters nothing. */
export function wholeParts(
  database: Database,
  {
    message,
    most,
    count,
  }: { readonly message: string; readonly most: number; readonly count: number },
): Rows<PartRow> {
  const rows = database.rows(
    `SELECT ${text('id')} AS id, ${text('CASE WHEN length(data) <= ? THEN data END')} AS data
       FROM part WHERE message_id = ? ORDER BY id LIMIT ?`,
    most,
    message,
    count,
  );
  return partRows(rows);
}

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
  return { rows, bytes: rows.length * 100 };
}

function partRows(found: readonly Fields[]): Rows<PartRow> {
  let bytes = 0;
  const rows = found.map((row): PartRow => {
    const data = textField(row, 'data') ?? '';
    bytes += data.length;
    const part = tryParseJson(data);
    return {
      id: textField(row, 'id') ?? '',
      part: isRecord(part) ? part : 'unreadable',
    };
  });
  return { rows, bytes };
}
