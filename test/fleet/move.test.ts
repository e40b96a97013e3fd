/** Records that go to the database and come back. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { gitRepo } from '../kit/git-repo.ts';
import { largeWorkspace } from '../kit/large-workspace.ts';
import { postgresServer, type PostgresServer } from '../kit/postgres-server.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await postgresServer();
});

afterAll(() => server.remove());

function fleetWorkspace(database: string): TestWorkspace {
  const repo = gitRepo({ 'a.txt': 'a', 'roundsman.yaml': 'store: env:TEAM_STORE\n' });
  return workspaceOf(repo, { filesOnly: true, env: { TEAM_STORE: server.database(database) } });
}

const LISTS: readonly (readonly string[])[] = [
  ['list'],
  ['runs', '--limit', '30000'],
  ['inbox'],
  ['findings', '--all'],
  ['messages', '--all'],
  ['slots', '--limit', '30000'],
  ['figures'],
  ['items'],
  ['outbox'],
];

function told({ roundsman }: TestWorkspace): Readonly<Record<string, string>> {
  return Object.fromEntries(
    LISTS.map((words) => {
      const { exitCode, stdout, stderr } = roundsman(...words, '--json');
      expect([words, exitCode, stderr]).toEqual([words, 0, '']);
      return [words[0], stdout];
    }),
  );
}

/** Records alone: neither runs nor what can be made again. */
function recordFiles(folder: string): Readonly<Record<string, string>> {
  const left = /^(runs|cache|active\.json|index\.json|.*\.lock|review\/work|slots\/open)/;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')] as const)
      .filter(([name]) => !left.test(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

describe('a workspace of 20,000 runs', () => {
  it('goes to the database and back, and tells the same byte by byte', async () => {
    const workspace = fleetWorkspace('large');
    const { roundsman, stateDir } = workspace;
    await largeWorkspace(stateDir, 20_000);
    const [before, files] = [told(workspace), recordFiles(stateDir)];

    expect(roundsman('fleet', 'move', '--to', 'postgres')).toMatchObject({ exitCode: 5 });
    expect(roundsman('fleet', 'migrate')).toMatchObject({ exitCode: 0, stderr: '' });
    const there = roundsman('fleet', 'move', '--to', 'postgres', '--json');
    expect(there).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(there.stdout)).toMatchObject({
      kind: 'moved',
      counts: { runs: 20_000, slots: 3_001, usage: 1_500, items: 30, events: 2 },
    });
    expect(Object.keys(recordFiles(stateDir))).toEqual(['store.json']);
    expect(told(workspace)).toEqual(before);

    const back = roundsman('fleet', 'move', '--to', 'files', '--json');
    expect(back).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(back.stdout).counts).toEqual(JSON.parse(there.stdout).counts);
    expect(server.sql('large', 'select count(*) from roundsman.records')).toBe('0');
    expect(recordFiles(stateDir)).toEqual(files);
    expect(told(workspace)).toEqual(before);
  }, 900_000);
});
