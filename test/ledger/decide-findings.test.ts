import { describe, expect, it } from 'vitest';

import { decideFindings, undecideFindings } from '../../src/ledger/decide-findings.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Finding, FindingVerdict } from '../../src/words/finding.ts';
import { isRoutineId } from '../../src/words/ids.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';

const VERDICT: FindingVerdict = {
  kind: 'dismissed',
  reason: 'by design',
  by: 'ada',
  at: '2026-11-21T09:00:00.000Z',
  until: null,
};

function finding(id: string, routine: string): Finding {
  if (!isRoutineId(routine)) throw new TypeError(routine);
  return {
    id,
    routine,
    fingerprint: `print-${id}`,
    title: `finding ${id}`,
    body: '',
    severity: 'info',
    location: null,
    item: null,
    state: 'new',
    firstSeen: '2026-11-20T09:00:00.000Z',
    lastSeen: '2026-11-20T09:00:00.000Z',
    resolvedAt: null,
    runs: [],
    verdict: null,
  };
}

async function workspaceWith(findings: readonly Finding[]): Promise<Workspace> {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const here = await openWorkspace({ folder: gitRepo({ a: 'a' }).path, env, clock: systemClock });
  for (const routine of new Set(findings.map((one) => one.routine))) {
    const own = findings.filter((one) => one.routine === routine);
    await here.findings.write({ routine, lastRun: null, findings: own });
  }
  return here;
}

describe('decideFindings', () => {
  it('writes the verdict to each of them, across routines, and leaves the others alone', async () => {
    const here = await workspaceWith([
      finding('F-aaaa000000', 'one'),
      finding('F-bbbb000000', 'one'),
      finding('F-cccc000000', 'two'),
    ]);
    const decided = await decideFindings(here, { ids: ['f-aaaa', 'cccc'], verdict: VERDICT });
    expect(decided.map((one) => [one.id, one.state, one.verdict?.reason])).toEqual([
      ['F-aaaa000000', 'dismissed', 'by design'],
      ['F-cccc000000', 'dismissed', 'by design'],
    ]);
    const states = (await here.findings.listAll()).map((one) => `${one.id} ${one.state}`);
    expect(states.toSorted()).toEqual([
      'F-aaaa000000 dismissed',
      'F-bbbb000000 new',
      'F-cccc000000 dismissed',
    ]);
  });

  it('decides none of them when one is not known', async () => {
    const here = await workspaceWith([finding('F-aaaa000000', 'one')]);
    await expect(
      decideFindings(here, { ids: ['F-aaaa', 'F-ffff'], verdict: VERDICT }),
    ).rejects.toMatchObject({ reason: 'finding-unknown', message: 'no finding matches "F-ffff"' });
    expect((await here.findings.listAll()).map((one) => one.state)).toEqual(['new']);
  });
});

describe('undecideFindings', () => {
  it.each(['new', 'known', 'regressed', 'resolved'] as const)(
    'leaves exactly what a %s finding was before',
    async (state) => {
      const before = { ...finding('F-aaaa000000', 'one'), state, history: [] };
      const here = await workspaceWith([before]);
      for (const kind of ['accepted', 'dismissed'] as const) {
        const verdict = { ...VERDICT, kind };
        await decideFindings(here, { ids: ['aaaa'], verdict });
        await undecideFindings(here, { before, verdict });
        expect(await here.findings.listAll()).toEqual([before]);
      }
    },
  );

  it('leaves what was decided before: also the earlier word in the history', async () => {
    const here = await workspaceWith([finding('F-aaaa000000', 'one')]);
    const [dismissed] = await decideFindings(here, { ids: ['aaaa'], verdict: VERDICT });
    if (dismissed === undefined) throw new TypeError('nothing was decided');
    const later = { ...VERDICT, kind: 'accepted', at: '2026-11-21T10:00:00.000Z' } as const;
    await decideFindings(here, { ids: ['aaaa'], verdict: later });
    await undecideFindings(here, { before: dismissed, verdict: later });
    expect(await here.findings.listAll()).toEqual([dismissed]);
  });

  it('keeps what a run saw meanwhile, and is refused when something else was decided since', async () => {
    const before = finding('F-aaaa000000', 'one');
    const here = await workspaceWith([before]);
    const [decided] = await decideFindings(here, { ids: ['aaaa'], verdict: VERDICT });
    const lastSeen = '2026-11-22T09:00:00.000Z';
    const seen = { ...(decided ?? before), lastSeen };
    await here.findings.write({ routine: before.routine, lastRun: null, findings: [seen] });
    await undecideFindings(here, { before, verdict: VERDICT });
    expect(await here.findings.listAll()).toEqual([{ ...before, lastSeen, history: [] }]);
    await expect(undecideFindings(here, { before, verdict: VERDICT })).rejects.toMatchObject({
      message: 'something else was decided on F-aaaa000000 since',
    });
  });
});
