import { describe, expect, it } from 'vitest';

import {
  acceptanceByDay,
  costRows,
  lastDays,
  openFindings,
  readVerdicts,
  spendByDay,
} from '../../../src/page/plots/read-plots.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { newRunId } from '../../../src/platform/ids.ts';
import type { FileItemProposal } from '../../../src/words/proposal.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { itemKey } from '../../kit/briefs.ts';
import { commitId } from '../../kit/collect-request.ts';
import { openFinding } from '../../kit/findings.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { routineNamed } from '../../kit/routine.ts';

const DAYS = lastDays(new Date('2026-03-03T10:00:00Z'), 3, 'UTC');

describe('what plots are drawn from', () => {
  it('ends today, in the zone', () => {
    expect(DAYS).toEqual(['2026-03-01', '2026-03-02', '2026-03-03']);
    expect(lastDays(new Date('2026-03-03T23:30:00Z'), 1, 'Europe/Berlin')).toEqual(['2026-03-04']);
  });

  it('counts a decision from its day on, and says nothing before the first', () => {
    const verdicts = [
      { at: '2026-03-02T08:00:00Z', taken: true },
      { at: '2026-03-03T08:00:00Z', taken: false },
    ];
    expect(acceptanceByDay(verdicts, DAYS, 'UTC').map(({ value }) => value)).toEqual([
      null,
      1,
      0.5,
    ]);
  });

  it('has no rows and no amounts where nothing ran', () => {
    expect(costRows([])).toEqual([]);
    expect(openFindings([], DAYS, 'UTC').map(({ value }) => value)).toEqual([0, 0, 0]);
    expect(spendByDay([], DAYS, 'UTC').map(({ value }) => value)).toEqual([0, 0, 0]);
  });
});

it('counts a branch by what stands of it, however often people changed their mind', async () => {
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: gitRepo({ 'a.txt': 'a\n' }).path,
    env: { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() },
    clock: systemClock,
  });
  const kinds = ['landed', 'undone', 'discarded', 'restored', 'landed'] as const;
  for (const [index, kind] of kinds.entries()) {
    await workspace.review.verdicts.create({
      id: newRunId(new Date(2026, 2, index + 1)),
      kind,
      branch: 'roundsman/todo-sweep/a',
      tip: commitId('a'.repeat(40)),
      title: 'Give notes their keys',
      run: null,
      routine: null,
      engine: null,
      reason: '',
      by: 'ada',
      at: `2026-03-0${index + 1}T08:00:00Z`,
    });
  }
  expect(await readVerdicts(workspace, [])).toEqual([{ at: '2026-03-05T08:00:00Z', taken: true }]);
  const routine = routineNamed('todo-sweep').id;
  const decision = { by: 'ada', at: '2026-03-06T08:00:00Z', reason: '' };
  const asked = (n: number, findings: readonly string[]): FileItemProposal => ({
    id: `P-abc123-${n}`,
    run: newRunId(new Date(2026, 2, 1)),
    routine,
    type: 'file-item',
    mode: 'review',
    state: 'applied',
    summary: 'file it',
    payload: { key: itemKey(n), title: 'one', body: '', findings },
    duplicates: [],
    hash: 'a'.repeat(64),
    createdAt: '2026-03-05T07:00:00Z',
    decision,
  });
  await workspace.proposals.create(asked(1, ['todo:a']));
  await workspace.proposals.create(asked(2, ['todo:b']));
  const verdict = {
    kind: 'accepted',
    reason: '',
    by: 'ada',
    at: decision.at,
    until: null,
  } as const;
  // To accept a finding files its item: that is one decision.
  expect(
    await readVerdicts(workspace, [
      openFinding({ id: 'F-1', routine, fingerprint: 'todo:a', verdict }),
    ]),
  ).toEqual([
    { at: '2026-03-05T08:00:00Z', taken: true },
    { at: decision.at, taken: true },
    { at: decision.at, taken: true },
  ]);
});
