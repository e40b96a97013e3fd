/** Two machines that start runs at the same moment, and one budget with room for less than both want. */
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { postgresServer, type PostgresServer } from '../../bench/postgres-server.mjs';
import { systemClock } from '../../src/platform/clock.ts';
import { newRunId } from '../../src/platform/ids.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { readDayLedger, reserveBudget, settleUsage } from '../../src/runtime/day-usage.ts';
import { manualSlot } from '../../src/scheduler/build-run-spec.ts';
import { openDatabase, type Database } from '../../src/store/postgres/database.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { openPostgresStores } from '../../src/store/postgres/open-postgres-stores.ts';
import { localDateOf } from '../../src/words/local-time.ts';
import type { WorkspaceBudget } from '../../src/words/routine.ts';
import { RUN_PROTOCOL, type RunSpec } from '../../src/words/run-spec.ts';
import { EMPTY_PROGRESS, type RunRecord } from '../../src/words/run.ts';
import { sumOf } from '../../src/words/usage.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { routineNamed } from '../kit/routine.ts';

const ROUNDS = 10;
const bounds = (usdPerDay: number) => ({ usdPerDay, tokensPerDay: null });
const NONE = { usdPerDay: null, tokensPerDay: null };

let server: PostgresServer;
const env: Record<string, string> = {};
const machines: ReturnType<typeof openPostgresStores>[] = [];
let plain: Database;

beforeAll(async () => {
  server = await postgresServer();
  env['STORE'] = server.database('budget');
  plain = openDatabase({ env, variable: 'STORE', clock: systemClock });
  await migrate(plain);
});

afterEach(async () => {
  await Promise.all(machines.splice(0).map(({ database }) => database.end()));
});

afterAll(async () => {
  await plain.end();
  await server.remove();
});

function machineOf(workspace: string, place: string) {
  const machine = openPostgresStores({
    location: { root: '/', gitDir: '/', stateDir: join(temporaryFolder(), 'state') },
    clock: systemClock,
    env,
    choice: { state: 'there', variable: 'STORE', workspace, place },
    patienceMs: 0,
  });
  machines.push(machine);
  return machine.stores;
}

function runOn(
  { usage, locks }: ReturnType<typeof machineOf>,
  { budget, by }: { readonly budget: WorkspaceBudget; readonly by: string },
) {
  const now = new Date();
  const id = newRunId(now);
  const at = now.toISOString();
  const base = routineNamed('sweep');
  const run = { ...NONE, usdPerRun: 3, tokensPerRun: null, onExceed: 'stop' } as const;
  const spec: RunSpec = {
    protocol: RUN_PROTOCOL,
    id,
    routine: {
      ...base,
      limits: { ...base.limits, budget: run },
      agent: { ...base.agent, engine: 'claude', command: [] },
    },
    definition: { path: '/x.yaml', hash: '0', source: 'ref', overrides: [] },
    slot: manualSlot(id, now),
    event: null,
    inputs: {},
    attempt: 1,
    workspace: { name: 'x', root: '/x', gitDir: '/x/.git', bare: false, stateDir: '/x/state' },
    settings: { timezone: 'UTC', trackReports: false, diskFloorBytes: 0, engines: {}, budget },
    window: { from: null, to: at, uncovered: null },
    by,
    admittedAt: at,
    admittedBy: ownIdentity(),
    limits: { maxOutputBytes: 1 },
  };
  const record: RunRecord = {
    protocol: RUN_PROTOCOL,
    sequence: 1,
    id,
    phase: { kind: 'queued' },
    startedAt: at,
    agentExit: null,
    session: null,
    earlier: [],
    progress: EMPTY_PROGRESS,
    failure: null,
    skipped: null,
  };
  const runs = { read: () => Promise.resolve({ spec, record }) };
  return { spec, record, startedAt: at, runs, usage, locks, clock: systemClock };
}

const KINDS: readonly (readonly [string, WorkspaceBudget])[] = [
  ['of all', bounds(4)],
  ['of an engine', { ...NONE, engines: { claude: bounds(4) } }],
  ['of a person', { ...NONE, perPerson: bounds(4) }],
];

it.each(KINDS)(
  'the last of a budget %s goes to one of two machines, every time',
  async (kind, budget) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = `${kind.replaceAll(' ', '-')}-${round}`;
      server.sql('budget', `insert into roundsman.workspaces values ('${workspace}', 'x', 'x')`);
      const [one, other] = [machineOf(workspace, 'one'), machineOf(workspace, 'other')];
      const asked = [one, other, one, other].map((machine) =>
        runOn(machine, { budget, by: 'ada' }),
      );
      const decided = await Promise.all(asked.map((run) => reserveBudget(run)));
      const given = decided.map((each) =>
        each.kind === 'allowed' ? (each.allowance?.usd ?? 0) : 0,
      );
      expect(given.toSorted((a, b) => a - b)).toEqual([0, 0, 1, 3]);
      const day = localDateOf(new Date(), 'UTC');
      const [first] = asked;
      if (first === undefined) throw new Error('there is no run');
      const { runs } = first;
      const sum = async () =>
        sumOf((await readDayLedger({ usage: other.usage, date: day, runs })).day);
      expect((await sum()).reserved.usd).toBe(4);
      // What the larger one did not use is there again, for the other machine too.
      const large = asked[given.indexOf(3)];
      if (large === undefined) throw new Error('none was given 3');
      const allowance = { usd: 3, tokens: null, onExceed: 'stop', because: 'x' } as const;
      const progress = { ...EMPTY_PROGRESS, allowance };
      await settleUsage({ ...large, record: { ...large.record, progress } });
      expect(await reserveBudget(runOn(other, { budget, by: 'ada' }))).toMatchObject({
        allowance: { usd: 3 },
      });
    }
  },
);
