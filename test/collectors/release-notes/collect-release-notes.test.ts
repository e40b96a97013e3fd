import { execFileSync } from 'node:child_process';

import { describe, expect, test } from 'vitest';

import { collectReleaseNotes } from '../../../src/collectors/release-notes/collect-release-notes.ts';
import type { ReleaseNotesRule } from '../../../src/collectors/release-notes/collect-release-notes.ts';
import { rememberRelease } from '../../../src/collectors/release-notes/remember-release.ts';
import { AppError } from '../../../src/words/errors.ts';
import type { CollectorMemory, ReleaseNotesFacts } from '../../../src/words/facts.ts';
import { isRoutineId, isRunId, type RunId } from '../../../src/words/ids.ts';
import { collectRequest, commitId } from '../../kit/collect-request.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';

const RULE: ReleaseNotesRule = {
  kind: 'release-notes',
  path: null,
  form: 'auto',
  range: { kind: 'last-release' },
  tags: '*',
  types: ['feat', 'fix', 'perf', 'revert', 'security', 'deprecate', 'remove'],
  exclude: [],
};

async function collect(
  repo: GitRepo,
  rule: Partial<ReleaseNotesRule> = {},
  memory: CollectorMemory | null = null,
): Promise<ReleaseNotesFacts> {
  const asked = { ...RULE, ...rule };
  return collectReleaseNotes(collectRequest(repo.path, asked, { memory }));
}

async function failure(work: Promise<unknown>): Promise<object> {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.toFailure();
    throw thrown;
  }
  throw new Error('nothing was thrown');
}

/** A product file with other content each time. */
let content = 0;
function change(path = 'src/a.js'): Readonly<Record<string, string>> {
  content += 1;
  return { [path]: `${content}\n` };
}

const NOTES =
  '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n\n### Added\n\n- The first thing\n';

/** Version 1.0.0 with its tag, notes and manifest. */
function released(): GitRepo {
  const repo = gitRepo({ 'CHANGELOG.md': NOTES, 'package.json': '{"version":"1.0.0"}\n' });
  repo.git('tag', 'v1.0.0');
  return repo;
}

function subjects({ commits }: ReleaseNotesFacts): readonly string[] {
  return commits.map(({ subject }) => subject);
}

function visible({ commits }: ReleaseNotesFacts): readonly string[] {
  return commits.filter(({ userVisible }) => userVisible).map(({ subject }) => subject);
}

