/** A routine's tickets over a connection to loopback: what is collected, and remembered as after a good run. */
import type { CollectRequest } from '../../../../src/collectors/contract.ts';
import { collectTickets } from '../../../../src/collectors/tickets/collect-tickets.ts';
import { rememberTickets } from '../../../../src/collectors/tickets/remember-tickets.ts';
import {
  SOURCE_BOUNDS,
  type SourceBounds,
  type SourceReading,
  type TicketsRule,
} from '../../../../src/collectors/tickets/sources/contract.ts';
import { openSource } from '../../../../src/collectors/tickets/sources/read-source.ts';
import { ticketsOf } from '../../../../src/connectors/registry.ts';
import type { Clock } from '../../../../src/platform/clock.ts';
import type { Connection, HttpConnection } from '../../../../src/words/connection.ts';
import { AppError } from '../../../../src/words/errors.ts';
import type { CollectorMemory, TicketsFacts } from '../../../../src/words/facts.ts';
import { isRoutineId, isRunId } from '../../../../src/words/ids.ts';
import type { Secret } from '../../../../src/words/redaction/secret.ts';
import type { Window } from '../../../../src/words/run-spec.ts';
import type { PlainJson } from '../../../../src/words/ticket.ts';
import { temporaryFolder } from '../../../kit/git-repo.ts';
import { stillClock } from '../../../kit/still-clock.ts';
import { ticketsRequest } from '../tickets-request.ts';

export const TOKEN = 'kit-token-0123456789-abcdef';

export interface SourceWorld {
  readonly clock: Clock;
  readonly learned: Secret[];
  /** A run that goes well: what it tells is remembered. */
  readonly run: (window: Window, change?: Change) => Promise<TicketsFacts>;
  /** What a run would tell that fails later. */
  readonly collect: (window: Window, change?: Change) => Promise<TicketsFacts>;
  readonly memory: () => CollectorMemory | null;
  readonly read: (given: Reading) => Promise<SourceReading>;
}

interface Change {
  readonly rule?: Partial<TicketsRule>;
  readonly connection?: Connection;
}

interface Reading {
  readonly since?: string | null;
  readonly until?: string;
  readonly mark?: PlainJson;
  readonly bounds?: Partial<SourceBounds>;
}

export function httpConnection(base: string, change: Partial<HttpConnection> = {}): HttpConnection {
  return {
    kind: 'http',
    name: 'support',
    private: true,
    ca: null,
    url: `${base}/tickets`,
    method: 'GET',
    headers: { authorization: 'Bearer {secret}' },
    token: { kind: 'env', name: 'SUPPORT_TOKEN' },
    query: { since: '{since}' },
    body: null,
    sinceForm: 'iso',
    pages: { kind: 'none' },
    ...change,
  };
}

export function sourceWorld(
  connection: Connection,
  {
    timezone = 'UTC',
    now = '2026-11-22T08:00:00.000Z',
    env = {},
    repository = null,
  }: {
    readonly timezone?: string;
    readonly now?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly repository?: string | null;
  } = {},
): SourceWorld {
  const clock = stillClock(now);
  const learned: Secret[] = [];
  let memory: CollectorMemory | null = null;
  const root = repository ?? temporaryFolder('rm-source-');
  const request = (change: Change = {}): CollectRequest<TicketsRule> => ({
    ...ticketsRequest(root, {
      timezone,
      memory,
      outside: {
        connections: [change.connection ?? connection],
        ticketsOf,
        env: { SUPPORT_TOKEN: TOKEN, ...env },
        clock,
        learn: (secrets) => learned.push(...secrets),
      },
    }),
    rule: {
      kind: 'tickets',
      path: null,
      from: connection.name,
      format: 'auto',
      items: null,
      fields: {},
      mask: ['email', 'phone', 'card'],
      max: 20_000,
      ...change.rule,
    },
  });
  const collect: SourceWorld['collect'] = async (window, change) =>
    collectTickets({ ...request(change), window });
  return {
    clock,
    learned,
    collect,
    memory: () => memory,
    run: async (window, change) => {
      // Facts are stored as JSON between the steps.
      const facts: TicketsFacts = JSON.parse(JSON.stringify(await collect(window, change)));
      const value = rememberTickets({ facts, window, run: runId(), current: memory });
      memory = JSON.parse(
        JSON.stringify({ routine: routineId(), collector: 'tickets', run: runId(), value }),
      );
      return facts;
    },
    read: async ({ since = null, until = now, mark = null, bounds = {} }) => {
      const source = await openSource(request(), { ...SOURCE_BOUNDS, ...bounds });
      return source.read({ since, until, mark, reached: null });
    },
  };
}

/** From one instant of November 2026 to another: `21T07:00`. */
export function window(from: string | null, to: string): Window {
  const instant = (text: string) => `2026-11-${text}:00.000Z`;
  return { from: from === null ? null : instant(from), to: instant(to), uncovered: null };
}

export const idsOf = ({ items }: Pick<TicketsFacts, 'items'>): readonly string[] =>
  items.map(({ id, late }) => (late ? `${id} late` : id));

/** The failure as a run stores it, and never with the token. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const text = `${thrown.code} ${thrown.reason}: ${thrown.message} | ${thrown.hint}`;
    if (text.includes(TOKEN) || text.includes('ghp_') || text.includes('\n'))
      throw new Error(`it tells too much: ${text}`, { cause: thrown });
    return text;
  }
  throw new Error('it did not fail');
}

function runId() {
  const id = `0${'1'.repeat(25)}`;
  if (!isRunId(id)) throw new TypeError(id);
  return id;
}

function routineId() {
  const id = 'digest';
  if (!isRoutineId(id)) throw new TypeError(id);
  return id;
}
