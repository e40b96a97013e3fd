import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';

import { fileSlotStore } from '../../src/store/files/file-slot-store.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const STORE = pathToFileURL(resolve('.build/modules/store/files/file-slot-store.js')).href;
const START = Date.UTC(2026, 0, 1);

interface Said {
  readonly made?: readonly number[];
  readonly ended?: readonly number[];
}

function writer(stateDir: string, mode: 'create' | 'all', first: number): ChildProcess {
  const args = ['test/fixtures/programs/slot-writer.mjs', STORE, stateDir, mode, String(first)];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Lines until the end, or until so many have come: then it is killed. */
async function listen(child: ChildProcess, lines = Infinity): Promise<readonly Said[]> {
  const said: Said[] = [];
  if (child.stdout === null) throw new TypeError('no stdout');
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    const one: Said = JSON.parse(line);
    said.push(one);
    if (said.length === lines) child.kill('SIGKILL');
  }
  await closed;
  return said;
}

describe('several processes on one state folder', () => {
  it('give each slot to one of them, and lose none', async () => {
    const stateDir = temporaryFolder();
    const all = await Promise.all(
      [0, 0, 150].map((first) => listen(writer(stateDir, 'create', first))),
    );
    const made = all.flat().flatMap((said) => said.made ?? []);
    expect(made.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 450 }, (_, number) => number),
    );
    const { records, corrupt } = await fileSlotStore(stateDir).list();
    expect(corrupt).toEqual([]);
    expect(records).toHaveLength(450);
  });
});

describe('a process that is killed while it creates, ends and folds slots', () => {
  it('leaves every slot that it spoke of exactly once, and open what it did not end', async () => {
    const stateDir = temporaryFolder();
    for (const [round, lines] of [1, 2, 3, 5, 8, 13, 21].entries()) {
      const first = round * 1_000;
      const said = await listen(writer(stateDir, 'all', first), lines);
      const store = fileSlotStore(stateDir);
      const listed = await store.list({
        from: new Date(START + first * 3_600_000).toISOString(),
      });
      expect(listed.corrupt).toEqual([]);
      const stateOf = new Map(
        listed.records.map(({ slot, state }) => [
          (Date.parse(slot.scheduledFor) - START) / 3_600_000,
          state.kind,
        ]),
      );
      expect(stateOf.size).toBe(listed.records.length);
      const made = said.flatMap((one) => one.made ?? []);
      expect(made.filter((number) => !stateOf.has(number))).toEqual([]);
      const ended = said.flatMap((one) => one.ended ?? []);
      expect(ended.filter((number) => stateOf.get(number) !== 'skipped')).toEqual([]);
      const due = listed.records.filter(({ state }) => state.kind === 'due').toReversed();
      const open = (await store.listOpen()).filter(
        ({ slot }) => slot.scheduledFor >= new Date(START + first * 3_600_000).toISOString(),
      );
      expect(open).toEqual(due);
      expect(await store.createAll(listed.records)).toEqual(listed.records.map(() => false));
    }
  });
});