describe('since the last release', () => {
  test('the range begins at its tag, and the entries that are new since are checked', async () => {
    const repo = released();
    repo.commit({ files: change(), message: 'feat: wait for the pipe (#12)' });
    repo.commit({
      files: {
        'CHANGELOG.md': NOTES.replace(
          '[Unreleased]\n',
          '[Unreleased]\n\n- Wait for the pipe (#12)\n',
        ),
      },
      message: 'docs: notes',
    });
    const facts = await collect(repo);
    expect(facts.range).toMatchObject({ fromName: 'v1.0.0', by: 'last-release' });
    expect(facts.range.from).toBe(repo.git('rev-parse', 'v1.0.0'));
    expect(facts.changelog).toEqual({ path: 'CHANGELOG.md', form: 'headings' });
    expect(facts.items).toMatchObject([
      { version: null, date: null, entry: 'Wait for the pipe (#12)', line: 5, references: ['#12'] },
    ]);
    expect(facts.commits).toMatchObject([
      { subject: 'docs: notes', userVisible: false },
      {
        subject: 'feat: wait for the pipe (#12)',
        type: 'feat',
        pullRequest: 12,
        userVisible: true,
      },
    ]);
    expect(facts.deployment).toBeNull();
  });

  test('a tagged base is that release, checked from the tag before it in the order of versions', async () => {
    const repo = released();
    repo.commit({ files: change(), message: 'nine' });
    repo.git('tag', 'v1.9.0');
    repo.commit({ files: change(), message: 'ten, first try' });
    repo.git('tag', 'v1.10.0-rc.1');
    repo.commit({ files: change(), message: 'ten' });
    repo.git('tag', '-a', '-m', 'ten', 'v1.10.0');
    const { range } = await collect(repo);
    expect(range).toMatchObject({ fromName: 'v1.9.0', toName: 'v1.10.0' });
  });

  test('a tag on another line of releases is not looked at', async () => {
    const repo = released();
    repo.git('checkout', '-q', '-b', 'two');
    repo.commit({ files: change(), message: 'two' });
    repo.git('tag', 'v2.0.0');
    repo.git('checkout', '-q', 'main');
    repo.commit({
      files: {
        'CHANGELOG.md': NOTES.replace('## [1.0.0]', '## 2.0.0\n\n- From there\n\n## [1.0.0]'),
      },
    });
    const facts = await collect(repo);
    expect(facts.range.fromName).toBe('v1.0.0');
    expect(facts.items).toEqual([]);
  });

  test('without tags it begins where the version was set', async () => {
    const repo = gitRepo({ 'package.json': '{"version":"1.0.0"}\n' });
    const set = repo.commit({
      files: { 'package.json': '{"version":"1.1.0"}\n' },
      message: '1.1.0',
    });
    repo.commit({ files: change(), message: 'later' });
    const { range } = await collect(repo);
    expect(range).toMatchObject({ from: set, fromName: `1.1.0 (${set.slice(0, 7)})` });
  });

  test('without tags and manifest it begins where the newest heading was written', async () => {
    const repo = gitRepo({ 'CHANGES.rst': '1.0.0\n-----\n\n- One\n' });
    const set = repo.commit({
      files: { 'CHANGES.rst': '1.1.0\n-----\n\n- Two\n\n1.0.0\n-----\n\n- One\n' },
    });
    repo.commit({ files: change(), message: 'later' });
    expect((await collect(repo)).range).toMatchObject({ from: set });
  });

  test('without anything it begins at the first commit', async () => {
    const repo = gitRepo({ 'a.js': '1\n' });
    const facts = await collect(repo);
    expect(facts.range).toMatchObject({ from: null, fromName: 'the first commit' });
    expect(subjects(facts)).toEqual(['first']);
  });

  test('a repository without notes is not an error', async () => {
    const repo = gitRepo({ 'a.js': '1\n' });
    const facts = await collect(repo);
    expect(facts).toMatchObject({ changelog: null, items: [], problems: [] });
  });

  test('notes that are set and not there are one', async () => {
    const repo = released();
    expect(await failure(collect(repo, { path: 'NEWS.md' }))).toEqual({
      code: 'notes-missing',
      message: 'the release notes `NEWS.md` are not in v1.0.0',
      hint: 'Set collect.release-notes.path to a file or folder of that commit, or leave it out to have it found by its name.',
    });
  });

  test('a package of several has its own tags, notes and commits', async () => {
    const repo = gitRepo({
      'package.json': '{"private":true}',
      'packages/core/package.json': '{"name":"@a/core","version":"1.0.0"}',
      'packages/core/CHANGELOG.md': '# @a/core\n\n## 1.0.0\n\n- One\n',
      'packages/page/package.json': '{"name":"@a/page","version":"1.0.0"}',
      'CHANGELOG.md': '## 9.9.9\n',
    });
    repo.git('tag', '@a/core@1.0.0');
    repo.commit({ files: change('packages/page/a.js'), message: 'feat: on the page' });
    repo.git('tag', '@a/page@1.1.0');
    repo.commit({
      files: {
        ...change('packages/core/a.js'),
        'packages/core/CHANGELOG.md': '# @a/core\n\n## 1.1.0\n\n- Two\n\n## 1.0.0\n\n- One\n',
      },
      message: 'feat: in the core',
    });
    const facts = await collect(repo, { tags: '@a/core@*' });
    expect(facts.range.fromName).toBe('@a/core@1.0.0');
    expect(facts.items).toMatchObject([{ version: '1.1.0', entry: 'Two' }]);
    expect(visible(facts)).toEqual(['feat: in the core']);
  });
});

describe('what is reported as missing', () => {
  test('is not a commit of comments alone, whatever it says, and no entry of a release without changes', async () => {
    const repo = released();
    const code = (note: string, value: number): string =>
      `# ${note}\ndef pipe():\n    """${note}"""\n    return ${value}\n`;
    repo.commit({ files: { 'src/a.py': code('one', 1) }, message: 'Add a pipe (#11)' });
    repo.commit({ files: { 'src/a.py': code('two', 1) }, message: 'Fix layout (#12)' });
    repo.commit({ files: { 'src/a.py': code('two', 2) }, message: 'Fix counting (#13)' });
    const entries = '## [1.1.0] - 2026-02-01\n\n- Add a pipe (#11)\n- No changes since rc1\n';
    repo.commit({
      files: { 'CHANGELOG.md': NOTES.replace('## [1.0.0]', `${entries}\n## [1.0.0]`) },
      message: 'Release 1.1.0',
    });
    const facts = await collect(repo, { range: { kind: 'given', from: 'v1.0.0', to: null } });
    const said = new Map(facts.commits.map(({ sha, subject }) => [sha, subject]));
    expect(facts.items.map(({ entry }) => entry)).toEqual(['Add a pipe (#11)']);
    const left = [...facts.unmentioned, ...(facts.perhaps ?? [])];
    expect(left.map((sha) => said.get(sha))).toEqual(['Fix counting (#13)']);
  });
});

