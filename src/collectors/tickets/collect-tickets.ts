/**
 * `tickets`: records of a file, a folder or a connection, masked, windowed, and grouped into themes.
 *
 * Read in one place, in order: the source's records (`sources/`), the parts of a ticket (`fields/`), one record an
 * id, the window, masks and lengths (`shape-ticket.ts`), themes (`themes/`). Nothing read is dropped in silence: each
 * record is an item, waits, is counted in `leftOut`, or is a problem with its place.
 */
import { AppError } from '../../words/errors.ts';
import type { TicketsFacts } from '../../words/facts.ts';
import { localDateOf, localInstantReader } from '../../words/local-time.ts';
import { findPatterns, mergeRanges, replaceRanges } from '../../words/redaction/patterns.ts';
import type { Window } from '../../words/run-spec.ts';
import { oneLine, plural, stripControls } from '../../words/text.ts';
import type { TicketProblem } from '../../words/ticket.ts';
import type { CollectRequest } from '../contract.ts';
import { embedTickets } from './embeddings/embed-tickets.ts';
import { checkFields, mapRecord, type ReadTicket } from './fields/map-record.ts';
import { MAX_READ } from './fields/record-values.ts';
import { createMasker, type Masker } from './masking/mask-text.ts';
import { keptTickets, knownThemes } from './memory/known-themes.ts';
import { readTicketsMemory, type TicketsMemory } from './memory/tickets-memory.ts';
import type { TicketsRule } from './sources/contract.ts';
import { readSource, type SourceRead } from './sources/read-source.ts';
import { findThemes, type UngroupedTicket } from './themes/find-themes.ts';
import type { TicketRecord } from './ticket-record.ts';
import { createUrgencyJudge, type UrgencyJudge } from './urgency/urgent-words.ts';

const MAX_PROBLEMS = 100;

type Request = CollectRequest<TicketsRule>;

export async function collectTickets(request: Request): Promise<TicketsFacts> {
  const { rule, window } = request;
  const memory = readTicketsMemory(request.memory);
  const source = await readSource(request, memory);
  const read = source.reading;
  const unmapped = fieldProblems(source, rule.fields);
  const mapped = await mapRecords(read.records, request);
  const { tickets, repeated } = chooseRecords(mapped.tickets);
  const windowed = windowTickets({ tickets, window, max: rule.max, wasTold: toldBefore(memory) });
  const masker = createMasker(rule.mask);
  const urgencyOf = createUrgencyJudge(rule.urgent ?? { words: [], except: [] });
  const items = windowed.tickets.map((ticket) => shapeTicket(ticket, { masker, urgencyOf }));
  const themed = await groupTickets(items, { memory, request });
  const problems = [...unmapped, ...read.problems, ...mapped.problems];
  const isTold = windowed.truncated === 0;
  return {
    kind: 'tickets',
    ...themed,
    coverage: {
      examined: read.records.length,
      found: items.length + windowed.truncated,
    },
    truncated: windowed.truncated,
    untrusted: true,
    leftOut: { ...windowed.leftOut, repeated: repeated + read.repeated },
    problems: problems.slice(0, MAX_PROBLEMS).map((problem) => shownProblem(problem, masker)),
    moreProblems: Math.max(0, problems.length - MAX_PROBLEMS),
    masked: masker.counts(),
    firstTime: isFirstTime(memory),
    ...(source.origin === null
      ? {}
      : { origin: isTold ? source.origin : { ...source.origin, mark: source.again } }),
  };
}

/**
 * A mapped field that no record has is refused in files, and when a source is read first. Later, when a few records come,
 * they may all be without it.
 */
function fieldProblems(
  { reading, origin, isFirst }: SourceRead,
  fields: TicketsRule['fields'],
): readonly TicketProblem[] {
  try {
    checkFields(reading.records, fields);
    return [];
  } catch (thrown) {
    if (origin === null || isFirst || !(thrown instanceof AppError)) throw thrown;
    return [{ source: origin.connection, problem: thrown.message }];
  }
}

