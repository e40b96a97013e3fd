/**
 * `http`: a list of tickets as JSON. Asked page by page since its mark; what a bound leaves over is gone on with next time,
 * from the page that would have come, before it is asked for what is new.
 */
import { sha256 } from '../../../../platform/hash.ts';
import { isRecord } from '../../../../platform/json.ts';
import { reachOf } from '../../../../platform/outward/reach-of.ts';
import { readCredential } from '../../../../platform/outward/read-credential.ts';
import { canonicalJson } from '../../../../words/canonical-json.ts';
import type { HttpConnection } from '../../../../words/connection.ts';
import { AppError } from '../../../../words/errors.ts';
import type { PlainJson } from '../../../../words/ticket.ts';
import {
  type NextReading,
  type SourceReading,
  type SourceRequest,
  type SourceStart,
  type TicketSource,
  earlierStart,
} from '../contract.ts';
import type { Asking } from './ask-page.ts';
import { asksSince, type PagePlace } from './page-request.ts';
import { readPages, type Gathered, type LegRequest, type LegRest } from './read-pages.ts';

type Request = SourceRequest<HttpConnection>;

export function openHttp(request: Request): TicketSource {
  const { connection, rule } = request;
  const { url, method, query, body, sinceForm, pages } = connection;
  const { origin, pathname } = new URL(url);
  return {
    identity: sha256(
      canonicalJson({
        kind: 'http',
        url,
        method,
        query,
        body,
        sinceForm,
        pages,
        items: rule.items,
      }),
    ),
    asked: `${method} ${origin}${pathname}`,
    read: async (start) => readList(request, start),
  };
}

async function readList(request: Request, start: SourceStart): Promise<SourceReading> {
  const asking = await askingOf(request);
  const plan = planReading(request, start);
  const gathered: Gathered = { records: [], problems: [], pages: 0, bytes: 0 };
  const leg: LegRequest = {
    asking,
    items: request.rule.items,
    timezone: request.timezone,
    bounds: request.bounds,
    startedAt: request.outside.clock.monotonic(),
    gathered,
  };
  const { mark, cut } = await readLegs(plan, leg);
  const { records, problems, pages } = gathered;
  const isAll = !asksSince(request.connection);
  return {
    records,
    problems,
    repeated: 0,
    since: isAll ? null : plan.since,
    next: nextOf(mark, start),
    counts: { pages, requests: asking.spent.requests },
    cut,
  };
}

interface Plan {
  readonly mark: HttpMark | null;
  /** From when on what is new is asked for. */
  readonly since: string | null;
  /** Where the next reading begins when this one ends well. */
  readonly until: string;
}

function planReading({ connection, outside }: Request, start: SourceStart): Plan {
  const read = readHttpMark(start.mark);
  const mark = read === null ? null : withoutForeignRest(read, connection.url);
  const now = outside.clock.now().toISOString();
  const until = now < start.until ? now : start.until;
  const known = mark?.rest?.until ?? mark?.since ?? null;
  return { mark, since: earlierStart(known, start.since), until };
}

/** The token goes to the connection's own origin, whatever a file of ours says. */
function withoutForeignRest(mark: HttpMark, url: string): HttpMark {
  const place = mark.rest?.place;
  const isForeign =
    place !== undefined && 'url' in place && new URL(place.url).origin !== new URL(url).origin;
  return isForeign ? { since: mark.since, rest: null } : mark;
}

interface LegsRead {
  readonly mark: HttpMark;
  readonly cut: string | null;
}

async function readLegs({ mark, since, until }: Plan, request: LegRequest): Promise<LegsRead> {
  const known = mark?.since ?? null;
  const rest = mark?.rest ?? null;
  if (rest === null)
    return readNew({ known: mark === null ? since : known, since, until }, request);
  const left = await readRest(rest, request);
  if (left === null) return readNew({ known: rest.until, since, until }, request);
  if (left !== 'gone')
    return { mark: { since: known, rest: { ...rest, place: left.place } }, cut: left.why };
  // All that the rest was part of is asked for again.
  return readNew(
    { known, since: known === null ? null : earlierStart(known, since), until },
    request,
  );
}

async function readNew(
  {
    known,
    since,
    until,
  }: { readonly known: string | null; readonly since: string | null; readonly until: string },
  request: LegRequest,
): Promise<LegsRead> {
  const left = await readPages({ since, place: null }, request);
  if (left === null) return { mark: { since: until, rest: null }, cut: null };
  return { mark: { since: known, rest: { since, place: left.place, until } }, cut: left.why };
}

/** Marks of pages grow old: a service that refuses one is asked again from where the reading before began. */
async function readRest(
  { since, place }: HttpRest,
  request: LegRequest,
): Promise<LegRest | 'gone'> {
  const { gathered, asking } = request;
  const before = gathered.pages;
  try {
    return await readPages({ since, place }, request);
  } catch (thrown) {
    const isOld =
      thrown instanceof AppError &&
      thrown.reason === 'source-refuses' &&
      gathered.pages === before + 1;
    if (!isOld) throw thrown;
    gathered.problems.push({
      source: asking.connection.name,
      problem: 'the page at which the last reading stopped is gone: read from its beginning again',
    });
    return 'gone';
  }
}

function nextOf(mark: HttpMark, start: SourceStart): NextReading {
  const reached = mark.since ?? start.since ?? new Date(0).toISOString();
  return { mark: plainMark(mark), reached };
}

async function askingOf(request: Request): Promise<Asking> {
  const { connection, outside, signal } = request;
  const { env, clock, learn } = outside;
  const secret =
    connection.token === null ? null : await readCredential(connection.token, env, learn);
  return {
    connection,
    secret,
    reach: await reachOf(connection, env),
    clock,
    ...(signal === undefined ? {} : { signal }),
    progress: (text) => request.progress(text),
    spent: { requests: 0, waitedMs: 0 },
  };
}

/** How far an HTTP list was read. What is read back from a file is checked; one that does not hold counts as none. Pure. */
interface HttpMark {
  /** All that changed before was read; `null`: nothing is known. */
  readonly since: string | null;
  /** What a bound left over. */
  readonly rest: HttpRest | null;
}

interface HttpRest {
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

function plainMark({ since, rest }: HttpMark): PlainJson {
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
