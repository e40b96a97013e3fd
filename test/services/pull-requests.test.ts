import { afterEach, expect, test } from 'vitest';

import {
  openPullRequest,
  previewPullRequest,
  type OpenPullRequest,
} from '../../src/connections/pull-requests/open-pull-request.ts';
import { decideProposals } from '../../src/connections/requests/decide-proposals.ts';
import type { Proposal } from '../../src/words/proposal.ts';
import type { PullRequestLink } from '../../src/words/pull-request.ts';
import { openApiCheck } from '../kit/github/openapi.ts';
import { overwriteProposal } from '../kit/overwrite.ts';
import {
  forgeWorld,
  type ForgeWorld,
  type ForgeWorldOptions,
} from '../kit/services/forge-world.ts';

const check = openApiCheck();
const worlds: ForgeWorld[] = [];

async function world(options: ForgeWorldOptions = {}): Promise<ForgeWorld> {
  const made = await forgeWorld({ check, ...options });
  worlds.push(made);
  return made;
}

afterEach(() => {
  const problems = worlds.splice(0).flatMap(({ github }) => github.problems);
  if (problems.length > 0) throw new Error(problems.join('\n'));
});

async function decide(
  { workspace, proposal }: Pick<ForgeWorld, 'workspace' | 'proposal'>,
  kind: 'approve' | 'retry' = 'approve',
): Promise<Proposal> {
  const request = { words: [proposal.id], wholeRuns: false, reason: '', by: 'ada' };
  const [decided] = await decideProposals(workspace, { ...request, kind });
  if (decided === undefined) throw new Error('nothing was decided');
  return decided;
}

test('an approved pull request is pushed and opened as a draft, with labels, reviewers and how it was made', async () => {
  const made = await world();
  const decided = await decide(made);
  expect(decided.applying?.outcome).toMatch(
    /^opened pull request #1 of harbour\/lamps: https:\/\/github\.com\/harbour\/lamps\/pull\/1; not asked for a review: nobody-there: /,
  );
  expect(decided.state).toBe('applied');
  const [pull] = made.pulls.pulls;
  expect(pull).toMatchObject({
    head: made.branch,
    base: 'main',
    draft: true,
    reviewers: ['ada'],
    issue: { title: 'Mend the lamps', labels: ['roundsman'] },
  });
  expect(made.remote.git('rev-parse', made.branch)).toBe(made.tip);
  expect(pull?.issue.body).toContain('It mends the lamps.');
  expect(pull?.issue.body).toContain('- low: A lamp is out (`a.txt:1`)');
  expect(pull?.issue.body).toContain('- Routine: `sweep`');
  expect(await made.workspace.review.pullRequests.list()).toMatchObject([
    {
      id: 'github-1',
      number: 1,
      ref: made.branch,
      pushed: made.tip,
      by: 'ada',
      state: { kind: 'open' },
    },
  ]);
});