async function mapRecords(
  records: readonly TicketRecord[],
  request: Request,
): Promise<{
  readonly tickets: readonly ReadTicket[];
  readonly problems: readonly TicketProblem[];
}> {
  request.progress(`reading ${plural(records.length, 'record')}`);
  const mapping = { fields: request.rule.fields, clock: localInstantReader(request.timezone) };
  const tickets: ReadTicket[] = [];
  const problems: TicketProblem[] = [];
  for (const record of records) {
    const mapped = await mapRecord(record, mapping);
    if (mapped.ticket !== null) tickets.push(mapped.ticket);
    for (const problem of mapped.problems) problems.push(problem);
  }
  return { tickets, problems };
}

function toldBefore(memory: TicketsMemory): (ticket: ReadTicket) => boolean {
  const told = new Set([...Object.values(memory.told).flat(), ...memory.undated]);
  const bound = memory.toldBefore === null ? null : Date.parse(memory.toldBefore);
  return ({ id, createdAt }) =>
    told.has(id) || (bound !== null && createdAt !== null && createdAt < bound);
}

function isFirstTime({ told, toldBefore, undated }: TicketsMemory): boolean {
  return Object.keys(told).length === 0 && toldBefore === null && undated.length === 0;
}

async function groupTickets(
  tickets: readonly UngroupedTicket[],
  { memory, request }: { readonly memory: TicketsMemory; readonly request: Request },
): Promise<Pick<TicketsFacts, 'items' | 'themes' | 'pausedThemes' | 'terms' | 'embeddings'>> {
  const { window, timezone } = request;
  request.progress(`grouping ${plural(tickets.length, 'ticket')}`);
  const dateOf = (instant: string) => localDateOf(new Date(instant), timezone);
  const known = knownThemes({ memory, window, dateOf });
  const kept = keptTickets({ memory, window, ids: new Set(tickets.map(({ id }) => id)) });
  const date = dateOf(window.to);
  const { vectors, fact } = await embedTickets(tickets, { kept, request });
  const found = await findThemes({ tickets, known, kept, vectors, date });
  const { themes, paused, duplicateOf, terms } = found;
  return {
    items: tickets.map((ticket) => ({
      ...ticket,
      duplicateOf: duplicateOf.get(ticket.id) ?? null,
    })),
    themes,
    // A window of long ago knows themes of later ones, to keep their ids; those have not paused.
    pausedThemes: paused.filter(({ lastSeen, previous }) => lastSeen <= date && previous > 0),
    terms: Object.fromEntries(terms),
    ...(fact === undefined ? {} : { embeddings: fact }),
  };
}

/** File names and values of customers may stand in it. */
function shownProblem({ source, problem }: TicketProblem, masker: Masker): TicketProblem {
  return { source: masker.mask(oneLine(source)), problem: masker.mask(oneLine(problem, 300)) };
}

/** One record an id: the one that was changed last, and of those the one that says most. Pure. */
interface ChosenRecords {
  /** In the order in which their ids came. */
  readonly tickets: readonly ReadTicket[];
  readonly repeated: number;
}

function chooseRecords(read: readonly ReadTicket[]): ChosenRecords {
  const byId = new Map<string, ReadTicket>();
  for (const ticket of read) {
    const other = byId.get(ticket.id);
    if (other === undefined || isBetter(ticket, other)) byId.set(ticket.id, ticket);
  }
  return { tickets: [...byId.values()], repeated: read.length - byId.size };
}

/** Alike in all: the later one, as exports are appended to. */
function isBetter(ticket: ReadTicket, other: ReadTicket): boolean {
  const differences = [
    lastChange(ticket) - lastChange(other),
    filledParts(ticket) - filledParts(other),
    ticket.body.length - other.body.length,
  ];
  return (differences.find((difference) => difference !== 0) ?? 0) >= 0;
}

function lastChange({ updatedAt, createdAt }: ReadTicket): number {
  return updatedAt ?? createdAt ?? 0;
}

function filledParts({ title, body, createdAt, author, labels, url }: ReadTicket): number {
  const parts = [
    title !== '',
    body !== '',
    createdAt !== null,
    author !== null,
    labels.length > 0,
    url !== null,
  ];
  return parts.filter(Boolean).length;
}

/** Which tickets count in a window, and what becomes of the others. Pure. */
interface WindowRequest {
  /** One record an id. */
  readonly tickets: readonly ReadTicket[];
  readonly window: Window;
  readonly max: number;
  /** Whether a good run told it before. */
  readonly wasTold: (ticket: ReadTicket) => boolean;
}