describe('which entries belong to the range', () => {
  test('a release whose heading is new has all its entries checked, and what it had before is backed from before', async () => {
    const repo = released();
    const early = repo.commit({
      files: {
        ...change(),
        'CHANGELOG.md': NOTES.replace(
          '[Unreleased]\n',
          '[Unreleased]\n\n- Wait for the pipe (#12)\n',
        ),
      },
      message: 'feat: wait for the pipe (#12)',
    });
    repo.commit({ files: change(), message: 'fix: close the pipe (#13)' });
    repo.commit({
      files: {
        'CHANGELOG.md': NOTES.replace(
          '[Unreleased]\n',
          '[Unreleased]\n\n## [1.1.0] - 2026-02-01\n\n- Close the pipe (#13)\n- Wait for the pipe (#12)\n',
        ),
      },
      message: 'Release 1.1.0',
    });
    const facts = await collect(repo, { range: { kind: 'given', from: early, to: null } });
    expect(facts.items.map(({ version, entry }) => `${version}: ${entry}`)).toEqual([
      '1.1.0: Close the pipe (#13)',
      '1.1.0: Wait for the pipe (#12)',
    ]);
    expect(
      facts.commits.filter(({ sha }) => sha === early).every(({ userVisible }) => !userVisible),
    ).toBe(true);
  });

  test('an entry that was worded again is not new, one that was added to an old release is', async () => {
    const repo = released();
    repo.commit({
      files: {
        'CHANGELOG.md': NOTES.replace(
          '- The first thing',
          '- The very first thing\n- A thing that was forgotten',
        ),
      },
    });
    expect((await collect(repo)).items).toMatchObject([
      { version: '1.0.0', entry: 'A thing that was forgotten', line: 10 },
    ]);
  });

  test('notes that moved to another file are compared with where they were', async () => {
    const repo = gitRepo({ 'CHANGES.rst': '1.0.0\n-----\n\n- One\n' });
    repo.git('tag', '1.0.0');
    repo.commit({
      files: { 'CHANGES.rst': null, 'CHANGES.md': '## 1.1.0\n\n- Two\n\n## 1.0.0\n\n- One\n' },
    });
    expect((await collect(repo)).items).toMatchObject([{ version: '1.1.0', entry: 'Two' }]);
  });
});

describe('a range that is given', () => {
  test('runs between two tags', async () => {
    const repo = released();
    repo.commit({ files: change(), message: 'feat: b' });
    repo.git('tag', 'v1.1.0');
    repo.commit({ files: change(), message: 'feat: c' });
    const facts = await collect(repo, { range: { kind: 'given', from: 'v1.0.0', to: 'v1.1.0' } });
    expect(facts.range).toMatchObject({ fromName: 'v1.0.0', toName: 'v1.1.0', by: 'given' });
    expect(subjects(facts)).toEqual(['feat: b']);
  });

  test('an unknown ref is told with near tags', async () => {
    const repo = released();
    const range = { kind: 'given', from: 'v1.0.1', to: null } as const;
    expect(await failure(collect(repo, { range }))).toEqual({
      code: 'ref-unknown',
      message: 'there is no tag, branch or commit `v1.0.1` in this repository',
      hint: 'Did you mean `v1.0.0`? Newest tags: v1.0.0.',
    });
  });

  test('a clone whose history is cut off says how to fetch the rest', async () => {
    const repo = released();
    repo.commit({ files: change(), message: 'b' });
    repo.commit({ files: change(), message: 'c' });
    const path = temporaryFolder();
    execFileSync('git', ['clone', '-q', '--depth=1', `file://${repo.path}`, path], {
      stdio: 'ignore',
    });
    const hint =
      'Fetch the rest: git fetch --unshallow --tags (in CI: a checkout with the whole history).';
    const range = { kind: 'given', from: 'v1.0.0', to: null } as const;
    const code = 'history-shallow';
    expect(await failure(collect(openRepo(path), { range }))).toEqual({
      code,
      message: 'the history of this clone is cut off before v1.0.0',
      hint,
    });
    expect(await failure(collect(openRepo(path)))).toEqual({
      code,
      message: 'the history of this clone is cut off before the first commit',
      hint,
    });
  });
});

