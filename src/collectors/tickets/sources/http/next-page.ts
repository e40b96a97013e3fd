/** Where the next page is, by what an answer says. Pure; an answer is hostile. */
import type { HttpConnection } from '../../../../words/connection.ts';
import { assertNever } from '../../../../words/errors.ts';
import { oneLine } from '../../../../words/text.ts';
import { valueAt } from '../../fields/record-values.ts';
import type { PagePlace } from './page-request.ts';

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
