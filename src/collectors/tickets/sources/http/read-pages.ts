/** Page after page from a place on, until the end or a bound. Throws an AppError where it leads in a circle. */
import { sha256 } from '../../../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../../../platform/json.ts';
import type { OutwardAnswer } from '../../../../platform/outward/contract.ts';
import type { HttpConnection } from '../../../../words/connection.ts';
import { AppError } from '../../../../words/errors.ts';
import { plural, oneLine } from '../../../../words/text.ts';
import type { TicketProblem } from '../../../../words/ticket.ts';
import { valueAt } from '../../fields/record-values.ts';
import { decodeText } from '../../formats/decode-text.ts';
import { readDocument } from '../../formats/json-records.ts';
import type { TicketRecord, RecordsRead } from '../../ticket-record.ts';
import type { SourceBounds } from '../contract.ts';
import { askPage, type Asking } from './ask-page.ts';
import { nextPage, type PagePlace } from './page-request.ts';

const MAX_DEPTH = 4;

/** What all legs of a reading have gathered so far. */
export interface Gathered {
  readonly records: TicketRecord[];
  readonly problems: TicketProblem[];
  pages: number;
  bytes: number;
}

export interface Leg {
  /** `null`: from the beginning of time. */
  readonly since: string | null;
  readonly place: PagePlace;
}

export interface LegRequest {
  readonly asking: Asking;
  readonly items: string | null;
  readonly timezone: string;
  readonly bounds: SourceBounds;
  /** On the monotonic clock. */
  readonly startedAt: number;
  readonly gathered: Gathered;
}

/** Where the rest begins, when a bound was hit; `null`: all was read. */
export type LegRest = {
  readonly place: Exclude<PagePlace, null>;
  readonly why: string;
} | null;

export async function readPages(leg: Leg, request: LegRequest): Promise<LegRest> {
  const { asking, gathered, items, timezone } = request;
  const { connection } = asking;
  const seen = new Set<string>();
  let place = leg.place;
  let before: string | null = null;
  let longest = 0;
  let isSure = true;
  for (;;) {
    gathered.pages += 1;
    const page = gathered.pages;
    asking.progress(`asking ${connection.name}, page ${page}`);
    const asked = askPage({ connection, since: leg.since, timezone, place }, asking);
    const answer = await (isSure ? asked : unlessRefused(asked));
    if (answer === null) return null;
    gathered.bytes += answer.body.length;
    const { document, read } = readPage(answer, { connection, items, page });
    const now = fingerprintOf(read.records);
    if (now !== null && now === before) {
      if (!isSure) return null;
      throw astray(request, 'it gives the same page again, as if it could not continue');
    }
    before = now;
    for (const record of read.records) gathered.records.push(record);
    for (const problem of read.problems) gathered.problems.push(problem);
    const entries = read.records.length + read.problems.length;
    const link = answer.headers['link'] ?? null;
    const next = nextPage(connection, { document, link, url: answer.url, place, entries, longest });
    if (next.kind === 'end') return null;
    if (next.kind === 'odd') throw astray(request, next.why);
    const key = JSON.stringify(next.place);
    if (seen.has(key)) throw astray(request, 'its pages lead in a circle');
    seen.add(key);
    place = next.place;
    longest = Math.max(longest, entries);
    isSure = next.kind === 'page';
    const why = boundHit(request);
    if (why !== null) return { place: next.place, why };
  }
}

/** Many services refuse a page beyond the last one. */
async function unlessRefused(asked: Promise<OutwardAnswer>): Promise<OutwardAnswer | null> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.reason === 'source-refuses') return null;
    throw thrown;
  }
}

/**
 * A service that does not know the parameter of pages gives the first one for good. `null`: nothing in them tells records
 * from others.
 */
function fingerprintOf(records: readonly TicketRecord[]): string | null {
  const values = records.map(({ value }) => plainValues(value, MAX_DEPTH));
  return values.every(({ length }) => length === 0) ? null : sha256(JSON.stringify(values));
}

/** Texts and numbers of a record and of what it wraps: how deep the rest goes is the server's choice. */
function plainValues(value: unknown, depth: number): readonly unknown[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [value];
  return depth === 0 ? [] : Object.values(value).flatMap((one) => plainValues(one, depth - 1));
}

function boundHit({ bounds, gathered, asking, startedAt }: LegRequest): string | null {
  if (gathered.pages >= bounds.pages) return `after ${plural(bounds.pages, 'page')}`;
  if (gathered.records.length >= bounds.records)
    return `after ${plural(gathered.records.length, 'record')}`;
  if (gathered.bytes >= bounds.bytes) return `after ${Math.round(gathered.bytes / 1_000_000)} MB`;
  return asking.clock.monotonic() - startedAt >= bounds.ms
    ? `after ${Math.round(bounds.ms / 60_000)} minutes`
    : null;
}

function astray({ asking, gathered }: LegRequest, why: string): AppError {
  const { name } = asking.connection;
  return new AppError('failed', {
    code: 'source-astray',
    message: `connections.${name}: on page ${gathered.pages}, ${why}`,
    hint: `Correct connections.${name}.pages. Nothing of it was told.`,
  });
}

// From an answer to records, or an AppError that says what came instead.
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