interface WindowedTickets {
  /** Oldest first, those without a date before them. */
  readonly tickets: readonly WindowedTicket[];
  /** How many wait for a later run because of `max`. */
  readonly truncated: number;
  readonly leftOut: Omit<TicketsFacts['leftOut'], 'repeated'>;
}

/**
 * A ticket counts when it was created in the window; or before it, or at an unknown time, and no run told it.
 * Of more than `max`, the newest count.
 */
function windowTickets({ tickets, window, max, wasTold }: WindowRequest): WindowedTickets {
  const from = window.from === null ? Number.NEGATIVE_INFINITY : Date.parse(window.from);
  const to = Date.parse(window.to);
  const counted: WindowedTicket[] = [];
  let told = 0;
  let afterWindow = 0;
  let automatic = 0;
  for (const ticket of tickets) {
    const at = ticket.createdAt;
    if (AUTOMATIC.test(ticket.title)) automatic += 1;
    else if (at !== null && at >= to) afterWindow += 1;
    else if (at !== null && at >= from) counted.push({ ticket, late: false });
    else if (wasTold(ticket)) told += 1;
    else counted.push({ ticket, late: true });
  }
  const oldestFirst = counted.toSorted((a, b) => compareAge(a.ticket, b.ticket));
  const truncated = Math.max(0, counted.length - max);
  const replies = automatic === 0 ? {} : { automatic };
  const leftOut = { told, afterWindow, ...replies };
  return { tickets: oldestFirst.slice(truncated), truncated, leftOut };
}

/** Titles that mail programs give to a reply by themselves: `Automatic reply: …`, `Out of office`. */
const AUTOMATIC =
  /^\s*(?:(?:re|aw|sv|antw)\s*:\s*)?(?:out of (?:the )?office|auto(?:matic)?[- ]?(?:reply|response)|abwesenheits(?:notiz|meldung)|automatische antwort|réponse automatique|respuesta automática)\s*(?::|$|re:)/i;

function compareAge(a: ReadTicket, b: ReadTicket): number {
  const [left, right] = [a.createdAt ?? 0, b.createdAt ?? 0];
  return left - right || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

// From what was read to what is told: masked, on the lengths that are promised, judged for urgency. Pure.
const MAX_TITLE = 300;
const MAX_BODY = 20_000;
const MAX_AUTHOR = 200;
/** A body that was read in part may end within an address: so much of its end is not shown. */
const UNSURE = 400;

export interface WindowedTicket {
  readonly ticket: ReadTicket;
  readonly late: boolean;
}

export function shapeTicket(
  { ticket, late }: WindowedTicket,
  { masker, urgencyOf }: { readonly masker: Masker; readonly urgencyOf: UrgencyJudge },
): UngroupedTicket {
  const title = oneLine(masker.mask(oneLine(withoutKeys(ticket.title), 2_000)), MAX_TITLE);
  const body = shapeBody(ticket.body, masker);
  const labels = ticket.labels.map((label) => masker.mask(withoutKeys(label)));
  return {
    id: ticket.id,
    title,
    body,
    createdAt: ticket.createdAt === null ? null : new Date(ticket.createdAt).toISOString(),
    author:
      ticket.author === null
        ? null
        : oneLine(masker.mask(oneLine(withoutKeys(ticket.author), 1_000)), MAX_AUTHOR),
    labels,
    url: ticket.url === null ? null : withoutKeys(ticket.url),
    source: ticket.source,
    late,
    urgent: urgencyOf({ title, body, labels, priorities: ticket.priorities }),
  };
}

function shapeBody(text: string, masker: Masker): string {
  const read = text.slice(0, MAX_READ);
  const masked = masker.mask(withoutKeys(read));
  const sure = read.length < text.length ? masked.slice(0, -UNSURE) : masked;
  if (read.length === text.length && masked.length <= MAX_BODY) return masked;
  const cut = sure.slice(0, MAX_BODY - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut}…`;
}

/** Replaces pasted keys and tokens by their pattern. Runs before any text is cut, as half a token is not recognizable. */
function withoutKeys(text: string): string {
  const plain = stripControls(text);
  return replaceRanges(plain, mergeRanges(findPatterns(plain)));
}
