import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { proposalText } from '../../../src/cli/output/proposal-fields.ts';
import { inspectPush } from '../../../src/connections/push/inspect-push.ts';
import { pushProposal } from '../../../src/connections/push/push-proposal.ts';
import { decideProposals } from '../../../src/connections/requests/decide-proposals.ts';
import { changeProposal } from '../../../src/connections/requests/edit-proposal.ts';
import { inspectProposal } from '../../../src/connections/requests/inspect-proposal.ts';
import { pushPlace } from '../../../src/connections/requests/push-place.ts';
import { pushNewBranch } from '../../../src/git/remote-refs.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { discardBranches } from '../../../src/review/discard-branches.ts';
import { restoreBranch } from '../../../src/review/restore-branch.ts';
import type { Proposal } from '../../../src/words/proposal.ts';
import { stripControls } from '../../../src/words/text.ts';
import { BRANCH, outboxWorld, type OutboxWorld } from '../../kit/outbox-world.ts';

const clock = systemClock;

async function approve({ workspace, proposal }: OutboxWorld): Promise<Proposal> {
  const [decided] = await decideProposals(workspace, {
    words: [proposal.id],
    wholeRuns: false,
    kind: 'approve',
    reason: '',
    by: 'ada',
  });
  if (decided === undefined) throw new Error('nothing was decided');
  return decided;
}

async function retry({ workspace }: OutboxWorld): Promise<readonly Proposal[]> {
  return decideProposals(workspace, {
    words: [],
    wholeRuns: false,
    kind: 'retry',
    reason: '',
    by: 'ada',
  });
}

test.each([
  ['a path', (path: string) => path],
  ['file://', (path: string) => `file://${path}`],
])(
  'an approved branch is made at the remote, by %s, and nothing else changes',
  async (_how, url) => {
    const world = await outboxWorld({ clock, url });
    const before = world.repo.git('for-each-ref');
    const decided = await approve(world);
    expect(decided).toMatchObject({
      state: 'applied',
      applying: { tries: 1, outcome: `pushed ${world.tip.slice(0, 10)} to origin/${BRANCH}` },
    });
    expect(world.remote.git('rev-parse', BRANCH)).toBe(world.tip);
    expect(world.repo.git('for-each-ref')).toBe(before);
    await expect(approve(world)).rejects.toThrow(/ was applied by ada on /);
  },
);

test('what would happen is shown: values, commits, files, and where it comes from', async () => {
  const world = await outboxWorld({ clock, ref: 'fix/it' });
  const { proposal, from, push } = await inspectProposal(world.workspace, world.proposal.id);
  expect(proposal.summary).toBe(`push ${BRANCH} to origin/fix/it`);
  expect(from).toMatchObject({ engine: 'command', trigger: 'manual', untrusted: [] });
  expect(push).toMatchObject({
    url: world.remote.path,
    ref: 'refs/heads/fix/it',
    from: null,
    to: world.tip,
    outcome: { kind: 'push' },
    sameThere: [],
    commits: [{ sha: world.tip, subject: 'Mend it' }],
    files: ['a.txt', 'b.txt'],
  });
  await approve(world);
  const after = await inspectProposal(world.workspace, world.proposal.id);
  expect(after.push).toMatchObject({ from: world.tip, outcome: { kind: 'there' } });
});

test('all that its commits say is shown, and what of it does something at a forge', async () => {
  const message = 'Mend it\n\nIt was dark.\n\nFixes #12';
  const world = await outboxWorld({ clock, message });
  const look = await inspectProposal(world.workspace, world.proposal.id);
  expect(look.push).toMatchObject({
    commits: [{ subject: 'Mend it', body: 'It was dark.\n\nFixes #12' }],
    words: ['Fixes #12'],
  });
  expect(proposalText(look, new Date())).toMatch(
    /It was dark\.[^]*they close or mention: Fixes #12/,
  );
});

test('a branch that is there with something else is never pushed over', async () => {
  const world = await outboxWorld({ clock, ref: 'fix/it' });
  const other = world.repo.git('rev-parse', 'main');
  world.remote.git('branch', 'fix/it', 'main');
  expect(await approve(world)).toMatchObject({
    state: 'failed',
    applying: {
      outcome: `origin has a branch fix/it already, at ${other.slice(0, 10)}: nothing is pushed over it`,
    },
  });
  expect(world.remote.git('rev-parse', 'fix/it')).toBe(other);
  const edited = await changeProposal(world.workspace, {
    id: world.proposal.id,
    seen: null,
    change: { ref: 'fix/it-2' },
    by: 'bob',
  });
  expect(edited).toMatchObject({ state: 'held', versions: [{ editedBy: 'bob' }] });
  expect(await approve(world)).toMatchObject({ state: 'applied', applying: { tries: 2 } });
  expect(world.remote.git('rev-parse', 'fix/it-2')).toBe(world.tip);
});

