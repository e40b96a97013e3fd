/** How far an HTTP list was read. What is read back from a file is checked; one that does not hold counts as none. Pure. */
import { isRecord } from '../../../../platform/json.ts';
import type { PlainJson } from '../../../../words/ticket.ts';
import type { PagePlace } from './page-request.ts';

export interface HttpMark {
  /** All that changed before was read; `null`: nothing is known. */
  readonly since: string | null;
  /** What a bound left over. */
  readonly rest: HttpRest | null;
}

export interface HttpRest {
  /** What its pages were asked with. */
  readonly since: string | null;
  readonly place: Exclude<PagePlace, null>;
  /** When it is read, all up to here is. */
  readonly until: string;
}

export function readHttpMark(value: PlainJson): HttpMark | null {
  if (!isRecord(value) || !isSince(value['since'])) return null;
  const { since, rest } = value;
  if (!isRecord(rest)) return { since, rest: null };
  const place = placeOf(rest['place']);
  const { since: asked, until } = rest;
  return place !== null && isSince(asked) && isInstant(until)
    ? { since, rest: { since: asked, place, until } }
    : { since, rest: null };
}

export function plainMark({ since, rest }: HttpMark): PlainJson {
  return { since, rest: rest === null ? null : { ...rest, place: { ...rest.place } } };
}

function placeOf(value: unknown): Exclude<PagePlace, null> | null {
  if (!isRecord(value)) return null;
  const { url, cursor, number } = value;
  if (typeof url === 'string' && URL.canParse(url)) return { url };
  if (typeof cursor === 'string') return { cursor };
  return typeof number === 'number' && Number.isSafeInteger(number) ? { number } : null;
}

function isSince(value: unknown): value is string | null {
  return value === null || isInstant(value);
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
