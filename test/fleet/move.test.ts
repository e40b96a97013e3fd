/** Records that go to the database and come back. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { postgresServer, type PostgresServer } from '../../bench/postgres-server.mjs';
import { fleetWorkspace, movedWorkspace } from '../kit/fleet-workspace.ts';
import { largeWorkspace } from '../kit/large-workspace.ts';
import type { Ran, TestWorkspace } from '../kit/workspace.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await postgresServer();
});

afterAll(() => server.remove());

const LISTS: readonly (readonly string[])[] = [
  ['list'],
  ['runs', '--limit', '30000'],
  ['inbox'],
  ['findings', '--all'],
  ['messages', '--all'],
  ['slots', '--limit', '30000'],
  ['figures'],
  ['outbox'],
];

function told(workspace: TestWorkspace): Readonly<Record<string, string>> {
  return Object.fromEntries(
    LISTS.map((words) => {
      const { exitCode, stdout, stderr } = workspace.roundsman(...words, '--json');
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
    const workspace = fleetWorkspace(server.database('large'));
    const { stateDir } = workspace;
    const roundsman = (...words: readonly string[]): Ran => workspace.roundsman(...words);
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

describe('a move', () => {
  it('that is cut off at any of its steps leaves the records whole, and is repeated', async () => {
    const address = server.database('cut');
    const workspace = fleetWorkspace(address);
    const { stateDir } = workspace;
    const roundsman = (...words: readonly string[]): Ran => workspace.roundsman(...words);
    await largeWorkspace(stateDir, 5);
    roundsman('fleet', 'migrate');
    const [before, files] = [told(workspace), recordFiles(stateDir)];
    const choicePath = join(stateDir, 'store.json');
    const choice = (): Record<string, string> => JSON.parse(readFileSync(choicePath, 'utf8'));

    // Committed, and not yet noted.
    expect(roundsman('fleet', 'move', '--to', 'postgres').exitCode).toBe(0);
    const there = choice();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(stateDir, name)), { recursive: true });
      writeFileSync(join(stateDir, name), text, 'latin1');
    }
    writeFileSync(choicePath, JSON.stringify({ ...there, state: 'entering' }));
    expect(told(workspace)).toEqual(before);
    expect(roundsman('fleet', 'move', '--to', 'postgres')).toMatchObject({ exitCode: 0 });
    expect(choice()).toEqual(there);
    expect(told(workspace)).toEqual(before);

    // Noted, and the files not yet removed; then some of them written for the way back.
    writeFileSync(join(stateDir, 'schedule-cursor.json'), '{"plannedTo":null}');
    expect(told(workspace)).toEqual(before);
    writeFileSync(choicePath, JSON.stringify({ ...there, state: 'leaving' }));
    expect(told(workspace)).toEqual(before);
    expect(roundsman('fleet', 'move', '--to', 'files')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(recordFiles(stateDir)).toEqual(files);

    // The rows are gone, and that is not yet noted.
    writeFileSync(choicePath, JSON.stringify({ ...there, state: 'leaving' }));
    expect(roundsman('list').exitCode).toBe(5);
    expect(roundsman('fleet', 'move', '--to', 'files')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(told(workspace)).toEqual(before);
  }, 400_000);

  it('is refused where a record cannot be read, and changes nothing', () => {
    const workspace = fleetWorkspace(server.database('broken'));
    const { stateDir } = workspace;
    workspace.roundsman('fleet', 'migrate');
    mkdirSync(join(stateDir, 'notes'), { recursive: true });
    writeFileSync(join(stateDir, 'notes', 'D-1.json'), Uint8Array.of(0x7b, 0xff, 0x7d));
    const refused = workspace.roundsman('fleet', 'move', '--to', 'postgres');
    expect([refused.exitCode, refused.stderr]).toEqual([
      4,
      expect.stringContaining('D-1.json cannot be moved: it is not text'),
    ]);
    expect(Object.keys(recordFiles(stateDir))).toEqual(['notes/D-1.json']);
    expect(server.sql('broken', 'select count(*) from roundsman.workspaces')).toBe('0');
  });
});

describe('a second machine', () => {
  it('joins, sees the runs and findings of the first, and hears when they are gone', () => {
    const first = movedWorkspace(server, 'shared');
    first.agentRoutine('look', ['ok'], 'workspace: { isolation: private }\n');
    first.repo.commit({ message: 'Add a routine' });
    const { view } = first.run('look');
    first.roundsman('runs');

    const second = fleetWorkspace(server.address('shared'), first.repo);
    const joined = second.roundsman('fleet', 'move', '--to', 'postgres', '--json');
    expect(JSON.parse(joined.stdout)).toMatchObject({ kind: 'joined' });
    const runs = JSON.parse(second.roundsman('runs', '--json').stdout);
    expect(runs).toMatchObject([{ id: view.id, state: 'ended' }]);
    const findings = (of: TestWorkspace): unknown =>
      JSON.parse(of.roundsman('findings', '--json').stdout);
    expect(findings(second)).toEqual(findings(first));
    const { database } = JSON.parse(second.roundsman('fleet', '--json').stdout);
    expect(database.places).toMatchObject([{ runs: 1 }, { runs: 0 }]);

    expect(first.roundsman('fleet', 'move', '--to', 'files')).toMatchObject({ exitCode: 0 });
    const gone = second.roundsman('findings');
    expect([gone.exitCode, gone.stderr]).toEqual([
      5,
      expect.stringContaining('no longer has the records of this workspace'),
    ]);
  });

  it('does not join with records of its own', async () => {
    const first = movedWorkspace(server, 'both');
    const second = fleetWorkspace(server.address('both'), first.repo);
    await largeWorkspace(second.stateDir, 1);
    const refused = second.roundsman('fleet', 'move', '--to', 'postgres');
    expect([refused.exitCode, refused.stderr]).toEqual([
      4,
      expect.stringContaining('both have records of this repository'),
    ]);
    expect(existsSync(join(second.stateDir, 'store.json'))).toBe(false);
  });
});
