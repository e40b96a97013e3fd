/** Reads the rule's source from where the last good run came to, and says where the next one begins. */
import type { Connection } from '../../../words/connection.ts';
import { AppError } from '../../../words/errors.ts';
import { oneLine } from '../../../words/text.ts';
import type { TicketsMark, TicketsOrigin } from '../../../words/ticket.ts';
import type { TicketsMemory } from '../memory/tickets-memory.ts';
import type { TicketsRequest } from '../tickets-request.ts';
import {
  MAX_MARK,
  type SourceReading,
  type SourceStart,
  type TicketSource,
  SOURCE_BOUNDS,
  type SourceBounds,
} from './contract.ts';

/** Before the first ticket anywhere. */
const BEGINNING = '1970-01-01T00:00:00.000Z';

export interface SourceRead {
  readonly reading: SourceReading;
  /** `null`: they come from files. */
  readonly origin: TicketsOrigin | null;
  /** The mark in case that not all that was read is told: the next reading begins where this one did. */
  readonly again: TicketsMark | null;
  /** No earlier reading of this source is known. */
  readonly isFirst: boolean;
}

/** Throws an AppError when the source cannot be had or read. */
export async function readSource(
  request: TicketsRequest,
  memory: TicketsMemory,
): Promise<SourceRead> {
  const connection = connectionOf(request);
  const source = await openSource(request);
  const kept = memory.mark?.identity === source.identity ? memory.mark : null;
  const start = startOf(request, kept);
  const reading = await source.read(start);
  if (connection === null) return { reading, origin: null, again: null, isFirst: kept === null };
  const { name, kind } = connection;
  const { since, counts, cut } = reading;
  return {
    reading,
    origin: {
      connection: name,
      kind,
      asked: source.asked,
      since,
      ...counts,
      cut,
      mark: markOf(source, reading),
    },
    again: reading.next === null ? null : (kept ?? beginningOf(source, start)),
    isFirst: kept === null,
  };
}

/** A mark without a value says from when on alone; a window that begins before it goes first. */
function startOf({ window }: TicketsRequest, kept: TicketsMark | null): SourceStart {
  const bare = kept !== null && kept.value === null ? kept.reached : null;
  const since = bare !== null && window.from !== null && bare < window.from ? bare : window.from;
  return { since, until: window.to, mark: kept?.value ?? null, reached: kept?.reached ?? null };
}

function beginningOf({ identity }: TicketSource, { since }: SourceStart): TicketsMark {
  return { identity, reached: since ?? BEGINNING, value: null };
}

function markOf({ identity, asked }: TicketSource, { next }: SourceReading): TicketsMark | null {
  if (next === null) return null;
  if (JSON.stringify(next.mark).length <= MAX_MARK)
    return { identity, reached: next.reached, value: next.mark };
  throw new AppError('failed', {
    code: 'mark-too-long',
    message: `${asked}: the mark to continue from has more than ${MAX_MARK.toLocaleString('en-US')} characters`,
    hint: 'Ask for it in another way of paging, or for less at once.',
  });
}

/** Throws an AppError when the connection is not there, or has no tickets. */
export async function openSource(
  request: TicketsRequest,
  bounds: SourceBounds = SOURCE_BOUNDS,
): Promise<TicketSource> {
  const connection = connectionOf(request);
  const { rule, outside } = request;
  if (connection === null) {
    const { openFiles } = await import('./files/open-files.ts');
    return openFiles(rule.path ?? '', request);
  }
  return outside.ticketsOf(connection).open({ ...request, bounds, connection });
}

/** The connection that the rule names; `null`: it reads files. Throws an AppError when there is none of that name. */
function connectionOf({ rule, outside }: TicketsRequest): Connection | null {
  const name = rule.from ?? null;
  if (name === null) return null;
  const found = outside.connections.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = outside.connections.map((one) => one.name).join(', ');
  throw new AppError('invalid-definition', {
    code: 'no-connection',
    message: `\`tickets.from\` names the connection ${oneLine(name, 80)}, which roundsman.yaml does not have`,
    hint:
      names === ''
        ? 'Add it under `connections`, such as `support: { kind: imap, host: imap.example.com, user: you@example.com, password: env:IMAP_PASSWORD }`. All kinds: roundsman schema workspace'
        : `It has: ${names}.`,
  });
}
