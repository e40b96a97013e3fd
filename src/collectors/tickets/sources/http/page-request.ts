/** The request for a page: where, and with what. Pure; the secret stands only in its headers. */
import { isRecord, tryParseJson } from '../../../../platform/json.ts';
import type { HttpConnection } from '../../../../words/connection.ts';
import { AppError, assertNever } from '../../../../words/errors.ts';
import { localMinuteOf } from '../../../../words/local-time.ts';
import { oneLine } from '../../../../words/text.ts';
import { valueAt } from '../../fields/record-values.ts';

const MINUTE = 60_000;
const HALF_DAY = 720 * MINUTE;

/** Where a page is. Plain JSON: the mark holds one. `null`: the first. */
export type PagePlace =
  | null
  | { readonly url: string }
  | { readonly cursor: string }
  | { readonly number: number };

export interface PageRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body: string | null;
}

export interface PageOf {
  readonly connection: HttpConnection;
  /** `null`: the beginning of time. */
  readonly since: string | null;
  readonly timezone: string;
  readonly place: PagePlace;
}

/** Throws an AppError when the body of a POST is not JSON. */
export function pageRequest(page: PageOf): PageRequest {
  const { connection, place } = page;
  const { method } = connection;
  const cursor = cursorText(page);
  const body = method === 'POST' ? requestBody(page, cursor) : null;
  if (place !== null && 'url' in place) return { url: place.url, method, body };
  const url = new URL(connection.url);
  for (const [name, value] of Object.entries(connection.query))
    url.searchParams.set(name, value.replaceAll('{since}', since(page)));
  const { pages } = connection;
  const named = pages.kind === 'cursor' || pages.kind === 'number' ? pages.parameter : null;
  const inBody = method === 'POST' && connection.body?.includes('{cursor}') === true;
  if (named !== null && cursor !== null && !inBody) url.searchParams.set(named, cursor);
  return { url: url.href, method, body };
}

/** Whether it can be asked for what is new at all. */
export function asksSince({ query, method, body }: HttpConnection): boolean {
  const inBody = method === 'POST' && body?.includes('{since}') === true;
  return inBody || Object.values(query).some((value) => value.includes('{since}'));
}

/** A header's value may hold the secret: never to be shown. */
export function pageHeaders(
  connection: HttpConnection,
  secret: string | null,
): Readonly<Record<string, string>> {
  const given = Object.entries(connection.headers).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    // A function, since `$&` in a secret would mean something.
    value.replaceAll('{secret}', () => secret ?? ''),
  ]);
  return {
    accept: 'application/json',
    ...(connection.method === 'POST' ? { 'content-type': 'application/json' } : {}),
    ...Object.fromEntries(given),
  };
}

function cursorText({ connection: { pages }, place }: PageOf): string | null {
  if (place !== null && 'cursor' in place) return place.cursor;
  if (place !== null && 'number' in place) return String(place.number);
  return pages.kind === 'number' ? String(pages.first) : null;
}

function since({ connection, since: from, timezone }: PageOf): string {
  return sinceText(new Date(from ?? 0), connection.sinceForm, timezone);
}

/** Put in as values, never as text: what a server gives as a cursor cannot leave its place. */
function requestBody(page: PageOf, cursor: string | null): string {
  const { connection } = page;
  if (connection.body === null) return '{}';
  const document = tryParseJson(connection.body);
  if (document === undefined) {
    throw new AppError('invalid-definition', {
      code: 'body-not-json',
      message: `connections.${connection.name}.body is not JSON`,
      hint: 'Write one JSON text, with "{since}" and "{cursor}" as strings in it.',
    });
  }
  const isNumber = connection.sinceForm === 'seconds' || connection.sinceForm === 'milliseconds';
  const from = since(page);
  const isCounted = connection.pages.kind === 'number';
  return JSON.stringify(filled(document, { from, isNumber, cursor, isCounted }));
}

interface Filling {
  readonly from: string;
  /** A value that is nothing but `{since}` becomes a number. */
  readonly isNumber: boolean;
  /** `null` on the first page: a value that is nothing but `{cursor}` is left out. */
  readonly cursor: string | null;
  /** And becomes a number where pages are counted. */
  readonly isCounted: boolean;
}

function filled(value: unknown, filling: Filling): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, filling));
  if (isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, one]) => one !== '{cursor}' || filling.cursor !== null)
        .map(([name, one]) => [name, filled(one, filling)]),
    );
  }
  if (typeof value !== 'string') return value;
  if (value === '{since}') return filling.isNumber ? Number(filling.from) : filling.from;
  if (value === '{cursor}' && filling.isCounted) return Number(filling.cursor);
  return value
    .replaceAll('{since}', filling.from)
    .replaceAll('{cursor}', () => filling.cursor ?? '');
}

