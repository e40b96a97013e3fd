import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inbox, listFiled } from '../../src/inbox/inbox.ts';
import { bringBack, setAside } from '../../src/inbox/marks.ts';
import { writeText } from '../../src/platform/files.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import type { Finding } from '../../src/words/finding.ts';
import type { FileItemProposal } from '../../src/words/proposal.ts';
import type { RunRecord } from '../../src/words/run.ts';
import { EMPTY_PROGRESS } from '../../src/words/run.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { keyOf, runIdOf } from '../kit/items.ts';
import { overwriteFindings, overwriteProposal } from '../kit/overwrite.ts';
import { routineNamed } from '../kit/routine.ts';
import { stillClock, type StillClock } from '../kit/still-clock.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

const quiet: Partial<RunRecord> = {
  progress: { ...EMPTY_PROGRESS, report: { kind: 'valid', quiet: true } },
};

async function newWorkspace(): Promise<{
  readonly workspace: Workspace;
  readonly clock: StillClock;
}> {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const clock = stillClock();
  const folder = gitRepo({ a: 'a' }).path;
  return { workspace: await openWorkspace({ actor: 'ada', folder, env, clock }), clock };
}

function finding(id: string, change: Partial<Finding> = {}): Finding {
  return {
    id,
    fingerprint: `fp-${id}`,
    title: `title of ${id}`,
    body: '',
    severity: 'low',
    location: { path: 'src/a.ts', line: 3, symbol: null },
    item: null,
    routine: routineNamed('sweep').id,
    state: 'new',
    firstSeen: '2026-11-20T02:00:00.000Z',
    lastSeen: '2026-11-20T02:00:00.000Z',
    resolvedAt: null,
    runs: [runIdOf(1)],
    verdict: null,
    ...change,
  };
}

function proposal(id: string, change: Partial<FileItemProposal> = {}): FileItemProposal {
  return {
    id,
    run: runIdOf(1),
    routine: routineNamed('sweep').id,
    type: 'file-item',
    mode: 'review',
    state: 'held',
    summary: `RM-1 ${id}`,
    payload: { key: keyOf(1), title: id, body: '', findings: [] },
    duplicates: [],
    hash: `hash-${id}`,
    createdAt: '2026-11-20T02:00:00.000Z',
    decision: null,
    ...change,
  };
}

async function idsOf(workspace: Workspace): Promise<readonly string[]> {
  const { entries } = await inbox(workspace, { look: null });
  return entries.map(({ id }) => id);
}

test('an empty workspace needs nobody', async () => {
  const { workspace } = await newWorkspace();
  expect(await inbox(workspace, { look: null })).toEqual({
    entries: [],
    counts: {
      question: 0,
      'failed-run': 0,
      message: 0,
      finding: 0,
      proposal: 0,
      'change-set': 0,
      'pull-request': 0,
      report: 0,
      note: 0,
    },
    next: null,
    filed: 0,
    informing: 0,
    aside: 0,
    problems: [],
  });
});

test('questions come first, then failures, findings, proposals and notes; quiet runs file themselves away', async () => {
  const { workspace } = await newWorkspace();
  const { routine } = finding('F-1');
  await workspace.proposals.create(proposal('P-aaaaaa-1'));
  await workspace.proposals.create(proposal('P-aaaaaa-2', { state: 'declined' }));
  await overwriteFindings(workspace, {
    routine,
    lastRun: null,
    findings: [
      finding('F-1'),
      finding('F-2', { severity: 'high' }),
      finding('F-3', { state: 'known', severity: 'info' }),
    ],
  });
  await workspace.notes.create({
    kind: 'decision',
    state: 'proposed',
    versions: [
      {
        title: 'Use UTC',
        text: 'x',
        reason: '',
        paths: [],
        by: 'run x',
        at: '2026-11-20T00:00:00.000Z',
      },
    ],
    origin: { routine, run: null, session: null },
    createdAt: '2026-11-20T00:00:00.000Z',
    verdict: null,
    replaces: null,
  });
  const phase = {
    kind: 'waiting',
    question: { question: 'Which?', options: [], default: null },
    since: '2026-11-21T01:00:00.000Z',
    until: null,
  } as const;
  const waiting = await storeEndedRun(workspace, { change: { phase } });
  const failed = await storeEndedRun(workspace, {
    routine: 'check',
    result: { execution: 'timed-out', report: 'missing' },
  });
  await storeEndedRun(workspace, { change: quiet });
  const now = await inbox(workspace, { look: null });
  expect(now.entries.map(({ id }) => id)).toEqual([
    `question:${waiting.id}`,
    `failed-run:${failed.id}`,
    'finding:F-2',
    'finding:F-1',
    'proposal:P-aaaaaa-1',
    'note:D-1',
  ]);
  expect(now.filed).toBe(1);
  expect(now.counts).toMatchObject({ finding: 2, proposal: 1 });
  expect(now.entries[1]).toMatchObject({
    title: 'check timed-out',
    why: `Its log says more: roundsman logs ${failed.id.slice(-6)}`,
  });
  // What is kept between looks says the same.
  expect(await inbox(workspace, { look: null })).toEqual(now);
});