describe('deployments', () => {
  const FIRST = '01kb0000000000000000000001';
  const SECOND = '01kb0000000000000000000002';
  const ref = 'deploy/production';
  const range = { kind: 'deployed', ref } as const;

  function run(id: string): RunId {
    if (!isRunId(id)) throw new TypeError(id);
    return id;
  }

  function remember(
    facts: ReleaseNotesFacts,
    id: string,
    {
      current = null,
      to = '2026-01-01T00:00:00.000Z',
    }: { current?: CollectorMemory | null; to?: string } = {},
  ): CollectorMemory {
    const value = rememberRelease({
      facts,
      window: { from: null, to, uncovered: null },
      run: run(id),
      current,
    });
    const routine = 'check';
    if (!isRoutineId(routine)) throw new TypeError(routine);
    return { routine, collector: 'release-notes', run: run(id), value };
  }

  function deployable(): GitRepo {
    const repo = released();
    repo.commit({ files: change(), message: 'feat: b' });
    repo.git('branch', ref);
    return repo;
  }

  test('the first one is checked from the last release, the next from the one before, the same is known', async () => {
    const repo = deployable();
    const first = await collect(repo, { range });
    const one = repo.git('rev-parse', 'HEAD');
    expect(first.deployment).toEqual({ ref, previous: null, deployed: one, checkedBy: null });
    expect(first.range).toMatchObject({
      fromName: 'v1.0.0',
      toName: `${ref} (${one.slice(0, 7)})`,
      by: 'deployment',
    });
    const memory = remember(first, FIRST);

    const again = await collect(repo, { range }, memory);
    expect(again.deployment).toEqual({ ref, previous: null, deployed: one, checkedBy: FIRST });
    expect(again.range).toEqual(first.range);

    const two = repo.commit({ files: change(), message: 'feat: c' });
    repo.git('branch', '-f', ref);
    const second = await collect(repo, { range }, memory);
    expect(second.deployment).toEqual({ ref, previous: one, deployed: two, checkedBy: null });
    expect(subjects(second)).toEqual(['feat: c']);
    const next = remember(second, SECOND, { current: memory });
    expect(await collect(repo, { range }, next)).toMatchObject({
      deployment: { previous: one, deployed: two, checkedBy: SECOND },
      range: second.range,
    });
  });

  test('one that went back is the range that it took away', async () => {
    const repo = deployable();
    const memory = remember(await collect(repo, { range }), FIRST);
    const one = repo.git('rev-parse', 'HEAD');
    repo.git('branch', '-f', ref, 'v1.0.0');
    const facts = await collect(repo, { range }, memory);
    expect(facts.deployment).toMatchObject({ previous: one, rolledBack: true, checkedBy: null });
    expect(facts.range).toMatchObject({ from: repo.git('rev-parse', 'v1.0.0'), to: one });
    expect(subjects(facts)).toEqual(['feat: b']);
  });

  test('what is remembered stays the same when it is done twice, and gives way to a later moment', async () => {
    const repo = deployable();
    const facts = await collect(repo, { range });
    const memory = remember(facts, FIRST);
    expect(remember(facts, SECOND, { current: memory }).value).toEqual(memory.value);
    repo.commit({ files: change(), message: 'feat: c' });
    repo.git('branch', '-f', ref);
    const later = remember(await collect(repo, { range }, memory), SECOND, {
      current: memory,
      to: '2026-02-01T00:00:00.000Z',
    });
    expect(remember(facts, FIRST, { current: later }).value).toEqual(later.value);
  });

  test('a commit that is remembered and gone begins again at the last release', async () => {
    const repo = deployable();
    const gone = commitId('1'.repeat(40));
    const memory = remember(await collect(repo, { range }), FIRST);
    const value = {
      deployments: {
        [ref]: { previous: null, deployed: gone, run: FIRST, at: '2026-01-01T00:00:00.000Z' },
      },
    };
    const facts = await collect(repo, { range }, { ...memory, value });
    expect(facts.deployment).toMatchObject({ previous: null, checkedBy: null });
    expect(facts.range.fromName).toBe('v1.0.0');
  });

  test('the branch that was fetched is fresher than the one that nobody checks out', async () => {
    const origin = deployable();
    const path = temporaryFolder();
    execFileSync('git', ['clone', '-q', origin.path, path], { stdio: 'ignore' });
    const clone = openRepo(path);
    clone.git('branch', ref, `origin/${ref}`);
    const two = origin.commit({ files: change(), message: 'feat: c' });
    origin.git('branch', '-f', ref);
    clone.git('fetch', '-q');
    expect((await collect(clone, { range })).deployment).toMatchObject({ deployed: two });
  });

  test('a ref that is not there says what to write', async () => {
    const repo = deployable();
    expect(
      await failure(collect(repo, { range: { kind: 'deployed', ref: 'deploy/prodution' } })),
    ).toEqual({
      code: 'deployment-ref-unknown',
      message:
        'the ref of deployments `deploy/prodution` is neither a branch nor a tag of this repository',
      hint: 'Did you mean `deploy/production`? Set collect.release-notes.deployed to the ref that moves to what is deployed.',
    });
  });
});