test('the default branch of the remote is not pushed to, whatever it is called', async () => {
  const world = await outboxWorld({ clock, ref: 'mine' });
  world.remote.git('symbolic-ref', 'HEAD', 'refs/heads/mine');
  world.remote.git('branch', 'mine', 'main');
  expect(await approve(world)).toMatchObject({
    state: 'failed',
    applying: { outcome: 'mine is a branch that work starts from or lands on' },
  });
});

test('a remote that refuses says why, and what it says is cleaned', async () => {
  const world = await outboxWorld({ clock });
  world.hook(
    'pre-receive',
    String.raw`printf 'not today \033[31m\033]0;x\007 AKIAIOSFODNN7EXAMPLE\n' >&2; exit 1`,
  );
  const decided = await approve(world);
  expect(decided.state).toBe('failed');
  const outcome = decided.applying?.outcome ?? '';
  expect(outcome).toMatch(
    /^origin did not take it: \[remote rejected\] \(pre-receive hook declined\): .*not today/,
  );
  expect(outcome).toBe(stripControls(outcome));
  expect(outcome).not.toContain('AKIAIOSFODNN7EXAMPLE');
  world.hook('pre-receive', 'exit 0');
  expect(await retry(world)).toMatchObject([{ state: 'applied', applying: { tries: 2 } }]);
  expect(await retry(world)).toEqual([]);
});

test('a remote that hangs is given up on, and whatever was started for it ends', async () => {
  const world = await outboxWorld({ clock });
  world.hook('pre-receive', 'exec sleep 600');
  const place = { ...pushPlace(world.workspace), answerMs: 1_500 };
  expect(await pushProposal(world.proposal, place)).toEqual({
    kind: 'failed',
    outcome: 'origin gave no answer within 2 s; trying again asks first whether it arrived',
  });
  world.hook('pre-receive', 'exit 0');
  expect(await approve(world)).toMatchObject({ state: 'applied' });
});

test('a remote that is gone, and one of no address, are told', async () => {
  const world = await outboxWorld({ clock });
  rmSync(world.remote.path, { recursive: true, force: true });
  const decided = await approve(world);
  expect(decided.state).toBe('failed');
  expect(decided.applying?.outcome).toMatch(
    /^origin could not be asked: .*does not (appear to be a git repository|exist)/,
  );
  world.repo.git('remote', 'remove', 'origin');
  expect(await retry(world)).toMatchObject([
    {
      state: 'failed',
      applying: { outcome: 'origin could not be asked: there is no remote origin' },
    },
  ]);
});

test('a remote that was pointed elsewhere since gets nothing', async () => {
  const world = await outboxWorld({ clock });
  const elsewhere = join(world.remote.path, 'objects');
  world.repo.git('remote', 'set-url', 'origin', elsewhere);
  expect(await approve(world)).toMatchObject({
    state: 'failed',
    applying: {
      outcome: `origin pushed to ${world.remote.path} when it was proposed, and pushes to ${elsewhere} now`,
    },
  });
});

test('a branch that moved, and one that is gone or was discarded, are not pushed', async () => {
  const world = await outboxWorld({ clock });
  const main = world.repo.git('rev-parse', 'main');
  world.repo.git('branch', '--force', BRANCH, 'main');
  expect(await approve(world)).toMatchObject({
    state: 'failed',
    applying: {
      outcome: `${BRANCH} has moved since it was proposed: ${world.tip.slice(0, 10)} was approved, ${main.slice(0, 10)} is there`,
    },
  });
  world.repo.git('branch', '-D', BRANCH);
  expect(await retry(world)).toMatchObject([
    { state: 'failed', applying: { outcome: `the branch ${BRANCH} is gone` } },
  ]);
  await world.workspace.review.discarded.create({
    id: '01kn0000000000000000000001',
    branch: BRANCH,
    tip: world.proposal.payload.tip,
    run: world.proposal.run,
    reason: 'not wanted',
    by: 'eve',
    at: '2026-11-21T03:00:00.000Z',
    state: 'discarded',
  });
  expect(await retry(world)).toMatchObject([
    {
      state: 'failed',
      applying: { outcome: `${BRANCH} was discarded: eve on 2026-11-21: not wanted` },
    },
  ]);
});