test('a finding waits until somebody decides, however often it was seen, but for what only informs', async () => {
  const { workspace } = await newWorkspace();
  const verdict = {
    kind: 'dismissed',
    by: 'ada',
    at: '2026-11-20T03:00:00.000Z',
    reason: '',
    until: null,
  } as const;
  await overwriteFindings(workspace, {
    routine: routineNamed('sweep').id,
    lastRun: null,
    findings: [
      finding('F-1', { state: 'known', severity: 'high' }),
      finding('F-2', { state: 'known', severity: 'info' }),
      finding('F-3', { state: 'dismissed', severity: 'high', verdict }),
      finding('F-4', { state: 'resolved', severity: 'high' }),
      finding('F-5', { state: 'known', severity: 'info' }),
    ],
  });
  // The finding and the request for it are one decision: it stays that finding.
  const payload = { key: keyOf(1), title: 'x', body: '', findings: ['fp-F-5'] };
  await workspace.proposals.create(proposal('P-aaaaaa-1', { payload }));
  const { entries, informing } = await inbox(workspace, { look: null });
  expect(entries).toMatchObject([
    { id: 'finding:F-1', why: 'open, high at src/a.ts:3' },
    { id: 'finding:F-5', why: 'open, info at src/a.ts:3; accept files RM-1' },
  ]);
  expect(informing).toBe(1);
});

test('a finding that was reopened waits for another decision', async () => {
  const { workspace } = await newWorkspace();
  const at = '2026-11-20T03:00:00.000Z';
  const told = { kind: 'reopened', at, by: 'ada', reason: '', was: null } as const;
  await overwriteFindings(workspace, {
    routine: routineNamed('sweep').id,
    lastRun: null,
    findings: [
      finding('F-1', { state: 'known', severity: 'info' }),
      finding('F-2', { state: 'known', severity: 'info', history: [told] }),
    ],
  });
  const { entries } = await inbox(workspace, { look: null });
  expect(entries).toMatchObject([
    { id: 'finding:F-2', why: 'reopened, info at src/a.ts:3', stamp: 'new fp-F-2' },
  ]);
});

test('it is read page by page', async () => {
  const { workspace } = await newWorkspace();
  for (const number of [1, 2, 3]) await workspace.proposals.create(proposal(`P-aaaaaa-${number}`));
  const first = await inbox(workspace, { look: null, limit: 2 });
  expect(first.entries.map(({ id }) => id)).toEqual(['proposal:P-aaaaaa-1', 'proposal:P-aaaaaa-2']);
  const rest = await inbox(workspace, { look: null, limit: 2, after: first.next ?? '' });
  expect(rest.entries.map(({ id }) => id)).toEqual(['proposal:P-aaaaaa-3']);
  expect(rest.next).toBeNull();
});

