/** A request for tickets over files written for one test. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { CollectRequest } from '../../../src/collectors/contract.ts';
import { collectTickets } from '../../../src/collectors/tickets/collect-tickets.ts';
import type { TicketsRule } from '../../../src/collectors/tickets/sources/contract.ts';
import { ticketsOf } from '../../../src/connectors/registry.ts';
import { gitEnvironment } from '../../../src/git/git-environment.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { TicketsFacts } from '../../../src/words/facts.ts';
import { commitId } from '../../kit/collect-request.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;
type Request = CollectRequest<TicketsRule>;
type Change = Partial<Omit<Request, 'rule'>> & { readonly rule?: Partial<TicketsRule> };

export function folderOf(files: Files): string {
  const root = temporaryFolder('rm-tickets-');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

/** All of time until 2027, in UTC, from the folder `tickets`. */
export function ticketsRequest(root: string, change: Change = {}): Request {
  return {
    root,
    home: null,
    memory: null,
    timezone: 'UTC',
    repository: root,
    base: commitId('0'.repeat(40)),
    window: { from: null, to: '2027-01-01T00:00:00.000Z', uncovered: null },
    deployment: null,
    now: new Date('2027-01-01T00:00:00.000Z'),
    gitEnv: gitEnvironment({}),
    cacheFolder: root,
    outside: {
      connections: [],
      ticketsOf,
      env: {},
      clock: systemClock,
      learn: () => undefined,
    },
    command: {
      worktree: async () => root,
      env: {},
      enclosed: async (command, work) => work(command),
    },
    progress: () => undefined,
    ...change,
    rule: {
      kind: 'tickets',
      path: 'tickets',
      format: 'auto',
      items: null,
      fields: {},
      mask: ['email', 'phone', 'card'],
      max: 20_000,
      ...change.rule,
    },
  };
}

export async function collectFrom(files: Files, change: Change = {}): Promise<TicketsFacts> {
  return collectTickets(ticketsRequest(folderOf(files), change));
}

/** The problems as `place: what`. */
export function problemLines({ problems }: TicketsFacts): readonly string[] {
  return problems.map(({ source, problem }) => `${source}: ${problem}`);
}
