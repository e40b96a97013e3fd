/** `roundsman review pr`, the program as it ships: to a real http-backend, and a loopback GitHub beside it. */
import { spawnSync } from 'node:child_process';

import { expect, onTestFinished, test } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { isBranchName, isCommitSha } from '../../src/words/ids.ts';
import { EMPTY_PROGRESS } from '../../src/words/run.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { githubEnv } from '../kit/github/github-connection.ts';
import { githubServer } from '../kit/github/github-server.ts';
import { githubState } from '../kit/github/github-state.ts';
import { githubPulls } from '../kit/github/pull-routes.ts';
import { openTestPage } from '../kit/page.ts';
import { connectionsText, FORGE_BRANCH } from '../kit/services/forge-world.ts';
import { gitHttpServer } from '../kit/services/git-http.ts';
import { storeEndedRun } from '../kit/stored-run.ts';
import { workspaceOf, type Ran } from '../kit/workspace.ts';

/** @param config what stands in roundsman.yaml, from the address of the forge */
async function place(config: (api: string) => string = connectionsText) {
  const server = await gitHttpServer();
  const tipOf = (branch: string): string | null => {
    const asked = spawnSync('git', ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`], {
      cwd: server.remote.path,
      encoding: 'utf8',
    });
    return asked.status === 0 ? asked.stdout.trim() : null;
  };
  const pulls = githubPulls(tipOf);
  const forge = await githubServer({ state: githubState(), routes: pulls.routes });
  onTestFinished(() => forge.close());
  const repo = gitRepo({ 'a.txt': 'one\n', 'roundsman.yaml': config(forge.api) });
  repo.git('push', '--quiet', server.remote.path, 'main');
  repo.git('remote', 'add', 'origin', server.url);
  const base = repo.git('rev-parse', 'HEAD');
  repo.git('checkout', '--quiet', '-b', FORGE_BRANCH);
  const tip = repo.commit({ files: { 'a.txt': 'two\n' }, message: 'Mend the lamps' });
  repo.git('branch', 'mine/idea');
  repo.git('checkout', '--quiet', 'main');
  if (!isBranchName(FORGE_BRANCH) || !isCommitSha(tip) || !isCommitSha(base))
    throw new TypeError(tip);
  const program = workspaceOf(repo, { env: githubEnv });
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env: { ...process.env, ROUNDSMAN_STATE_DIR: program.stateDir },
    clock: systemClock,
  });
  await storeEndedRun(workspace, {
    change: {
      progress: { ...EMPTY_PROGRESS, base, baseRef: 'main', branch: FORGE_BRANCH, head: tip },
    },
    result: { changes: 'branch' },
  });
  const pr = (...args: readonly string[]): Promise<Ran> => program.ask('review', 'pr', ...args);
  return { pr, program, pulls, repo, server, tip, tipOf };
}

test('a branch is shown first, pushed and opened, listed, and opened once', async () => {
  const { pr, pulls, tip, tipOf } = await place();
  expect(await pr()).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('No pull request was opened from here.'),
  });
  expect(JSON.parse((await pr('--json')).stdout)).toEqual([]);

  const dry = await pr('abc123', '--dry-run');
  expect(dry).toMatchObject({ exitCode: 0, stderr: '' });
  expect(dry.stdout).toContain('Mend the lamps');
  expect(dry.stdout).toContain('harbour/lamps');
  expect(dry.stdout).toContain('Nothing was pushed or opened.');
  expect([pulls.pulls, tipOf(FORGE_BRANCH)]).toEqual([[], null]);

  const opened = await pr('abc123', '--label', 'night', '--json');
  expect(opened).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(opened.stdout)).toMatchObject({
    type: 'pull-request',
    state: 'applied',
    payload: { branch: FORGE_BRANCH, base: 'main', draft: true, labels: ['night'] },
  });
  expect(tipOf(FORGE_BRANCH)).toBe(tip);
  expect(pulls.pulls).toMatchObject([{ head: FORGE_BRANCH, base: 'main', draft: true }]);

  const listed = await pr();
  expect(listed.stdout).toMatch(/^draft, no checks  Mend the lamps\n  http/);
  expect(JSON.parse((await pr('--json')).stdout)).toMatchObject([
    { branch: FORGE_BRANCH, pushed: tip, state: { kind: 'open', draft: true } },
  ]);

  const again = await pr('abc123');
  expect(again).toMatchObject({ exitCode: 4, stdout: '' });
  expect(again.stderr).toContain('is open already');
  expect(again.stderr).toContain('/pull/');
  expect(await pr('abc123', '--title', 'Another')).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('its title, and whether it is a draft, are changed there'),
  });
  expect(await pr('abc123', '--label', 'urgent')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('updated pull request #'),
  });
  expect(pulls.pulls).toMatchObject([{ issue: { labels: ['night', 'urgent'] } }]);
});

test('what a person made, what is nowhere, and what has no remote is refused with the next step', async () => {
  const { pr, pulls, repo } = await place();
  expect(await pr('mine/idea')).toMatchObject({
    exitCode: 4,
    stderr: expect.stringMatching(/no run of ours made mine\/idea[^]*What people made they push/),
  });
  expect(await pr('nowhere-to-be-found')).toMatchObject({ exitCode: 3 });
  expect(await pr('abc123', '--via', 'elsewhere')).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('has no connection elsewhere'),
  });
  repo.git('remote', 'remove', 'origin');
  const without = await pr('abc123', '--json');
  expect(without).toMatchObject({ exitCode: 4 });
  expect(`${without.stdout}${without.stderr}`).toContain('the repository has no remote origin');
  expect(pulls.pulls).toEqual([]);
});

test('without a connection, and with two of them, what to add or to name is said', async () => {
  const none = await place(() => 'engine: command\n');
  expect(await none.pr('abc123')).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('roundsman.yaml has no github or gitlab connection'),
  });
  const two = await place(
    (api) =>
      `${connectionsText(api)}  other:\n    kind: github\n    repository: harbour/lamps\n    api: ${api}\n    private: true\n    token: env:GITHUB_TOKEN\n`,
  );
  expect(await two.pr('abc123')).toMatchObject({
    exitCode: 4,
    stderr: expect.stringMatching(/github, other[^]*--via/),
  });
  expect(await two.pr('abc123', '--via', 'other', '--ready')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('opened pull request #'),
  });
  expect(two.pulls.pulls).toMatchObject([{ draft: false }]);
});

test('the page shows it whole, opens it of what was seen, and tells how it stands', async () => {
  const { program, pulls, repo, tip, tipOf } = await place();
  const page = await openTestPage({
    repo,
    env: { ...githubEnv, ROUNDSMAN_STATE_DIR: program.stateDir },
  });
  const branch = `/review/branch/${FORGE_BRANCH}`;
  expect((await page.get(branch)).body).toContain('Pull request…');
  const form = `/review/pull-request?what=${encodeURIComponent(FORGE_BRANCH)}`;
  const shown = (await page.get(form)).body;
  expect(shown).toContain('harbour/lamps');
  expect(shown).toContain('Mend the lamps');
  expect(shown).toContain('Push and open');
  expect((await page.get(`${form}&via=elsewhere`)).body).toContain(
    'roundsman.yaml has no connection elsewhere',
  );
  expect(pulls.pulls).toEqual([]);
  const fields = { what: FORGE_BRANCH, title: 'Mend the lamps', base: 'main', via: 'github' };
  await page.post('/review/pull-request', { ...fields, tip: '0'.repeat(40) });
  expect([pulls.pulls, tipOf(FORGE_BRANCH)]).toEqual([[], null]);
  expect((await page.post('/review/pull-request', { ...fields, tip })).status).toBe(303);
  expect(pulls.pulls).toMatchObject([{ head: FORGE_BRANCH, base: 'main', draft: true }]);
  expect(tipOf(FORGE_BRANCH)).toBe(tip);
  const after = (await page.get(branch)).body;
  expect(after).toContain('href="https://github.com/harbour/lamps/pull/1"');
  expect(after).toContain('>draft<');
  expect((await page.get(form)).body).toContain('is open already as #1');
});

test('a run that started from commits that are not pushed is not opened: they would come along', async () => {
  const { pr, pulls, repo, tipOf } = await place();
  const other = repo.git('commit-tree', '-m', 'There', 'main^{tree}');
  repo.git('update-ref', 'refs/remotes/origin/main', other);
  expect(await pr('abc123')).toMatchObject({
    exitCode: 4,
    stderr:
      'error: the run started from 1 commit that origin/main does not have: the pull request would contain it\n' +
      'hint: Push first: git push origin main\n',
  });
  expect([pulls.pulls, tipOf(FORGE_BRANCH)]).toEqual([[], null]);
});
