import { describe, expect, it } from 'vitest';

import { openRunBook, type RunBook } from '../../src/daemon/run-book.ts';
import { isRoutineId, type RoutineId } from '../../src/words/ids.ts';
import type { RunView } from '../../src/words/run.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { stillClock } from '../kit/still-clock.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

const FAILED = { result: { execution: 'failed' as const } };

function id(text: string): RoutineId {
  if (!isRoutineId(text)) throw new TypeError(text);
  return text;
}

interface Opened {
  readonly workspace: Workspace;
  readonly book: RunBook;
  readonly ended: RunView[];
}

/** @param before runs that are there when the book is opened */
async function bookAfter(before: (workspace: Workspace) => Promise<void>): Promise<Opened> {
  const repo = gitRepo({ a: 'a' });
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: stillClock(),
  });
  await before(workspace);
  const ended: RunView[] = [];
  const book = await openRunBook({
    ...workspace,
    onEnded: (run) => void ended.push(run),
    onLook: () => undefined,
  });
  return { workspace, book, ended };
}

async function historyOf(book: RunBook): Promise<unknown> {
  return (await book.of(new Set([id('sweep')]))).get(id('sweep'));
}

const at = (hour: number): string => `2026-11-20T0${hour}:00:00.000Z`;

describe('a run book', () => {
  it('counts failures in a row since the last good run, of what was there when it was opened', async () => {
    const { book, ended } = await bookAfter(async (workspace) => {
      await storeEndedRun(workspace, { at: at(1), ...FAILED });
      await storeEndedRun(workspace, { at: at(2) });
      await storeEndedRun(workspace, { at: at(3), ...FAILED });
      await storeEndedRun(workspace, { at: at(4), ...FAILED });
      await storeEndedRun(workspace, { at: at(5), routine: 'other', ...FAILED });
    });
    expect(await historyOf(book)).toEqual({ lastStartAt: Date.parse(at(4)), failures: 2 });
    expect(ended).toEqual([]);
  });

  it('learns of runs that end later, once each', async () => {
    const { workspace, book, ended } = await bookAfter(async () => undefined);
    expect(await historyOf(book)).toBe(undefined);
    const spec = await storeEndedRun(workspace, { at: at(1), ...FAILED });
    await book.look();
    await book.look();
    expect(ended.map((run) => run.id)).toEqual([spec.id]);
    expect(await historyOf(book)).toEqual({ lastStartAt: Date.parse(at(1)), failures: 1 });
    await storeEndedRun(workspace, { at: at(2) });
    expect(await historyOf(book)).toEqual({ lastStartAt: Date.parse(at(2)), failures: 0 });
  });

  it('takes a skipped run for neither a failure, nor a success, nor a start', async () => {
    const { book } = await bookAfter(async (workspace) => {
      await storeEndedRun(workspace, { at: at(1), ...FAILED });
      await storeEndedRun(workspace, { at: at(2), change: { skipped: 'nothing to do' } });
    });
    expect(await historyOf(book)).toEqual({ lastStartAt: Date.parse(at(1)), failures: 1 });
  });

  it('forgets the failures before a resume', async () => {
    const { workspace, book } = await bookAfter(async (workspace) => {
      await storeEndedRun(workspace, { at: at(1), ...FAILED });
      await storeEndedRun(workspace, { at: at(3), ...FAILED });
    });
    await workspace.pauses.write({ routine: id('sweep'), by: 'ada', at: at(1), reason: '' });
    await workspace.pauses.remove(id('sweep'), at(2));
    expect(await historyOf(book)).toEqual({ lastStartAt: Date.parse(at(3)), failures: 1 });
  });

  it('tells how far the runs of a routine covered time', async () => {
    const { book } = await bookAfter(async (workspace) => {
      await storeEndedRun(workspace, { at: at(1) });
      await storeEndedRun(workspace, { at: at(3), ...FAILED });
      await storeEndedRun(workspace, { at: at(2) });
    });
    expect(book.coverageOf(id('sweep'))).toEqual({
      lastRun: at(3),
      lastSuccess: at(2),
      lastDeploy: null,
    });
  });
});
