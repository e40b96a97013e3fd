/** The recipe in a real worktree: what it commits, what it leaves alone, and that a second check holds. */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { RecipeResult } from '../../../../src/collectors/builtin/recipe.ts';
import { checkReleaseNotes } from '../../../../src/collectors/builtin/release-check/check-release-notes.ts';
import type { BriefContext } from '../../../../src/context/brief.ts';
import type { ReleaseNotesFacts } from '../../../../src/words/facts.ts';
import { isCommitSha } from '../../../../src/words/ids.ts';
import type { ReleaseCommit } from '../../../../src/words/release-note.ts';
import { branchName, brief, routineId, runId } from '../../../kit/briefs.ts';
import { gitRepo, type GitRepo } from '../../../kit/git-repo.ts';
import { releaseCommit, releaseFacts } from '../../../kit/release-facts.ts';

const NOTES = '# Changelog\n\n## Unreleased\n\n### Added\n\n- Add windows (#31)\n';
const SILENT = releaseCommit(1, 'feat: add zones (#41)');
const FACTS = { commits: [SILENT], unmentioned: [SILENT.sha] };

async function check(
  repo: GitRepo,
  fields: Partial<ReleaseNotesFacts>,
  context: Partial<BriefContext> = {},
): Promise<RecipeResult> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Check',
    GIT_AUTHOR_EMAIL: 'check@example.com',
    GIT_COMMITTER_NAME: 'Check',
    GIT_COMMITTER_EMAIL: 'check@example.com',
  };
  const routine = { id: routineId('release-check'), name: 'Release-note check', intent: null };
  const facts = { 'release-notes': releaseFacts(fields) };
  return checkReleaseNotes({
    brief: brief(facts, context, { routine }),
    worktree: repo.path,
    env,
    say: () => undefined,
  });
}

function content(repo: GitRepo, path = 'CHANGELOG.md'): string {
  return readFileSync(join(repo.path, path), 'utf8');
}

/** A commit of the repository as facts tell it. */
function madeIn(repo: GitRepo, message: string, author?: string): ReleaseCommit {
  const sha = repo.commit({ message, ...(author === undefined ? {} : { author }) });
  if (!isCommitSha(sha)) throw new Error(sha);
  const [subject = ''] = message.split('\n');
  return { ...releaseCommit(1, subject), sha };
}