test('a branch that may have been merged and removed there is not made again unasked', async () => {
  const world = await outboxWorld({ clock, ref: 'fix/it' });
  world.hook('pre-receive', 'exit 1');
  expect(await approve(world)).toMatchObject({ state: 'failed' });
  world.hook('pre-receive', 'exit 0');
  // A person pushed it by hand; there it was merged in one commit and removed.
  const merged = world.repo.git(
    'commit-tree',
    '-p',
    'main',
    '-m',
    // Made within the same second it would else be the very same commit.
    'Mend it (#12)',
    `${world.tip}^{tree}`,
  );
  world.repo.git('push', '--quiet', 'origin', `${merged}:refs/heads/main`);
  const why =
    `origin/main continued since ${BRANCH} began, and fix/it may have been merged and removed there: ` +
    'look there, then approve it again or decline it';
  const asking = [{ state: 'failed', applying: { outcome: why, asks: true } }];
  expect(await retry(world)).toMatchObject(asking);
  expect(await retry(world)).toMatchObject(asking);
  expect(world.remote.git('branch', '--list', 'fix/it')).toBe('');
  expect(await approve(world)).toMatchObject({ state: 'applied', applying: { tries: 4 } });
  expect(world.remote.git('rev-parse', 'fix/it')).toBe(world.tip);
});

test('what nobody decided on goes with its branch, and comes back with it', async () => {
  const world = await outboxWorld({ clock });
  const { workspace, proposal } = world;
  await discardBranches(workspace, { what: BRANCH, reason: 'not wanted', by: 'eve' });
  expect(await workspace.proposals.read(proposal.id)).toMatchObject({
    state: 'declined',
    decision: { by: 'eve', reason: 'its branch was discarded: not wanted' },
  });
  await restoreBranch(workspace, { what: BRANCH, by: 'eve' });
  expect(await workspace.proposals.read(proposal.id)).toEqual(proposal);
  expect(await approve(world)).toMatchObject({ state: 'applied' });
  await discardBranches(workspace, { what: BRANCH, reason: 'done with', by: 'eve' });
  expect(await workspace.proposals.read(proposal.id)).toMatchObject({ state: 'applied' });
});

test('a hook of this repository is not run by a push', async () => {
  const world = await outboxWorld({ clock });
  world.repo.write(
    '.git/hooks/pre-push',
    '#!/bin/sh\ntouch "$(dirname "$0")/ran"\nexit 1\n',
    0o755,
  );
  expect(await approve(world)).toMatchObject({ state: 'applied' });
  expect(existsSync(join(world.repo.path, '.git/hooks/ran'))).toBe(false);
});

test('a branch that appears between the look and the push is not even gone on from', async () => {
  const world = await outboxWorld({ clock, ref: 'fix/it' });
  const place = pushPlace(world.workspace);
  const look = await inspectPush(world.proposal.payload, place);
  // Somebody makes it now, at an ancestor of what is to be pushed.
  world.remote.git('branch', 'fix/it', 'main');
  const before = world.remote.git('rev-parse', 'fix/it');
  const answer = await pushNewBranch(
    { url: look.address ?? '', tip: world.proposal.payload.tip, ref: 'fix/it' },
    place.repository,
  );
  expect([answer.exitCode, answer.stdout]).toEqual([1, expect.stringContaining('stale info')]);
  expect(world.remote.git('rev-parse', 'fix/it')).toBe(before);
});

test.each([
  'ext::sh -c "touch MARK"',
  '-u',
  '--upload-pack=touch MARK',
  'ssh://-oProxyCommand=touch%20MARK/x',
])('a remote at %s starts nothing', async (address) => {
  const world = await outboxWorld({ clock });
  const mark = join(world.repo.path, 'mark');
  world.repo.git('config', 'protocol.ext.allow', 'always');
  world.repo.git('config', 'remote.origin.url', address.replace('MARK', mark));
  expect((await approve(world)).state).toBe('failed');
  expect(existsSync(mark)).toBe(false);
});

test('a ref or a remote that is an option is nothing to push to', async () => {
  const world = await outboxWorld({ clock });
  const place = pushPlace(world.workspace);
  for (const more of [{ ref: '--delete' }, { ref: 'MAIN' }, { remote: '-u' }, { remote: '../x' }]) {
    const payload = { ...world.proposal.payload, ...more };
    const pushed = await pushProposal({ ...world.proposal, payload }, place);
    expect(pushed.kind).toBe('failed');
  }
  expect(world.remote.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
});
