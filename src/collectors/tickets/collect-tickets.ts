/**
 * `tickets`: records of a file, a folder or a connection, masked, windowed, and grouped into themes.
 *
 * Read in one place, in order: the source's records (`sources/`), the parts of a ticket (`fields/`), one record an
 * id (`choose-records.ts`), the window (`window-tickets.ts`), masks and lengths (`shape-ticket.ts`), themes (`themes/`). Nothing read is dropped in silence: each record is an item,
 * waits, is counted in `leftOut`, or is a problem with its place.
 */
import { AppError } from '../../words/errors.ts';
import type { TicketsFacts } from '../../words/facts.ts';
import { localDateOf, localInstantReader } from '../../words/local-time.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { TicketProblem } from '../../words/ticket.ts';
import type { CollectRequest } from '../contract.ts';
import { chooseRecords } from './choose-records.ts';
import { embedTickets } from './embeddings/embed-tickets.ts';
import { checkFields } from './fields/check-fields.ts';
import { mapRecord, type ReadTicket } from './fields/map-record.ts';
import { createMasker, type Masker } from './masking/mask-text.ts';
import { keptTickets, knownThemes } from './memory/known-themes.ts';
import { readTicketsMemory, type TicketsMemory } from './memory/tickets-memory.ts';
import { shapeTicket } from './shape-ticket.ts';
import { readSource, type SourceRead } from './sources/read-source.ts';
import { findThemes, type UngroupedTicket } from './themes/find-themes.ts';
import type { TicketRecord } from './ticket-record.ts';
import type { TicketsRule } from './tickets-rule.ts';
import { createUrgencyJudge } from './urgency/urgent-words.ts';
import { windowTickets } from './window-tickets.ts';

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