describe('release-check in a worktree', () => {
  it('commits the missing entries, names what it covers, and adds nothing the second time', async () => {
    const repo = gitRepo({ 'CHANGELOG.md': NOTES, 'other.txt': 'x' });
    repo.write('other.txt', 'not ours');
    const { report, findings, noop, coverage } = await check(repo, FACTS);
    expect(content(repo)).toBe(`${NOTES}- Add zones (#41)\n`);
    expect(repo.git('log', '-1', '--format=%an%n%B')).toBe(
      `Check\nAdd 1 missing entry to the notes of the next release\n\n${SILENT.sha.slice(0, 10)} feat: add zones (#41)\n\nRoundsman-Covers: commit:${SILENT.sha}\nRoundsman-Run: ${runId()}\n`,
    );
    expect(repo.git('status', '--porcelain')).toBe(' M other.txt');
    expect(report).toContain("- This run's branch adds 1 entry to `CHANGELOG.md`.\n");
    expect([findings.length, noop, coverage]).toEqual([
      1,
      null,
      { 'release-notes': { examined: 0 } },
    ]);

    const head = repo.git('rev-parse', 'HEAD');
    const again = await check(repo, FACTS);
    expect(repo.git('rev-parse', 'HEAD')).toBe(head);
    expect(again.report).toContain('the notes name it in the meantime');
  });

  it('puts entries into the notes of the package that they are about, and into no other', async () => {
    const pending = '# Changelog\n\n## Unreleased\n\n- Add windows (#31)\n';
    const repo = gitRepo({
      'packages/core/CHANGELOG.md': pending,
      'packages/page/CHANGELOG.md': pending,
      'packages/tool/CHANGELOG.md': '# Changelog\n\n## 1.0.0\n\n- Add windows (#31)\n',
    });
    const folders = ['core', 'page', 'tool'].map((name) => `packages/${name}`);
    const files = folders.map((folder) => ({ path: `${folder}/CHANGELOG.md`, folder }));
    const commits = [
      releaseCommit(1, 'feat: add pages (#41)', {
        files: ['packages/page/a.ts', 'packages/page/b.ts', 'packages/core/a.ts'],
      }),
      releaseCommit(2, 'feat: add tools (#42)', { files: ['packages/tool/a.ts'] }),
      releaseCommit(3, 'feat!: drop the old build (#43)', { files: ['build.js'] }),
    ];
    const range = { ...releaseFacts().range, toName: 'core-v2.0.0' };
    const path = files[0]?.path ?? '';
    const { report } = await check(repo, {
      commits: commits.toReversed(),
      unmentioned: commits.map(({ sha }) => sha),
      changelog: { path, form: 'headings', files },
      range,
    });
    expect(repo.git('show', '--format=', '--name-only')).toBe('packages/page/CHANGELOG.md');
    expect(content(repo, 'packages/page/CHANGELOG.md')).toBe(`${pending}- Add pages (#41)\n`);
    expect(report).toContain('packages/tool/CHANGELOG.md has no section for what is not released');
    expect(report).toContain('no notes cover what it changed');
  });

  it('adds nothing for what a waiting branch covers, and all of it when more is missing', async () => {
    const repo = gitRepo({ 'CHANGELOG.md': NOTES });
    const waiting = {
      branch: branchName('roundsman/release-check/2026-11-20-abc123'),
      routine: routineId('release-check'),
      run: runId(),
      date: '2026-11-20',
      files: ['CHANGELOG.md'],
      covers: [`commit:${SILENT.sha}`],
    };
    const same = await check(repo, FACTS, { branches: [waiting] });
    expect(content(repo)).toBe(NOTES);
    expect(same.report).toContain('waits with 1 entry; nothing was added for it.');

    const more = releaseCommit(2, 'feat: add weeks (#42)');
    const facts = { commits: [more, SILENT], unmentioned: [SILENT.sha, more.sha] };
    const { report } = await check(repo, facts, { branches: [waiting] });
    expect(content(repo)).toBe(`${NOTES}- Add zones (#41)\n- Add weeks (#42)\n`);
    expect(report).toContain("can go: this run's branch holds what it adds, and more.");
  });

  it('makes the waiting branch again without what was mended otherwise', async () => {
    const mended = releaseCommit(2, 'feat: add weeks (#42)');
    const waiting = {
      branch: branchName('roundsman/release-check/2026-11-20-abc123'),
      routine: routineId('release-check'),
      run: runId(),
      date: '2026-11-20',
      files: ['CHANGELOG.md'],
      covers: [SILENT, mended].map(({ sha }) => `commit:${sha}`),
    };
    const finding = {
      fingerprint: `commit:${mended.sha}`,
      title: 'x',
      state: 'known' as const,
      firstSeen: '2026-11-01T00:00:00Z',
      lastSeen: '2026-11-20T00:00:00Z',
      location: null,
      item: null,
      verdict: null,
    };
    const facts = { commits: [mended, SILENT], unmentioned: [SILENT.sha] };
    const context = { branches: [waiting], findings: [finding] };
    const left = gitRepo({ 'CHANGELOG.md': NOTES });
    await check(left, facts, { ...context, branches: [{ ...waiting, touched: true }] });
    expect(content(left)).toBe(NOTES);
    const repo = gitRepo({ 'CHANGELOG.md': NOTES });
    await check(repo, facts, context);
    expect(content(repo)).toBe(`${NOTES}- Add zones (#41)\n`);
    // So that it takes the place of the one before.
    for (const name of waiting.covers) expect(repo.git('log', '-1', '--format=%B')).toContain(name);
  });

  it('keeps out what a person dismissed', async () => {
    const repo = gitRepo({ 'CHANGELOG.md': NOTES });
    const finding = {
      fingerprint: `commit:${SILENT.sha}`,
      title: 'x',
      state: 'dismissed' as const,
      firstSeen: '2026-11-01T00:00:00Z',
      lastSeen: '2026-11-20T00:00:00Z',
      location: null,
      item: null,
      verdict: { kind: 'dismissed', reason: '' },
    };
    await check(repo, FACTS, { findings: [finding] });
    expect(content(repo)).toBe(NOTES);
  });

  it('leaves protected notes, links and foreign encodings alone, and offers the entries', async () => {
    const repo = gitRepo({ 'CHANGELOG.md': NOTES });
    const rules = { protected: ['*.md'], maxFiles: 50, maxBytes: 1_000_000 };
    const closed = await check(repo, FACTS, { branchRules: rules });
    expect(closed.report).toContain(
      'No branch: outputs.branch.protected keeps CHANGELOG.md out of branches.',
    );
    expect(closed.report).toContain('- Add zones (#41)\n');
    const small = await check(repo, FACTS, {
      branchRules: { ...rules, protected: [], maxBytes: 10 },
    });
    expect(small.report).toContain('No branch: outputs.branch.max-bytes is 10.');
    symlinkSync('/etc/hosts', join(repo.path, 'NEWS.md'));
    const linked = await check(repo, {
      ...FACTS,
      changelog: { path: 'NEWS.md', form: 'headings' },
    });
    expect(linked.report).toContain(
      'No branch: NEWS.md cannot be edited: its path goes over a link.',
    );
    expect(content(repo)).toBe(NOTES);
  });

  it('takes a merge by its own words, and people by their accounts', async () => {
    const repo = gitRepo({
      'CHANGELOG.md':
        '## Unreleased\n\n- Add a by @bo in https://example.com/a/b/pull/31\n- Add b by @cy in https://example.com/a/b/pull/32\n',
    });
    const merge = madeIn(repo, 'Merge pull request #41 from ada/zones\n\nAdd zones\n');
    const squash = madeIn(repo, 'Add weeks (#42)', 'Ada <1+ada-example@users.noreply.github.com>');
    const second = madeIn(repo, 'Merge pull request #43 from ada/days\n\nAdd days\n');
    const commits = [{ ...second, pullRequest: 43 }, squash, { ...merge, pullRequest: 41 }];
    await check(repo, { commits, unmentioned: [merge.sha, squash.sha, second.sha] });
    expect(content(repo).split('\n').slice(4)).toEqual([
      '- Add zones by @ada in https://example.com/a/b/pull/41',
      '- Add weeks by @ada-example in https://example.com/a/b/pull/42',
      '- Add days by @ada in https://example.com/a/b/pull/43',
      '',
    ]);
  });

  it('adds a file for each entry where changesets are kept', async () => {
    const repo = gitRepo({
      'package.json': '{"name":"all"}',
      'packages/a/package.json': '{"name":"@acme/a"}',
      'packages/b/package.json': '{"name":"b"}',
      '.changeset/brave-owls-sing.md': "---\n'b': patch\n---\n\nFix b\n",
    });
    const both = { ...SILENT, files: ['packages/a/src/x.ts', 'packages/b/y.ts', 'README.md'] };
    const root = releaseCommit(2, 'fix!: tidy up', { files: ['tools/x.mjs'] });
    const facts = { commits: [root, both], unmentioned: [both.sha, root.sha] };
    await check(repo, { ...facts, changelog: { path: '.changeset', form: 'changesets' } });
    expect(content(repo, '.changeset/add-zones-0000000.md')).toBe(
      "---\n'@acme/a': minor\n'b': minor\n---\n\nAdd zones\n",
    );
    expect(content(repo, '.changeset/tidy-up-0000000.md')).toBe(
      "---\n'all': major\n---\n\nTidy up\n",
    );
    expect(repo.git('show', '--format=', '--name-status')).toBe(
      'A\t.changeset/add-zones-0000000.md\nA\t.changeset/tidy-up-0000000.md',
    );
  });

  it('offers the text where notes are bodies of releases', async () => {
    const repo = gitRepo({ 'a.txt': '' });
    const { report } = await check(repo, {
      ...FACTS,
      changelog: { path: 'releases.json', form: 'github' },
    });
    expect(report).toContain('No branch: the notes in releases.json are bodies of releases');
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it('writes nothing for a deployment that was checked, and needs its facts', async () => {
    const repo = gitRepo({ 'CHANGELOG.md': NOTES });
    const deployment = { ref: 'live', previous: null, deployed: SILENT.sha, checkedBy: runId() };
    const { noop, report } = await check(repo, { ...FACTS, deployment });
    expect(noop?.reason).toBe(report);
    expect(content(repo)).toBe(NOTES);
    await expect(
      checkReleaseNotes({ brief: brief({}), worktree: repo.path, env: {}, say: () => undefined }),
    ).rejects.toThrow(
      'the recipe release-check needs the facts of the collector release-notes, and the brief has none',
    );
  });
});
