/** One life of what waits: decided once, in the one list until then, and as it was before when that is undone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import {
  decideFindings,
  decideNotes,
  decideRequests,
  reopenFindings,
} from '../../../src/inbox/decisions/decide.ts';
import {
  findDecision,
  newestDecision,
  undoDecision,
} from '../../../src/inbox/decisions/undo-decision.ts';
import { inbox } from '../../../src/inbox/inbox.ts';
import { actOnStep } from '../../../src/inbox/morning/act-on-step.ts';
import { proposalHash } from '../../../src/ledger/proposal-program.ts';
import type { Finding, FindingVerdict } from '../../../src/words/finding.ts';
import type { FileItemProposal } from '../../../src/words/proposal.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { openFinding } from '../../kit/findings.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { itemOf, keyOf, runIdOf } from '../../kit/items.ts';
import { overwriteFindings } from '../../kit/overwrite.ts';
import { routineNamed } from '../../kit/routine.ts';
import { stillClock } from '../../kit/still-clock.ts';

const routine = routineNamed('sweep').id;
const AT = '2026-11-20T02:00:00.000Z';

function request(number: number): FileItemProposal {
  const payload = {
    key: keyOf(number),
    title: `do ${number}`,
    body: '',
    findings: [`fp-${number}`],
  };
  return {
    id: `P-aaaaaa-${number}`,
    run: runIdOf(1),
    routine,
    type: 'file-item',
    mode: 'review',
    state: 'held',
    summary: `RM-${number} do ${number}`,
    payload,
    duplicates: [],
    hash: proposalHash('file-item', payload),
    createdAt: AT,
    decision: null,
  };
}

/** Three findings, for two of which a request waits to file an item; and a note. */
async function waiting(): Promise<Workspace> {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const folder = gitRepo({ a: 'a' }).path;
  const workspace = await openWorkspace({ folder, env, actor: 'ada', clock: stillClock() });
  const findings = [1, 2, 3].map((number) =>
    openFinding({
      id: `F-000000000${number}`,
      fingerprint: `fp-${number}`,
      routine,
      runs: [runIdOf(1)],
    }),
  );
  await overwriteFindings(workspace, { routine, lastRun: null, findings });
  for (const number of [1, 2]) {
    await workspace.items.make({ ...itemOf(number), state: 'proposed' });
    await workspace.proposals.create(request(number));
  }
  const version = { title: 't', text: 'x', reason: '', paths: [], by: 'run x', at: AT };
  await workspace.notes.create({
    kind: 'decision',
    state: 'proposed',
    versions: [version],
    origin: { routine, run: null, session: null },
    createdAt: AT,
    verdict: null,
    replaces: null,
  });
  return workspace;
}

