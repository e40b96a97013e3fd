/** From an answer to records, or an AppError that says what came instead. */
import { isRecord, tryParseJson } from '../../../../platform/json.ts';
import type { OutwardAnswer } from '../../../../platform/outward/contract.ts';
import type { HttpConnection } from '../../../../words/connection.ts';
import { AppError } from '../../../../words/errors.ts';
import { oneLine } from '../../../../words/text.ts';
import { valueAt } from '../../fields/value-at.ts';
import { decodeText } from '../../formats/decode-text.ts';
import { readDocument } from '../../formats/json-records.ts';
import type { RecordsRead } from '../../ticket-record.ts';

export interface ReadPage {
  readonly document: unknown;
  readonly read: RecordsRead;
}

interface Reader {
  readonly connection: HttpConnection;
  readonly items: string | null;
  /** From 1, for the places of records. */
  readonly page: number;
}

export function readPage(answer: OutwardAnswer, { connection, items, page }: Reader): ReadPage {
  const place = `${connection.name}, page ${page}`;
  const { text } = decodeText(answer.body);
  if (text.trim() === '') throw unreadable(connection, 'it answers with nothing at all');
  const document = tryParseJson(text);
  if (document === undefined) throw unreadable(connection, whatElse(answer, text));
  const errors = graphErrors(document);
  if (errors !== null) throw unreadable(connection, `it answers with an error: ${errors}`);
  // How programs in Go, and others, write a list without entries.
  const list = items === null ? document : valueAt(document, items);
  if (list === null) return { document, read: { records: [], problems: [] } };
  if (items === null && !Array.isArray(document) && !isRecord(document))
    throw unreadable(connection, 'it answers with neither a list nor an object');
  if (items !== null && !Array.isArray(list)) {
    throw new AppError('failed', {
      code: 'source-without-list',
      message: `connections.${connection.name}: there is no list at \`${oneLine(items, 100)}\` of its answer${namesOf(document)}`,
      hint: 'Correct `tickets.items`.',
    });
  }
  return { document, read: readDocument(place, document, items) };
}

function whatElse({ headers }: OutwardAnswer, text: string): string {
  if (/html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text))
    return 'it answers with a web page in place of JSON, most likely one to log in';
  return /^\s*[[{]/.test(text)
    ? 'its answer is JSON that ends too early, or is broken'
    : 'its answer is not JSON';
}

/** GraphQL answers errors with status 200. */
function graphErrors(document: unknown): string | null {
  const errors = valueAt(document, 'errors');
  if (!Array.isArray(errors) || errors.length === 0) return null;
  const list: readonly unknown[] = errors;
  const words = list.flatMap((one) => {
    const message = valueAt(one, 'message');
    return typeof message === 'string' ? [oneLine(message, 200)] : [];
  });
  return words.length === 0 ? null : words.slice(0, 3).join('; ');
}

function namesOf(document: unknown): string {
  if (!isRecord(document)) return '';
  const names = Object.keys(document).slice(0, 10);
  return names.length === 0 ? '' : `, which has ${names.map((one) => oneLine(one, 40)).join(', ')}`;
}

function unreadable({ name }: HttpConnection, why: string): AppError {
  return new AppError('failed', {
    code: 'source-unreadable',
    message: `connections.${name}: ${why}`,
    hint: `Look at url, headers and token of connections.${name}; \`roundsman connect ${name}\` tries them. Nothing of it was told.`,
  });
}
