import { readlinkSync, rmSync, symlinkSync } from 'node:fs';

import { expect, it } from 'vitest';

import { fileDeliveryStore, readDeliveries } from '../../src/store/files/file-message-store.ts';
import { fileTexts } from '../../src/store/files/file-texts.ts';
import { workspacePaths } from '../../src/store/state-paths.ts';
import { runId } from '../kit/briefs.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { contentOf, messageTo } from '../kit/messages.ts';

it('keeps what became of messages of runs, and loses none where it cannot be read for once', async () => {
  const stateDir = temporaryFolder('rm-state-');
  const deliveries = fileDeliveryStore(stateDir);
  const path = workspacePaths(stateDir).deliveries;
  const [first, second] = ['01k00000000000000000000001', '01k00000000000000000000002'] as const;
  await deliveries.note([failedOf(first)]);
  expect(await readDeliveries(fileTexts(stateDir, 'workspace'))).toEqual(
    new Map([[first, 'failed']]),
  );
  await deliveries.note([failedOf(second)]);
  expect([...(await readDeliveries(fileTexts(stateDir, 'workspace'))).keys()]).toEqual([
    first,
    second,
  ]);

  rmSync(path);
  symlinkSync(path, path);
  await expect(deliveries.note([failedOf(second)])).rejects.toThrow('ELOOP');
  expect(readlinkSync(path)).toBe(path);
  expect(await readDeliveries(fileTexts(stateDir, 'workspace'))).toEqual(new Map());
});

function failedOf(id: string): ReturnType<typeof messageTo> {
  const run = {
    id: runId(id),
    outcome: 'succeeded',
    engine: 'builtin',
    startedAt: null,
    endedAt: null,
    branch: null,
    counts: { new: 0, known: 0, resolved: 0 },
    held: 0,
    reportPath: null,
  };
  const state = { kind: 'given-up', at: '2026-11-21T09:00:00.000Z', failure: 'no' } as const;
  return messageTo({ kind: 'desktop' }, { state, contents: [contentOf({ run })] });
}