/** Every file with its bytes, besides caches, which may go at any time, and what is kept of who decided and took back what. */
function stateOf({ location }: Workspace): Readonly<Record<string, string>> {
  const files = readdirSync(location.stateDir, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.includes('/cache/') && !path.endsWith('/decisions.json'));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

async function waitingIds(workspace: Workspace): Promise<readonly string[]> {
  return (await inbox(workspace, { look: null })).entries.map(({ id }) => id);
}

function verdict(kind: FindingVerdict['kind']): FindingVerdict {
  const until = kind === 'snoozed' ? '2026-12-01T00:00:00.000Z' : null;
  return { kind, reason: 'as said', by: 'ada', at: '2026-11-21T09:00:00.000Z', until };
}

async function undo(workspace: Workspace, id: string | null = null): Promise<void> {
  const decision = await findDecision(workspace, id);
  if (decision === null) throw new TypeError('nothing to undo');
  await undoDecision(workspace, decision, 'ada');
}

const FIRST = ['F-0000000001'];
const DECISIONS: Readonly<Record<string, (workspace: Workspace) => Promise<unknown>>> = {
  'accepting a finding': (here) =>
    decideFindings(here, { ids: FIRST, verdict: verdict('accepted') }),
  'dismissing a finding': (here) =>
    decideFindings(here, { ids: FIRST, verdict: verdict('dismissed') }),
  'snoozing a finding': (here) => decideFindings(here, { ids: FIRST, verdict: verdict('snoozed') }),
  'accepting all of a routine': (here) =>
    decideFindings(here, { ids: ['sweep'], wholeGroups: true, verdict: verdict('accepted') }),
  'approving a request': (here) =>
    decideRequests(here, {
      words: ['P-aaaaaa-1'],
      wholeRuns: false,
      kind: 'approve',
      reason: '',
      by: 'ada',
    }),
  'declining a request': (here) =>
    decideRequests(here, {
      words: ['P-aaaaaa-1'],
      wholeRuns: false,
      kind: 'decline',
      reason: 'no',
      by: 'ada',
    }),
  'approving a note': (here) =>
    decideNotes(here, {
      kind: 'decision',
      ids: ['D-1'],
      act: { kind: 'approve', hash: null, reason: '', replaces: null },
      by: 'ada',
    }),
  'rejecting a note': (here) =>
    decideNotes(here, {
      kind: 'decision',
      ids: ['D-1'],
      act: { kind: 'reject', reason: 'no' },
      by: 'ada',
    }),
  'setting a note aside': async (here) => {
    const { entries } = await inbox(here, { kinds: ['note'], look: null });
    const [entry] = entries;
    if (entry === undefined) throw new TypeError('no note waits');
    await actOnStep({ workspace: here, entry, act: 'snooze', words: '', by: 'ada' });
  },
};

it.each(Object.entries(DECISIONS))('undoing %s gives back every byte', async (_what, decide) => {
  const here = await waiting();
  const [before, listed] = [stateOf(here), await waitingIds(here)];
  await decide(here);
  expect(stateOf(here)).not.toEqual(before);
  expect(await waitingIds(here)).not.toEqual(listed);
  await undo(here);
  expect(stateOf(here)).toEqual(before);
  expect(await waitingIds(here)).toEqual(listed);
});

it('undoing a reopening gives back the decision', async () => {
  const here = await waiting();
  await decideFindings(here, { ids: FIRST, verdict: verdict('snoozed') });
  const before = stateOf(here);
  const said = { by: 'ada', at: '2026-11-21T10:00:00.000Z', reason: '' };
  await reopenFindings(here, { ids: FIRST, said });
  await undo(here);
  expect(stateOf(here)).toEqual(before);
});

it('reopening a dismissed one has its request wait again, and accepting it files the item', async () => {
  const here = await waiting();
  const before = (await here.items.list()).map(({ key, state }) => `${key} ${state}`);
  await decideFindings(here, { ids: FIRST, verdict: verdict('dismissed') });
  const dismissed = stateOf(here);
  const said = { by: 'ada', at: '2026-11-21T10:00:00.000Z', reason: '' };
  await reopenFindings(here, { ids: FIRST, said });
  expect((await here.items.list()).map(({ key, state }) => `${key} ${state}`)).toEqual(before);
  expect((await here.proposals.list()).map(({ state }) => state)).toEqual(['held', 'held']);
  await undo(here);
  expect(stateOf(here)).toEqual(dismissed);
  await reopenFindings(here, { ids: FIRST, said });
  await decideFindings(here, { ids: FIRST, verdict: verdict('accepted') });
  expect((await here.items.list())[0]?.state).toBe('open');
});

it('accepting what was dismissed files the item after all', async () => {
  const here = await waiting();
  await decideFindings(here, { ids: FIRST, verdict: verdict('dismissed') });
  const dismissed = stateOf(here);
  await decideFindings(here, { ids: FIRST, verdict: verdict('accepted') });
  expect((await here.items.list()).map(({ state }) => state)).toEqual(['open', 'proposed']);
  expect((await here.proposals.list()).map(({ state }) => state)).toEqual(['applied', 'held']);
  await undo(here);
  expect(stateOf(here)).toEqual(dismissed);
});

it('lists a finding and the request to file it as one thing', async () => {
  const here = await waiting();
  expect(await waitingIds(here)).toEqual([
    'finding:F-0000000001',
    'finding:F-0000000002',
    'finding:F-0000000003',
    'note:D-1',
  ]);
});

it('files the item of a finding that is accepted, and declines that of one that is dismissed', async () => {
  const here = await waiting();
  await decideFindings(here, { ids: FIRST, verdict: verdict('accepted') });
  await decideFindings(here, { ids: ['F-0000000002'], verdict: verdict('dismissed') });
  const items = (await here.items.list()).map(({ key, state }) => `${key} ${state}`);
  expect(items).toEqual(['RM-1 open', 'RM-2 declined']);
  const states = (await here.proposals.list()).map(({ state }) => state);
  expect(states).toEqual(['applied', 'declined']);
  expect(await waitingIds(here)).toEqual(['finding:F-0000000003', 'note:D-1']);
});

it('a request without a finding waits again when its approval is undone', async () => {
  const here = await waiting();
  const ledger = await here.findings.read(routine);
  await overwriteFindings(here, { ...ledger, findings: [] });
  const listed = await waitingIds(here);
  expect(listed).toEqual(['proposal:P-aaaaaa-1', 'proposal:P-aaaaaa-2', 'note:D-1']);
  await decideRequests(here, {
    words: ['P-aaaaaa-1'],
    wholeRuns: false,
    kind: 'approve',
    reason: '',
    by: 'ada',
  });
  expect(await waitingIds(here)).toEqual(['proposal:P-aaaaaa-2', 'note:D-1']);
  await undo(here);
  expect(await waitingIds(here)).toEqual(listed);
});

it('decides with all that wait on nothing that the inbox does not show', async () => {
  const here = await waiting();
  const known = await here.findings.listAll();
  const silent = openFinding({
    id: 'F-0000000004',
    fingerprint: 'fp-4',
    routine,
    severity: 'info',
  });
  await overwriteFindings(here, { routine, lastRun: null, findings: [...known, silent] });
  const request = { ids: [], wholeGroups: true, verdict: verdict('dismissed') };
  const decided = await decideFindings(here, request);
  expect(decided.map(({ id }) => id)).toEqual(known.map(({ id }) => id));
  expect((await here.findings.listAll()).at(-1)?.verdict).toBeNull();
  await expect(decideFindings(here, request)).rejects.toMatchObject({ reason: 'nothing-open' });
});

it('undoes one of many, with what hangs on it, and then the others', async () => {
  const here = await waiting();
  const before = stateOf(here);
  await decideFindings(here, {
    ids: ['sweep'],
    wholeGroups: true,
    verdict: verdict('accepted'),
  });
  await undo(here, 'F-0000000002');
  expect((await here.findings.listAll()).map(({ verdict: said }) => said?.kind ?? null)).toEqual([
    'accepted',
    null,
    'accepted',
  ]);
  expect((await here.items.list()).map(({ state }) => state)).toEqual(['open', 'proposed']);
  await undo(here);
  expect(stateOf(here)).toEqual(before);
});

it('is refused, and changes nothing, where something else was decided since', async () => {
  const here = await waiting();
  await decideFindings(here, { ids: FIRST, verdict: verdict('accepted') });
  const accepted = await findDecision(here, null);
  if (accepted === null) throw new TypeError('nothing was kept');
  const item = await here.items.read(keyOf(1));
  if (item === null) throw new TypeError('RM-1 is gone');
  await here.items.replace(item, { ...item, title: 'reworded' });
  const before = stateOf(here);
  await expect(undoDecision(here, accepted, 'ada')).rejects.toMatchObject({
    message: 'RM-1 has changed since it was decided on',
  });
  expect(stateOf(here)).toEqual(before);
});

it.each(['new', 'known', 'regressed', 'resolved'] as const)(
  'gives back a %s finding as it was, also with an earlier decision in its history',
  async (state) => {
    const here = await waiting();
    const ledger = await here.findings.read(routine);
    await overwriteFindings(here, {
      ...ledger,
      findings: ledger.findings.map((one) => ({ ...one, state, history: [] })),
    });
    await decideFindings(here, { ids: FIRST, verdict: verdict('dismissed') });
    const before = stateOf(here);
    const later = { ...verdict('accepted'), at: '2026-11-21T10:00:00.000Z' };
    await decideFindings(here, { ids: FIRST, verdict: later });
    await undo(here);
    expect(stateOf(here)).toEqual(before);
  },
);

it('keeps what a run saw meanwhile, and is refused when something else was decided since', async () => {
  const here = await waiting();
  const read = async (): Promise<Finding> => {
    const [first] = (await here.findings.read(routine)).findings;
    if (first === undefined) throw new TypeError('no finding');
    return first;
  };
  const change = async (to: Partial<Finding>): Promise<void> => {
    const ledger = await here.findings.read(routine);
    const findings = ledger.findings.map((one, at) => (at === 0 ? { ...one, ...to } : one));
    await overwriteFindings(here, { ...ledger, findings });
  };
  const before = await read();
  await decideFindings(here, { ids: FIRST, verdict: verdict('snoozed') });
  const lastSeen = '2026-11-22T09:00:00.000Z';
  await change({ lastSeen });
  await undo(here);
  expect(await read()).toEqual({ ...before, lastSeen, history: [] });
  await decideFindings(here, { ids: FIRST, verdict: verdict('snoozed') });
  await change({ verdict: verdict('dismissed') });
  await expect(undo(here)).rejects.toMatchObject({ reason: 'decided-since' });
});

it('several of several kinds are one decision, and what changed or cannot be decided is left', async () => {
  const here = await waiting();
  const { entries } = await inbox(here, { look: null });
  const [first, second, ...rest] = entries;
  if (first === undefined || second === undefined) throw new TypeError('nothing waits');
  const [before, listed] = [stateOf(here), await waitingIds(here)];
  const changed = { ...second, stamp: 'another' };
  const act = { workspace: here, entry: first, others: [changed, ...rest], words: 'as said' };
  const acted = await actOnStep({ ...act, act: 'decline', by: 'ada' });
  const left = [{ entry: changed, why: 'it changed meanwhile: look again' }];
  expect(acted).toMatchObject({ kind: 'done', said: `dismissed ${rest.length + 1}`, left });
  expect(await waitingIds(here)).toEqual([second.id]);
  expect(await newestDecision(here, 'bob')).toBeNull();
  const decision = await newestDecision(here, 'ada');
  expect(decision?.said).toBe(`dismissed ${rest.length + 1}`);
  await undo(here);
  expect([stateOf(here), await waitingIds(here)]).toEqual([before, listed]);
});

it('one of several that cannot be decided keeps nothing from the others', async () => {
  const here = await waiting();
  const { entries } = await inbox(here, { kinds: ['finding', 'note'], look: null });
  const [first, ...others] = entries;
  if (first === undefined) throw new TypeError('nothing waits');
  const broken: Workspace = {
    ...here,
    notes: { ...here.notes, replace: () => Promise.reject(new Error('the disk is full')) },
  };
  const request = { workspace: broken, entry: first, others, words: 'as said', by: 'ada' };
  const acted = await actOnStep({ ...request, act: 'decline' });
  expect(acted).toMatchObject({ kind: 'done', left: [{ why: 'the disk is full' }] });
  expect(await waitingIds(here)).toEqual(['note:D-1']);
});
