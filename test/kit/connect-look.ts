/** One look at a connection, as `connect` does it; its report is held against the secret. */
import { expect } from 'vitest';

import type { ConnectSurroundings } from '../../src/connectors/contract.ts';
import { formOf } from '../../src/connectors/registry.ts';
import type { ConnectReport } from '../../src/forges/connect-report.ts';
import type { Connection } from '../../src/words/connection.ts';
import { makeRedactor } from '../../src/words/redaction/redactor.ts';
import { countingServer, type CountingServer } from './counting-server.ts';
import { waitingClock } from './waiting-clock.ts';

export const SECRET = 'correct-horse-battery';
const env = { SECRET, HOME: '/nonexistent' };
export const token = { kind: 'env', name: 'SECRET' } as const;
export const core = { name: 'it', private: true, ca: null };

const learned: string[] = [];

/** What the last look taught the redactor. */
export function lastLearned(): readonly string[] {
  return [...learned];
}

export async function look(
  connection: Connection,
  more: { readonly origin?: string; readonly sendTo?: string; readonly sends?: boolean } = {},
  reading: ConnectSurroundings['reading'] = { items: null, fields: {} },
): Promise<ConnectReport> {
  learned.length = 0;
  const report = await formOf(connection).connect(connection, {
    env,
    // Waiting takes its time: what is sent has a limit.
    clock: waitingClock('2026-11-22T07:00:00Z'),
    timezone: 'UTC',
    learn: (secrets) => learned.push(...secrets.map(({ value }) => value)),
    origin: more.origin ?? null,
    send: more.sendTo === undefined && more.sends !== true ? null : { to: more.sendTo ?? null },
    sending: {
      definitions: null,
      workspace: { name: 'shop', timezone: 'UTC' },
      redactor: makeRedactor([{ name: 'SECRET', value: SECRET }]),
    },
    signal: AbortSignal.timeout(15_000),
    reading,
  });
  expect(JSON.stringify(report)).not.toContain(SECRET);
  return report;
}

export async function served<T>(
  answer: Parameters<typeof countingServer>[0],
  use: (server: CountingServer) => Promise<T>,
): Promise<T> {
  const server = await countingServer(answer);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}