describe('commits', () => {
  test('a merge of a pull request stands for its commits, and a merge of a branch for none', async () => {
    const repo = released();
    repo.git('checkout', '-q', '-b', 'side');
    repo.commit({ files: change('src/side.js'), message: 'feat: on the side' });
    repo.commit({ files: change('src/side.js'), message: 'review words' });
    repo.git('checkout', '-q', 'main');
    repo.commit({ files: change(), message: 'fix: on main' });
    repo.git(
      'merge',
      '-q',
      '--no-ff',
      '-m',
      'Merge pull request #7 from ada/side\n\nOn the side',
      'side',
    );
    repo.git('checkout', '-q', '-b', 'other');
    repo.commit({ files: change('src/other.js'), message: 'Make it wait' });
    repo.git('checkout', '-q', 'main');
    repo.git('merge', '-q', '--no-ff', '-m', "Merge branch 'other'", 'other');
    const facts = await collect(repo);
    expect(visible(facts).toSorted()).toEqual([
      'Make it wait',
      'Merge pull request #7 from ada/side',
      'fix: on main',
    ]);
    expect(facts.commits.find(({ pullRequest }) => pullRequest === 7)).toMatchObject({
      merge: true,
      files: ['src/side.js'],
    });
  });

  test('a change that the notes tell of an older line is not missing', async () => {
    const older = '\n## [0.9.1] - 2026-01-09\n\n- Fixed: closes pipes (#12)\n';
    const repo = gitRepo({ 'CHANGELOG.md': `${NOTES}${older}` });
    repo.git('tag', 'v1.0.0');
    repo.commit({ files: change(), message: 'fix: end what was opened (#12)' });
    const forgotten = repo.commit({ files: change(), message: 'feat: colours (#13)' });
    expect((await collect(repo)).unmentioned).toEqual([forgotten]);
  });

  test('a commit and what takes it back cancel each other, until it comes again', async () => {
    const repo = released();
    const one = repo.commit({ files: change(), message: 'feat: one' });
    repo.commit({ files: change(), message: `Revert "feat: one"\n\nThis reverts commit ${one}.` });
    repo.commit({ files: change(), message: 'feat: two (#5)' });
    repo.commit({ files: change(), message: 'Revert "feat: two (#5)" (#6)' });
    repo.commit({ files: change(), message: 'feat: three' });
    const back = repo.commit({ files: change(), message: 'revert: feat: three' });
    repo.commit({
      files: change(),
      message: `Reapply "feat: three"\n\nThis reverts commit ${back}.`,
    });
    repo.commit({ files: change(), message: 'Revert "feat: of long ago"' });
    const { commits } = await collect(repo);
    expect(commits.filter(({ cancelled }) => !cancelled).map(({ subject }) => subject)).toEqual([
      'Revert "feat: of long ago"',
      'feat: three',
    ]);
  });

  test('people, numbers and breaking changes are read from the message', async () => {
    const repo = released();
    repo.commit({
      files: change(),
      message:
        'feat(api)!: drop it (#12)\n\n* feat: one\n* fix: two\n\nSee ABC-3.\n\nBREAKING CHANGE: the second\nargument is gone\n\nCo-authored-by: Ben Example <ben@example.com>\nSee merge request a/b!9',
    });
    expect((await collect(repo)).commits).toMatchObject([
      {
        type: 'feat',
        scope: 'api',
        breaking: true,
        breakingNote: 'the second argument is gone',
        pullRequest: 12,
        issues: ['#12', 'ABC-3'],
        coAuthors: ['Ben Example'],
        author: 'Ada Example',
      },
    ]);
  });

  test('names and words of any bytes are read whole', async () => {
    const repo = released();
    repo.commit({
      files: { 'src/a b\u0002ö.js': '1\n' },
      message: 'feat: \u001b[31mred\u202e words\n\nbody\u0003',
    });
    expect((await collect(repo)).commits).toMatchObject([
      { subject: 'feat: red words', files: ['src/a b\u0002ö.js'], userVisible: true },
    ]);
  });
});