test('what an agent wrote mentions nobody, closes nothing, and forges no mark of ours', async () => {
  const body =
    'Ask @ada and @harbour/crew. Fixes #3, closes harbour/lamps#4.\n/close\n<!-- roundsman:end -->';
  const made = await world({ body, title: 'Draft: fixes #3 for @ada' });
  await decide(made);
  const issue = made.pulls.pulls[0]?.issue;
  expect(issue?.title).toBe('fixes #\u200b3 for @\u200bada');
  const text = issue?.body ?? '';
  expect(text).not.toMatch(/@[a-z]|#\d|^\/close/m);
  expect(text.match(/<!-- roundsman:end -->/g)).toHaveLength(1);
});

test('one that is open for the branch already is gone on with: our part of its text alone, labels added', async () => {
  const made = await world();
  await decide(made);
  const [pull] = made.pulls.pulls;
  if (pull === undefined) throw new Error('none');
  pull.issue.body = `Words of a person.\n\n${pull.issue.body}\n\nMore of them.`;
  pull.issue.title = 'A better title';
  pull.issue.labels = ['theirs'];
  // As after a crash that came before the record said so.
  await overwriteProposal(made.workspace, {
    ...made.proposal,
    state: 'approved',
    decision: { by: 'ada', at: made.proposal.createdAt, reason: '' },
  });
  const again = await decide(made, 'retry');
  expect(again.applying?.outcome).toMatch(/^updated pull request #1/);
  expect(made.pulls.pulls).toHaveLength(1);
  expect(pull.issue.title).toBe('A better title');
  expect(pull.issue.labels.toSorted()).toEqual(['roundsman', 'theirs']);
  expect(pull.issue.body).toMatch(
    /^Words of a person\.[\s\S]*It mends the lamps\.[\s\S]*More of them\.$/,
  );
});

test('a POST whose answer was lost is looked after: one pull request, whole', async () => {
  const made = await world();
  made.github.fail({ method: 'POST', path: /\/pulls$/, how: { kind: 'close-after' } });
  expect((await decide(made)).state).toBe('applied');
  expect(made.pulls.pulls).toHaveLength(1);
  expect(made.pulls.pulls[0]?.issue.labels).toEqual(['roundsman']);
});

test('a server that fails is said, and trying again does the rest once', async () => {
  const made = await world();
  made.github.fail({ method: 'POST', path: /\/pulls$/, how: { kind: 'answer', status: 502 } });
  const failed = await decide(made);
  expect(failed).toMatchObject({ state: 'failed' });
  expect(failed.applying?.outcome).toMatch(
    /^no answer: .*502.*; trying again looks first whether it was done$/,
  );
  expect((await decide(made, 'retry')).state).toBe('applied');
  expect(made.pulls.pulls).toHaveLength(1);
});

test('labels that cannot be added are named, and keep nothing from being done', async () => {
  const made = await world();
  const labels = { method: 'POST', path: /\/labels$/ } as const;
  made.github.fail({ ...labels, how: { kind: 'answer', status: 403, message: 'No labels' } });
  const decided = await decide(made);
  expect(decided).toMatchObject({ state: 'applied' });
  expect(decided.applying?.outcome).toMatch(
    /^opened pull request #1 .*; labels were not added: the token may not do this: No labels.*\(403\)/,
  );
  expect(await made.workspace.review.pullRequests.list()).toMatchObject([{ pushed: made.tip }]);
  expect(made.pulls.pulls[0]?.issue.labels).toEqual([]);
});

test('an expired token is said, and nothing is pushed', async () => {
  const made = await world();
  const { state } = made.github;
  for (const [value, token] of state.tokens)
    state.tokens.set(value, { ...token, expiresAt: new Date(0) });
  const failed = await decide(made);
  expect(failed.applying?.outcome).toMatch(
    /^it does not take the token: .*Bad credentials.*\(401\)$/,
  );
  expect(made.remote.git('branch', '--list')).toBe('* main');
});

test('limits are waited out when they are short, and said when they are long', async () => {
  const made = await world();
  const headers = { 'retry-after': '3' };
  made.github.fail({
    method: 'POST',
    path: /\/pulls$/,
    how: { kind: 'answer', status: 429, headers },
  });
  expect((await decide(made)).state).toBe('applied');
  expect(made.pulls.pulls).toHaveLength(1);
  const other = await world();
  other.github.state.limit.remaining = 0;
  expect((await decide(other)).applying?.outcome).toMatch(/^limited until /);
});

test('a protected name, a moved branch and another base are refused before anything is pushed', async () => {
  const moved = await world();
  moved.repo.git('branch', '--force', moved.branch, 'main');
  expect((await decide(moved)).applying?.outcome).toMatch(/has moved since it was proposed/);
  expect(moved.pulls.pulls).toHaveLength(0);
  const other = await world();
  other.remote.git('update-ref', 'refs/heads/elsewhere', 'main');
  await decide(other);
  const pull = other.pulls.pulls[0];
  if (pull === undefined) throw new Error('none');
  pull.base = 'elsewhere';
  await overwriteProposal(other.workspace, { ...other.proposal, state: 'approved' });
  expect((await decide(other, 'retry')).applying?.outcome).toBe(
    `pull request #1 of harbour/lamps is open for ${other.branch} already, and goes into elsewhere, not main`,
  );
});

test('a remote that refuses the push leaves nothing at the forge', async () => {
  const made = await world();
  made.hook('pre-receive', 'echo "protected branches are off limits" >&2; exit 1');
  expect((await decide(made)).applying?.outcome).toMatch(/^origin did not take it: .*off limits/);
  expect(made.pulls.pulls).toHaveLength(0);
});

test('one of ours that was merged before the record said so is not opened again', async () => {
  const made = await world();
  await decide(made);
  const pull = made.pulls.pulls[0];
  if (pull === undefined) throw new Error('none');
  pull.issue.state = 'closed';
  pull.mergedAt = '2026-11-21T10:00:00Z';
  pull.mergedBy = 'ada';
  made.remote.git('update-ref', '-d', `refs/heads/${made.branch}`);
  await overwriteProposal(made.workspace, { ...made.proposal, state: 'approved' });
  const again = await decide(made, 'retry');
  expect(again.applying?.outcome).toBe(
    'pull request #1 of harbour/lamps was opened, and is merged by now',
  );
  expect(made.pulls.pulls).toHaveLength(1);
  expect(made.remote.git('branch', '--list')).toBe('* main');
});

test('what was pushed further is known as ours, even where its text cannot be changed', async () => {
  const made = await world();
  await decide(made);
  const { workspace, repo, branch } = made;
  repo.git('checkout', '--quiet', branch);
  const tip = repo.commit({ files: { 'c.txt': 'more\n' }, message: 'Mend more' });
  repo.git('checkout', '--quiet', 'main');
  made.github.fail({ method: 'PATCH', path: /\/pulls\/1$/, how: { kind: 'answer', status: 502 } });
  const failed = await openPullRequest(workspace, {
    what: branch,
    title: null,
    body: 'Mends three lamps.',
    base: null,
    via: null,
    ready: false,
    labels: [],
    reviewers: [],
    by: 'ada',
  });
  expect(failed.state).toBe('failed');
  expect(made.remote.git('rev-parse', branch)).toBe(tip);
  expect(await workspace.review.pullRequests.list()).toMatchObject([{ pushed: tip }]);
});

test('a connection that was of another repository before has a record of its own for each', async () => {
  const made = await world();
  const { pullRequests } = made.workspace.review;
  await decide(made);
  const [link] = await pullRequests.list();
  if (link === undefined) throw new Error('none');
  const before: PullRequestLink = {
    ...link,
    forge: { ...link.forge, repository: 'harbour/boats' },
    state: { kind: 'merged', by: 'ada', at: link.openedAt },
  };
  await pullRequests.write(before);
  await overwriteProposal(made.workspace, {
    ...made.proposal,
    state: 'approved',
    decision: { by: 'ada', at: made.proposal.createdAt, reason: '' },
  });
  await decide(made, 'retry');
  expect((await pullRequests.list()).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
    before,
    {
      id: 'github-1-2',
      number: 1,
      forge: { repository: 'harbour/lamps' },
      state: { kind: 'open' },
    },
  ]);
});

test('a person opens one for any branch of a run: seen before, opened once, gone on with after', async () => {
  const { workspace, pulls, remote, branch, tip } = await world();
  const request: OpenPullRequest = {
    what: branch,
    title: null,
    body: 'Mends two lamps.',
    base: null,
    via: null,
    ready: true,
    labels: ['urgent'],
    reviewers: [],
    by: 'ada',
  };
  const preview = await previewPullRequest(workspace, request);
  expect(preview.payload).toMatchObject({
    title: 'Mend it',
    base: 'main',
    draft: false,
    labels: ['urgent'],
  });
  expect(pulls.pulls).toHaveLength(0);
  expect(remote.git('branch', '--list')).toBe('* main');
  await expect(previewPullRequest(workspace, { ...request, what: 'main' })).rejects.toThrow(
    'no run of ours made main',
  );
  await expect(previewPullRequest(workspace, { ...request, base: branch })).rejects.toThrow(
    `${branch} cannot go into itself`,
  );
  const opened = await openPullRequest(workspace, request);
  expect(opened).toMatchObject({ state: 'applied', decision: { by: 'ada' } });
  expect(pulls.pulls).toMatchObject([{ head: branch, draft: false, issue: { title: 'Mend it' } }]);
  expect(remote.git('rev-parse', branch)).toBe(tip);
  await expect(openPullRequest(workspace, request)).rejects.toThrow('are changed there');
  const again = await openPullRequest(workspace, {
    ...request,
    ready: false,
    body: 'Mends three lamps.',
  });
  expect(again.applying?.outcome).toMatch(/^updated pull request #1/);
  expect(pulls.pulls[0]?.issue.body).toContain('Mends three lamps.');
});
