import { describe, expect, test } from 'vitest';

import {
  collectReleaseNotes,
  type ReleaseNotesRule,
} from '../../../src/collectors/release-notes/collect-release-notes.ts';
import { rememberRelease } from '../../../src/collectors/release-notes/remember-release.ts';
import type { CollectorMemory, ReleaseNotesFacts } from '../../../src/words/facts.ts';
import { isRoutineId, isRunId } from '../../../src/words/ids.ts';
import type { DeploymentPair } from '../../../src/words/slot.ts';
import { collectRequest } from '../../kit/collect-request.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';

const RULE: ReleaseNotesRule = {
  kind: 'release-notes',
  path: null,
  form: 'auto',
  range: { kind: 'last-release' },
  tags: '*',
  types: ['feat', 'fix'],
  exclude: [],
};

interface Asked {
  readonly range?: ReleaseNotesRule['range'];
  readonly memory?: CollectorMemory | null;
}

async function collect(
  repo: GitRepo,
  pair: Partial<DeploymentPair> & Pick<DeploymentPair, 'deployed'>,
  { range = RULE.range, memory = null }: Asked = {},
): Promise<ReleaseNotesFacts> {
  const deployment = { environment: 'production', state: 'success', previous: null, ...pair };
  return collectReleaseNotes(collectRequest(repo.path, { ...RULE, range }, { deployment, memory }));
}

/** Tags v1.0.0, v1.1.0, v1.2.0 on commits `feat: 0` to `feat: 2`, and one commit after them. */
function history(): { readonly repo: GitRepo; readonly commits: readonly string[] } {
  const repo = gitRepo({ 'CHANGELOG.md': '# Changelog\n\n## [1.0.0]\n\n- One\n' });
  const commits = [0, 1, 2, 3].map((index) => {
    const sha = repo.commit({ files: { 'src/a.js': `${index}\n` }, message: `feat: ${index}` });
    if (index < 3) repo.git('tag', `v1.${index}.0`);
    return sha;
  });
  return { repo, commits };
}

function subjects({ commits }: ReleaseNotesFacts): readonly string[] {
  return commits.map(({ subject }) => subject);
}

describe('the deployment that made a run due', () => {
  test('gives the range: from what was deployed before to what is deployed now', async () => {
    const { repo, commits } = history();
    const [, from = '', to = ''] = commits;
    const facts = await collect(repo, { previous: from, deployed: to });
    expect(facts.range).toEqual({
      from,
      to,
      fromName: `production before (${from.slice(0, 7)})`,
      toName: `production (${to.slice(0, 7)})`,
      by: 'deployment',
    });
    expect(facts.deployment).toEqual({
      ref: 'production',
      previous: from,
      deployed: to,
      checkedBy: null,
    });
    expect(subjects(facts)).toEqual(['feat: 2']);
  });

  test.each(['v1.2.0', '1.2.0', 'refs/tags/v1.2.0'])('may name a version: %s', async (deployed) => {
    const { repo, commits } = history();
    const { deployment } = await collect(repo, { previous: 'v1.0.0', deployed });
    expect(deployment).toMatchObject({ previous: commits[0], deployed: commits[2] });
  });

  test('may name the beginning of a commit', async () => {
    const { repo, commits } = history();
    const facts = await collect(repo, { deployed: (commits[3] ?? '').slice(0, 9) });
    expect(facts.deployment?.deployed).toBe(commits[3]);
  });

  test('that knows of nothing before begins at the last release', async () => {
    const { repo, commits } = history();
    const facts = await collect(repo, { deployed: commits[3] ?? '' });
    expect(facts.range).toMatchObject({ fromName: 'v1.2.0', by: 'deployment' });
    expect(facts.deployment).toMatchObject({ previous: null });
  });

  test('that went back is the range that it took away', async () => {
    const { repo, commits } = history();
    const facts = await collect(repo, { previous: 'v1.2.0', deployed: 'v1.0.0' });
    expect(facts.range).toMatchObject({ from: commits[0], to: commits[2] });
    expect(facts.deployment).toMatchObject({ rolledBack: true, deployed: commits[0] });
  });

  test('counts before the ref that a routine follows, and is remembered under it', async () => {
    const { repo, commits } = history();
    repo.git('branch', 'deployed', commits[3] ?? '');
    const range = { kind: 'deployed', ref: 'deployed' } as const;
    const facts = await collect(repo, { previous: 'v1.0.0', deployed: 'v1.1.0' }, { range });
    expect(facts.deployment).toMatchObject({ ref: 'deployed', deployed: commits[1] });
  });

  test('does not count where the routine gives the range', async () => {
    const { repo, commits } = history();
    const range = { kind: 'given', from: 'v1.1.0', to: null } as const;
    const facts = await collect(repo, { previous: 'v1.0.0', deployed: 'v1.1.0' }, { range });
    expect(facts.range).toMatchObject({ by: 'given', from: commits[1], to: commits[3] });
    expect(facts.deployment).toBeNull();
  });

  test('that was checked already says by which run', async () => {
    const { repo } = history();
    const pair = { previous: 'v1.0.0', deployed: 'v1.1.0' };
    const facts = await collect(repo, pair);
    const run = '01k0000000000000000000abcd';
    const routine = 'check';
    if (!isRunId(run) || !isRoutineId(routine)) throw new TypeError('bad id');
    const window = { from: null, to: '2026-01-01T00:00:00.000Z', uncovered: null };
    const value = rememberRelease({ facts, window, run, current: null });
    const memory = { routine, collector: 'release-notes', run, value };
    expect((await collect(repo, pair, { memory })).deployment?.checkedBy).toBe(run);
    // The same version again, after another one: that is another deployment.
    const again = { previous: 'v1.2.0', deployed: 'v1.1.0' };
    expect((await collect(repo, again, { memory })).deployment?.checkedBy).toBeNull();
    // What was seen last tells what was before, where the event does not.
    const { deployment } = await collect(repo, { deployed: 'v1.2.0' }, { memory });
    expect(deployment?.previous).toBe(facts.deployment?.deployed);
  });
});

describe('a deployment that this repository does not know', () => {
  test.each([
    ['v9.9.9'],
    ['0'.repeat(40)],
    ['--upload-pack=touch x'],
    ['HEAD@{1}'],
    [':/feat'],
    ['v1.0.0..v1.2.0'],
    ['v1.0.0^{commit}'],
    [''],
    ['x'.repeat(5_000)],
    ['\u001b[2J'],
  ])('is a clear failure: %j', async (deployed) => {
    const { repo } = history();
    await expect(collect(repo, { deployed })).rejects.toMatchObject({
      code: 'missing',
      reason: 'deployment-unknown',
      message: expect.stringMatching(
        /^the deployment to production names `[^`]{0,80}`, which is not a commit, tag or version of this repository$/,
      ),
      hint: 'Fetch what was deployed (git fetch --tags), then let the run be tried again.',
    });
  });

  test('in a clone whose history is cut off says that', async () => {
    const { repo, commits } = history();
    const path = temporaryFolder();
    repo.git('clone', '-q', '--depth=1', '--no-tags', `file://${repo.path}`, path);
    await expect(
      collect(openRepo(path), { previous: commits[0] ?? null, deployed: 'main' }),
    ).rejects.toMatchObject({ reason: 'history-shallow' });
  });
});
