/** A database that does not answer for a while, and one that does not fit. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { postgresServer, type PostgresServer } from '../../bench/postgres-server.mjs';
import { agentProgram } from '../kit/agent-program.ts';
import { fleetWorkspace, movedWorkspace } from '../kit/fleet-workspace.ts';
import { waitUntil } from '../kit/wait-until.ts';
import type { TestWorkspace } from '../kit/workspace.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await postgresServer();
});

afterAll(() => server.remove());

/** Says that it began, waits for a file, and does its work. */
function waitingRoutine(workspace: TestWorkspace): { readonly begun: string; readonly go: string } {
  const [begun, go] = [join(workspace.home, 'begun'), join(workspace.home, 'go')];
  const script = join(workspace.home, 'waits.mjs');
  const [, ok = ''] = agentProgram('ok');
  writeFileSync(
    script,
    `import { existsSync, writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(begun)}, '');
while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 50));
await import(${JSON.stringify(pathToFileURL(ok).href)});
`,
  );
  workspace.agentRoutine(
    'waits',
    [process.execPath, script],
    'workspace: { isolation: private }\n',
  );
  workspace.repo.commit({ message: 'Add a routine' });
  return { begun, go };
}

describe('a database that is away', () => {
  it('is told in one error without the password, and the run at work ends as if it had not been', async () => {
    const workspace = movedWorkspace(server, 'away');
    const { begun, go } = waitingRoutine(workspace);
    const ran = workspace.ask('run', 'waits', '--json', '--detach');
    await waitUntil(() => (existsSync(begun) ? true : null));
    await ran;

    await server.stop();
    for (const words of [['status'], ['findings'], ['list'], ['run', 'waits']]) {
      const { exitCode, stdout, stderr } = workspace.roundsman(...words);
      expect([words, exitCode, stdout]).toEqual([words, 1, '']);
      expect(stderr).toBe(
        `error: the database postgres://roundsman@127.0.0.1:${server.port}/away cannot be reached (ECONNREFUSED): nothing was read or written\n` +
          'hint: Give the command again when it answers; `roundsman fleet` shows whether it does.\n',
      );
    }
    const fleet = workspace.roundsman('fleet', '--json');
    expect([fleet.exitCode, JSON.parse(fleet.stdout).database.fault.code]).toEqual([
      1,
      'store-away',
    ]);
    expect(workspace.roundsman('doctor').stdout).toContain('cannot be reached (ECONNREFUSED)');
    writeFileSync(go, '');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await server.start();

    const view = await waitUntil(() => {
      const [run] = JSON.parse(workspace.roundsman('runs', '--json').stdout);
      return run.state === 'ended' ? run : null;
    });
    expect(view.result).toMatchObject({ execution: 'succeeded', report: 'valid' });
    const count = (table: string): string =>
      server.sql('away', `select count(*) from roundsman.${table}`);
    expect([count('runs'), count('slots')]).toEqual(['1', '1']);
    expect(JSON.parse(workspace.roundsman('findings', '--json').stdout)).toHaveLength(1);
  }, 400_000);
});

describe('a daemon', () => {
  it('outlives a database that is away, and works on when it answers', async () => {
    const workspace = movedWorkspace(server, 'daemon');
    workspace.agentRoutine('look', ['ok'], 'workspace: { isolation: private }\n');
    workspace.repo.commit({ message: 'Add a routine' });
    const started = workspace.roundsman('start', '--detach', '--no-doctor');
    expect([started.exitCode, started.stderr]).toEqual([0, '']);
    try {
      const { pid } = JSON.parse(workspace.roundsman('status', '--json').stdout);
      await server.stop();
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      await server.start();
      const ran = workspace.run('look');
      expect([ran.exitCode, ran.view.result?.execution]).toEqual([0, 'succeeded']);
      const status = await waitUntil(() => {
        const told = JSON.parse(workspace.roundsman('status', '--json').stdout);
        return told.lastTick?.error === null ? told : null;
      });
      expect([status.running, status.answers, status.pid]).toEqual([true, true, pid]);
      expect(server.sql('daemon', 'select count(*) from roundsman.runs')).toBe('1');
    } finally {
      workspace.roundsman('stop');
    }
  }, 400_000);
});

describe('tables', () => {
  it('of a newer version are refused, and none at all are asked for', () => {
    const workspace = movedWorkspace(server, 'newer');
    server.sql('newer', 'insert into roundsman.schema_versions (version) values (99)');
    const newer = workspace.roundsman('list');
    expect([newer.exitCode, newer.stderr]).toEqual([
      4,
      expect.stringContaining('has tables of version 99, and this Roundsman knows 3'),
    ]);
    expect(workspace.roundsman('fleet', 'migrate').exitCode).toBe(4);
    const bare = fleetWorkspace(server.database('bare'));
    const refused = bare.roundsman('fleet', 'move', '--to', 'postgres');
    expect([refused.exitCode, refused.stderr]).toEqual([
      5,
      expect.stringContaining('once for all machines: roundsman fleet migrate'),
    ]);
    expect(existsSync(join(bare.stateDir, 'store.json'))).toBe(false);
  });

  it('are made once, by any number of processes at the same time', async () => {
    const workspace = fleetWorkspace(server.database('migrated'));
    const ran = await Promise.all(
      Array.from({ length: 3 }, () => workspace.ask('fleet', 'migrate', '--json')),
    );
    expect(ran.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    expect(ran.map(({ stdout }) => JSON.parse(stdout).from).toSorted((a, b) => a - b)).toEqual([
      0, 3, 3,
    ]);
  });
});
