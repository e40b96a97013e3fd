import { describe, expect, it } from 'vitest';

import { decideFindings } from '../../src/ledger/decide-findings.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Finding, FindingVerdict } from '../../src/words/finding.ts';
import { isRoutineId } from '../../src/words/ids.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { openFinding } from '../kit/findings.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { overwriteFindings } from '../kit/overwrite.ts';

const VERDICT: FindingVerdict = {
  kind: 'dismissed',
  reason: 'by design',
  by: 'ada',
  at: '2026-11-21T09:00:00.000Z',
  until: null,
};

function finding(id: string, routine: string, more: Partial<Finding> = {}): Finding {
  if (!isRoutineId(routine)) throw new TypeError(routine);
  return openFinding({ id, routine, ...more });
}

async function workspaceWith(findings: readonly Finding[]): Promise<Workspace> {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const here = await openWorkspace({
    actor: 'ada',
    folder: gitRepo({ a: 'a' }).path,
    env,
    clock: systemClock,
  });
  for (const routine of new Set(findings.map((one) => one.routine))) {
    const own = findings.filter((one) => one.routine === routine);
    await overwriteFindings(here, { routine, lastRun: null, findings: own });
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

describe('what a person may type for findings', () => {
  const at = (path: string, line: number): Finding['location'] => ({ path, line, symbol: null });
  const known = [
    finding('F-aaaa000000', 'one', { location: at('src/a.ts', 3) }),
    finding('F-bbbb000000', 'one', { location: at('src/a.ts', 9) }),
    finding('F-cccc000000', 'two', { location: at('srcs/c.ts', 1) }),
    finding('F-dddd000000', 'two', { verdict: { ...VERDICT, kind: 'accepted' } }),
  ];
  const WAITING = new Set(['F-aaaa000000', 'F-bbbb000000', 'F-cccc000000']);
  const decided = async (ids: readonly string[], wholeGroups = false): Promise<string> => {
    const here = await workspaceWith(known);
    const among = wholeGroups ? { among: WAITING } : {};
    const found = await decideFindings(here, { ids, ...among, verdict: VERDICT });
    return found.map(({ id }) => id.slice(2, 6)).join(' ');
  };

  it('is a place, or with --all a routine or a folder', async () => {
    expect(await decided(['src/a.ts:9'])).toBe('bbbb');
    expect(await decided(['srcs/c.ts'])).toBe('cccc');
    expect(await decided(['one'], true)).toBe('aaaa bbbb');
    expect(await decided(['src/'], true)).toBe('aaaa bbbb');
    expect(await decided(['two'], true)).toBe('cccc');
  });

  it.each([
    ['src/a.ts', '"src/a.ts" stands for 2 findings: F-aaaa000000, F-bbbb000000'],
    ['one', 'no finding matches "one"'],
    ['P-4k2v9x-1', 'no finding matches "P-4k2v9x-1"'],
  ])('is refused as %s', async (word, message) => {
    await expect(decided([word])).rejects.toMatchObject({ code: 'not-found', message });
  });

  it('gets a hint where it is a routine or an id of another kind', async () => {
    await expect(decided(['one'])).rejects.toMatchObject({
      hint: 'one is a routine. For all that it has open: --all one',
    });
    await expect(decided(['P-4k2v9x-1'])).rejects.toMatchObject({
      hint: 'P-4k2v9x-1 is the id of a request: roundsman show P-4k2v9x-1. `roundsman findings --all` lists them.',
    });
    await expect(decided(['three'], true)).rejects.toMatchObject({ reason: 'run-unknown' });
  });
});
