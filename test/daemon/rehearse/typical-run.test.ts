import { describe, expect, it } from 'vitest';

import { typicalRun } from '../../../src/daemon/rehearse/typical-run.ts';
import type { RunView } from '../../../src/words/run.ts';
import { replayKey } from '../../../src/words/slot.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { stillClock } from '../../kit/still-clock.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

async function someView(): Promise<RunView> {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const folder = gitRepo({ a: 'a' }).path;
  const workspace = await openWorkspace({ actor: 'ada', folder, env, clock: stillClock() });
  await storeEndedRun(workspace);
  const [view] = (await workspace.runs.listViews()).views;
  if (view === undefined) throw new Error('no run');
  return view;
}

function lasting(view: RunView, seconds: number): RunView {
  const endedAt = new Date(Date.parse(view.startedAt ?? '') + seconds * 1_000).toISOString();
  return { ...view, endedAt };
}

describe('typicalRun', () => {
  it('is the middle of the newest twenty, whatever they cost', async () => {
    const view = await someView();
    const usage = (inputTokens: number): RunView['usage'] => ({
      inputTokens,
      cachedTokens: 0,
      outputTokens: 1,
      costUsd: 0.5,
      estimated: false,
    });
    const views = [
      { ...lasting(view, 10), usage: usage(100) },
      { ...lasting(view, 30), usage: usage(300) },
      { ...lasting(view, 9_000), usage: usage(9_000) },
      { ...lasting(view, 20), usage: usage(200) },
    ];
    expect(typicalRun(views)).toEqual({
      runs: 4,
      durationMs: 25_000,
      inputTokens: 250,
      outputTokens: 1,
      costUsd: 0.5,
    });
    const old = Array.from({ length: 50 }, () => lasting(view, 900));
    const recent = Array.from({ length: 20 }, () => lasting(view, 60));
    expect(typicalRun([...recent, ...old])).toMatchObject({ runs: 20, durationMs: 60_000 });
  });

  it('knows nothing of a routine whose runs were all skipped, replays, or continue', async () => {
    const view = await someView();
    const key = replayKey(view.id, 1);
    if (key === null) throw new TypeError(view.id);
    const views: readonly RunView[] = [
      { ...view, skipped: 'nothing to do' },
      { ...view, slot: { ...view.slot, key } },
      { ...view, state: 'running', endedAt: null },
    ];
    expect(typicalRun(views)).toEqual({
      runs: 0,
      durationMs: null,
      inputTokens: 0,
      outputTokens: 0,
      costUsd: 0,
    });
  });
});