/** How `{since}` is written. Never later than the instant, however the service reads it. Pure. */
export function sinceText(
  instant: Date,
  form: HttpConnection['sinceForm'],
  timezone: string,
): string {
  switch (form) {
    case 'iso':
      return instant.toISOString();
    case 'date':
      // The day as it is called where it begins last; further east it began before.
      return new Date(instant.getTime() - HALF_DAY).toISOString().slice(0, 10);
    case 'seconds':
      return String(Math.floor(instant.getTime() / 1_000));
    case 'milliseconds':
      return String(instant.getTime());
    case 'jql':
      return wallTime(instant, timezone);
    default:
      return assertNever(form);
  }
}

/** An hour that comes twice might be taken for the second one: then the one before it is said. */
function wallTime(instant: Date, timezone: string): string {
  const at = (minutes: number) =>
    localMinuteOf(new Date(instant.getTime() + minutes * MINUTE), timezone);
  return [30, 60].some((minutes) => at(minutes) === at(0)) ? at(-60) : at(0);
}

// Where the next page is, by what an answer says. Pure; an answer is hostile.
export interface AnsweredPage {
  readonly document: unknown;
  /** The header; `null` without one. */
  readonly link: string | null;
  /** Where the answer came from. */
  readonly url: string;
  readonly place: PagePlace;
  /** How many entries its list has. */
  readonly entries: number;
  /** And the longest list of a page before it. */
  readonly longest: number;
}

export type NextPage =
  | { readonly kind: 'page'; readonly place: Exclude<PagePlace, null> }
  /** Nothing says whether there is one: that it is refused, or the same once more, is the end as well. */
  | { readonly kind: 'perhaps'; readonly place: Exclude<PagePlace, null> }
  | { readonly kind: 'end' }
  /** It says something that cannot be followed. */
  | { readonly kind: 'odd'; readonly why: string };

const END: NextPage = { kind: 'end' };
const MAX_CURSOR = 4_000;

export function nextPage(connection: HttpConnection, answered: AnsweredPage): NextPage {
  const { pages } = connection;
  const { document } = answered;
  switch (pages.kind) {
    case 'none':
      return END;
    case 'link':
      return toUrl(connection, answered, nextLink(answered.link ?? ''));
    case 'url':
      return isTrue(document, pages.last)
        ? END
        : toUrl(connection, answered, valueAt(document, pages.at));
    case 'cursor':
      return isTrue(document, pages.last) ||
        (pages.more !== null && !isYes(valueAt(document, pages.more)))
        ? END
        : toCursor(valueAt(document, pages.at), pages.more);
    case 'number':
      return toNumber(pages, answered);
    default:
      return assertNever(pages);
  }
}

function isTrue(document: unknown, path: string | null | undefined): boolean {
  return path !== null && path !== undefined && isYes(valueAt(document, path));
}

function isYes(value: unknown): boolean {
  return value === true || value === 'true' || value === 1;
}

function toUrl(
  { url: asked }: HttpConnection,
  { url: from }: AnsweredPage,
  value: unknown,
): NextPage {
  if (value === undefined || value === null || value === '') return END;
  if (typeof value !== 'string' || value.length > MAX_CURSOR || !URL.canParse(value, from))
    return { kind: 'odd', why: 'what it gives as its next page is not an address' };
  const url = new URL(value, from);
  const { origin } = new URL(asked);
  if (url.origin === origin && url.username === '' && url.password === '')
    return { kind: 'page', place: { url: url.href } };
  return {
    kind: 'odd',
    why: `its next page is elsewhere, at ${oneLine(url.origin, 100)}, which is not followed: the token is for ${origin} alone`,
  };
}

function toCursor(value: unknown, more: string | null): NextPage {
  if (typeof value === 'number' && Number.isFinite(value))
    return { kind: 'page', place: { cursor: String(value) } };
  if (value === undefined || value === null || value === '')
    return more === null ? END : { kind: 'odd', why: 'it says that there is more, and not where' };
  if (typeof value === 'string' && value.length <= MAX_CURSOR)
    return { kind: 'page', place: { cursor: value } };
  return { kind: 'odd', why: 'what it gives as the mark of its next page is not text' };
}

/** A service may give fewer at once than it is asked for, which looks like a last page until the next one is seen. */
function toNumber(
  { first, step, size }: Extract<HttpConnection['pages'], { kind: 'number' }>,
  { place, entries, longest }: AnsweredPage,
): NextPage {
  const isFull = entries >= size;
  if (entries === 0 || (!isFull && entries < longest)) return END;
  const now = place !== null && 'number' in place ? place.number : first;
  // Where entries are counted and not pages, the next one is that after the last that came.
  const number = now + (isFull || step === 1 ? step : Math.min(step, entries));
  return { kind: isFull ? 'page' : 'perhaps', place: { number } };
}

/** The address with `rel="next"` of a header Link (RFC 8288). */
function nextLink(header: string): string | null {
  for (const [, address = '', parameters = ''] of header
    .slice(0, 20_000)
    .matchAll(/<([^<>]*)>((?:[^,"<]|"[^"]*")*)/g)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters);
    const names = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/);
    if (names.includes('next')) return address;
  }
  return null;
}