test('a routine that failed again and again is one entry, and none once it went well', async () => {
  const { workspace } = await newWorkspace();
  const result = { execution: 'failed', report: 'missing' } as const;
  await storeEndedRun(workspace, { at: '2026-11-18T02:00:00.000Z', result });
  expect((await idsOf(workspace)).length).toBe(1);
  const second = await storeEndedRun(workspace, { at: '2026-11-19T02:00:00.000Z', result });
  const [entry] = (await inbox(workspace, { look: null })).entries;
  expect(entry).toMatchObject({
    id: `failed-run:${second.id}`,
    why: `Its log says more: roundsman logs ${second.id.slice(-6)} · 1 run before it failed too`,
  });
  const routine = second.routine.id;
  await workspace.pauses.write({ routine, by: 'ada', at: '2026-11-19T03:00:00.000Z', reason: '' });
  const [paused] = (await inbox(workspace, { look: null })).entries;
  expect(paused?.why).toMatch(/ · paused by ada$/);
  await storeEndedRun(workspace, { at: '2026-11-20T02:00:00.000Z', change: quiet });
  expect(await inbox(workspace, { look: null })).toMatchObject({ entries: [], filed: 3 });
  const { runs, next } = await listFiled(workspace, { limit: 2 });
  expect(runs.map(({ endedAt }) => endedAt)).toEqual([
    '2026-11-20T02:00:00.000Z',
    '2026-11-19T02:00:00.000Z',
  ]);
  const rest = await listFiled(workspace, { limit: 2, after: next ?? '' });
  expect(rest.runs.map(({ endedAt }) => endedAt)).toEqual(['2026-11-18T02:00:00.000Z']);
  expect(rest.next).toBeNull();
});

test('what is set aside comes back when its time is over, when it changed, or when it is brought back', async () => {
  const { workspace, clock } = await newWorkspace();
  await workspace.proposals.create(proposal('P-aaaaaa-1'));
  const [entry] = (await inbox(workspace, { look: null })).entries;
  if (entry === undefined) throw new Error('nothing there');
  await setAside(workspace, { entry, until: '2026-11-22T09:00:00.000Z', by: 'ada' });
  expect(await inbox(workspace, { look: null })).toMatchObject({ entries: [], aside: 1 });
  clock.move(86_400_000);
  expect(await idsOf(workspace)).toEqual(['proposal:P-aaaaaa-1']);
  await setAside(workspace, { entry, until: null, by: 'ada' });
  expect(await idsOf(workspace)).toEqual([]);
  await bringBack(workspace, entry.id);
  expect(await idsOf(workspace)).toEqual(['proposal:P-aaaaaa-1']);
  await setAside(workspace, { entry, until: null, by: 'ada' });
  await overwriteProposal(workspace, proposal('P-aaaaaa-1', { hash: 'another' }));
  expect(await idsOf(workspace)).toEqual(['proposal:P-aaaaaa-1']);
});

test('a record that cannot be read is told', async () => {
  const { workspace } = await newWorkspace();
  await workspace.proposals.create(proposal('P-aaaaaa-1'));
  const path = join(workspace.location.stateDir, 'proposals', 'P-aaaaaa-2.json');
  await writeText(path, '{');
  expect(await inbox(workspace, { look: null })).toMatchObject({
    entries: [{ id: 'proposal:P-aaaaaa-1' }],
    problems: [`${path} cannot be read`],
  });
});

test('of findings the severe come first, then by file; a report is called by its first words', async () => {
  const { workspace } = await newWorkspace();
  const at = (path: string): Finding['location'] => ({ path, line: 1, symbol: null });
  await overwriteFindings(workspace, {
    routine: finding('F-1').routine,
    lastRun: null,
    findings: [
      finding('F-1', { severity: 'info' }),
      finding('F-2', { location: at('src/z.ts') }),
      finding('F-3', { location: at('src/b.ts') }),
      finding('F-4', { severity: 'medium' }),
    ],
  });
  const run = await storeEndedRun(workspace, { routine: 'digest' });
  const report = runPaths(workspace.location.stateDir, run.id).report;
  await writeText(
    report,
    '---\nrun: x\n---\n\n# Digest\n\n## Summary\n\n**Nothing** new in `src`.\n\n- Looked at: 3 files\n',
  );
  const { entries } = await inbox(workspace, { look: null });
  expect(entries.map(({ id }) => id)).toEqual([
    'finding:F-4',
    'finding:F-3',
    'finding:F-2',
    // F-1 only informs.
    `report:${run.id}`,
  ]);
  expect(entries.at(-1)?.title).toBe('Nothing new in src.');
});
