/** Searches that a daemon answers, as it ships. */
import { readdirSync, readFileSync } from 'node:fs';

import { expect, it, onTestFinished } from 'vitest';

import { isSearchAnswer } from '../../../src/context/search/read-query.ts';
import { askDaemon } from '../../../src/scheduler/ask-daemon.ts';
import { waitUntil } from '../../kit/wait-until.ts';
import { smallWorkspace, type TestWorkspace } from '../../kit/workspace.ts';

/** Those of `pid` that hold an index. */
function searchersOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
        if (parent !== String(pid)) return false;
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes('search');
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function totalOf({ stateDir }: TestWorkspace, words: string): Promise<number> {
  for (;;) {
    const args = { words, kinds: ['decision', 'knowledge'], limit: 5 };
    const asked = await askDaemon(stateDir, { ask: 'search', args }, 60_000);
    if (asked.kind !== 'answer') throw new Error(JSON.stringify(asked));
    if (isSearchAnswer(asked.answer)) return asked.answer.total;
  }
}

it('a daemon searches in a process of its own, which may die and goes with it', async () => {
  const workspace = smallWorkspace();
  onTestFinished(() => void workspace.roundsman('stop'));
  const decide = (title: string): void => {
    const added = workspace.roundsman('decisions', 'add', title, '--text', `${title}, always.`);
    if (added.exitCode !== 0) throw new Error(added.stderr);
  };
  decide('Keep the callback');
  const started = workspace.roundsman('start', '--detach', '--no-doctor', '--json');
  const pid = Number(JSON.parse(started.stdout).pid);
  expect(searchersOf(pid)).toEqual([]);
  expect(await totalOf(workspace, 'calback')).toBe(1);
  const [first = 0, ...others] = searchersOf(pid);
  expect(others).toEqual([]);
  decide('Drop the callback');
  expect(await totalOf(workspace, 'callback')).toBe(2);
  expect(searchersOf(pid)).toEqual([first]);

  process.kill(first, 'SIGKILL');
  await waitUntil(() => (searchersOf(pid).length === 0 ? true : null));
  const shown = workspace.roundsman('search', 'callback', '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({ total: 2 });
  const [second = 0] = searchersOf(pid);
  expect(second).not.toBe(first);

  workspace.roundsman('stop');
  await waitUntil(() => {
    try {
      process.kill(second, 0);
      return null;
    } catch {
      return true;
    }
  });
});
