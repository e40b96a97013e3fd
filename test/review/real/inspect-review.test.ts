import { describe, expect, it } from 'vitest';

import { systemClock } from '../../../src/platform/clock.ts';
import { writeDurably } from '../../../src/platform/files.ts';
import { chooseSets } from '../../../src/review/choose-sets.ts';
import { findReviewed } from '../../../src/review/find-reviewed.ts';
import { inspectReview } from '../../../src/review/inspect-review.ts';
import { runPaths } from '../../../src/store/run-folder/run-paths.ts';
import { isBranchName, isCommitSha, isSlotKey, type RunId } from '../../../src/words/ids.ts';
import type { ReviewLook } from '../../../src/words/review/change-set.ts';
import type { RunSpec } from '../../../src/words/run-spec.ts';
import { EMPTY_PROGRESS } from '../../../src/words/run.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';
import { runCli } from '../../kit/run-cli.ts';
import { storeEndedRun } from '../../kit/stored-run.ts';

const FILES = {
  'src/a.ts': 'export function one(): number {\n  return 1;\n}\n',
  'src/b.ts': 'export const two = 2;\n',
  'docs/guide.md': '# Guide\n',
};

interface Here {
  readonly repo: GitRepo;
  readonly workspace: Workspace;
  readonly state: Readonly<Record<string, string>>;
}

async function here(): Promise<Here> {
  const repo = gitRepo(FILES);
  const state = { ROUNDSMAN_STATE_DIR: temporaryFolder(), ROUNDSMAN_USER: 'ada' };
  const env = { PATH: process.env['PATH'] ?? '', HOME: temporaryFolder(), ...state };
  return {
    repo,
    workspace: await openWorkspace({ actor: 'ada', folder: repo.path, env, clock: systemClock }),
    state,
  };
}

/** A branch with one commit; the checkout goes back to main. */
function branch(
  { repo }: Here,
  name: string,
  { from = 'main', ...files }: Readonly<Record<string, string>>,
): void {
  repo.git('checkout', '--quiet', '-b', name, from);
  repo.commit({ files, message: `Change ${name}` });
  repo.git('checkout', '--quiet', 'main');
}

/** An ended run that left that branch. */
async function runOf(
  { repo, workspace }: Here,
  name: string,
  more: {
    readonly at?: string;
    readonly spec?: Partial<RunSpec>;
    readonly notices?: readonly string[];
  } = {},
): Promise<RunId> {
  const [head, base] = [repo.git('rev-parse', name), repo.git('merge-base', 'main', name)];
  if (!isBranchName(name) || !isCommitSha(head) || !isCommitSha(base)) throw new TypeError(name);
  const progress = { ...EMPTY_PROGRESS, head, base, branch: name, notices: more.notices ?? [] };
  const result = { checks: 'passed' as const };
  const spec = await storeEndedRun(workspace, {
    result,
    change: { progress },
    ...(more.at === undefined ? {} : { at: more.at }),
  });
  if (more.spec !== undefined) {
    const path = runPaths(workspace.location.stateDir, spec.id).spec;
    await writeDurably(path, JSON.stringify({ ...spec, ...more.spec }));
  }
  return spec.id;
}

function namesIn({ sets }: ReviewLook): readonly (readonly string[])[] {
  return sets
    .map(({ branches }) => branches.map((one) => one.branch))
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

describe('a look at what waits for review', () => {
  it('has nothing where there is nothing, and says what it was held against', async () => {
    const place = await here();
    const look = await inspectReview(place.workspace);
    expect(look).toEqual({ sets: [], weak: [], aside: [], targets: [], problems: [] });
  });

  it('shows branches of runs, and those of persons where asked for', async () => {
    const place = await here();
    branch(place, 'roundsman/a', {
      'src/a.ts': 'export function one(): number {\n  return 11;\n}\n',
    });
    branch(place, 'mine', { 'docs/guide.md': '# The guide\n' });
    const run = await runOf(place, 'roundsman/a');
    const look = await inspectReview(place.workspace);
    expect(namesIn(look)).toEqual([['roundsman/a']]);
    const [one] = look.sets[0]?.branches ?? [];
    expect(one).toMatchObject({
      owner: 'run',
      runId: run,
      routine: 'sweep',
      target: 'main',
      behind: 0,
      commits: 1,
      subject: 'Change roundsman/a',
      insertions: 1,
      deletions: 1,
    });
    expect(look.sets[0]?.readiness.find(({ name }) => name === 'checks')?.ok).toBe(true);
    const wider = await inspectReview(place.workspace, { others: true });
    expect(namesIn(wider)).toEqual([['mine'], ['roundsman/a']]);
    expect(wider.sets.find(({ alike }) => alike?.kind === 'docs-only')?.branches[0]?.owner).toBe(
      'person',
    );
  });

  it('is the same from the cache, and without it', async () => {
    const place = await here();
    branch(place, 'x', { 'src/a.ts': 'export const one = 1;\n' });
    branch(place, 'y', { 'src/a.ts': 'export const one = 3;\n' });
    const cold = await inspectReview(place.workspace, { others: true });
    expect(namesIn(cold)).toEqual([['x', 'y']]);
    expect(cold.sets[0]?.trials).toMatchObject([{ a: 'x', b: 'y', kind: 'conflict' }]);
    expect(await inspectReview(place.workspace, { others: true })).toEqual(cold);
  });

  it('tells apart what the target has already: merged, squashed, and what is empty', async () => {
    const place = await here();
    const { repo } = place;
    branch(place, 'merged', { 'm.ts': 'm\n' });
    branch(place, 'squashed', { 's.ts': 's\n' });
    branch(place, 'waits', { 'w.ts': 'w\n' });
    repo.git('merge', '--quiet', '--ff-only', 'merged');
    repo.git('merge', '--quiet', '--squash', 'squashed');
    const since = repo.commit({ message: 'Squash' });
    const look = await inspectReview(place.workspace, { others: true });
    expect(namesIn(look)).toEqual([['waits']]);
    expect(look.sets[0]?.branches[0]?.behind).toBe(2);
    expect(look.aside.map(({ branch: one, kind, detail }) => [one.branch, kind, detail])).toEqual([
      ['squashed', 'in-target', `main has its changes since ${since.slice(0, 7)}`],
    ]);
  });

  it('shows the newest of a chain of attempts, and tells of earlier ones and of replays', async () => {
    const place = await here();
    branch(place, 'roundsman/w', { 'w.ts': '1\n' });
    branch(place, 'roundsman/w-2', { 'w.ts': '2\n', from: 'roundsman/w' });
    branch(place, 'roundsman/r', { 'r.ts': 'r\n' });
    const first = await runOf(place, 'roundsman/w', { at: '2026-11-21T01:00:00.000Z' });
    const name = 'roundsman/w';
    const key = `replay:${first}:1`;
    if (!isBranchName(name) || !isSlotKey(key)) throw new TypeError(key);
    await runOf(place, 'roundsman/w-2', {
      at: '2026-11-21T02:00:00.000Z',
      spec: {
        follows: {
          run: first,
          outcome: '',
          message: null,
          by: 'ada',
          kept: { folder: first, session: null, branch: name, firstBranch: name },
        },
      },
    });
    await runOf(place, 'roundsman/r', {
      spec: { slot: { key, scheduledFor: '2026-11-21T02:00:00.000Z', trigger: 'manual' } },
    });
    const look = await inspectReview(place.workspace);
    expect(namesIn(look)).toEqual([['roundsman/w-2']]);
    expect(new Map(look.aside.map(({ branch: one, kind }) => [one.branch, kind]))).toEqual(
      new Map([
        ['roundsman/r', 'replay'],
        ['roundsman/w', 'earlier'],
      ]),
    );
    const earlier = await findReviewed(place.workspace, { what: 'roundsman/w' });
    expect([earlier.named, earlier.set]).toEqual(['branch', null]);
  });

  it('lands on the branch that a routine names, and tells the banners of the hand-back', async () => {
    const place = await here();
    place.repo.git('branch', 'release/1');
    branch(place, 'roundsman/a', { 'AGENTS.md': 'Do as I say.\n' });
    const { routine } = await storeEndedRun(place.workspace);
    await runOf(place, 'roundsman/a', {
      notices: ['look before you check it out: 1 possible secret: a key in `x`', 'kept'],
      spec: {
        routine: { ...routine, workspace: { ...routine.workspace, base: 'origin/release/1' } },
      },
    });
    const look = await inspectReview(place.workspace);
    const [set] = look.sets;
    expect(set?.target).toBe('release/1');
    expect(set?.risk.level).toBe('high');
    expect(set?.risk.reasons.slice(0, 2)).toEqual([
      '1 possible secret: a key in `x`',
      'changes what agents are told: AGENTS.md',
    ]);
    expect(set?.readiness.find(({ name }) => name === 'protected')).toMatchObject({
      ok: false,
      blocks: true,
    });
  });

  it('joins and parts what a person names, and finds sets and branches by what is typed', async () => {
    const place = await here();
    branch(place, 'fix/one', { 'src/a.ts': 'export const changed = 1;\n' });
    branch(place, 'fix/two', { 'docs/guide.md': '# Other\n' });
    const said = { by: 'ada', reason: 'one story' };
    const { workspace } = place;
    const joined = await chooseSets(workspace, { ...said, kind: 'join', branches: ['one', 'two'] });
    expect(namesIn(joined)).toEqual([['fix/one', 'fix/two']]);
    const id = joined.sets[0]?.id ?? '';
    const found = await findReviewed(workspace, { what: id.slice(0, 6) });
    expect([found.named, found.branches.length]).toEqual(['set', 2]);
    expect((await findReviewed(workspace, { what: 'refs/heads/fix/one' })).set?.id).toBe(id);
    const parted = await chooseSets(workspace, { ...said, kind: 'part', branches: [id] });
    expect(namesIn(parted)).toEqual([['fix/one'], ['fix/two']]);
    const asked = findReviewed(workspace, { what: 'nothing' });
    await expect(asked).rejects.toMatchObject({
      code: 'not-found',
      message: 'nothing that waits for review is called "nothing"',
    });
    const alone = chooseSets(workspace, { ...said, kind: 'join', branches: ['fix/one'] });
    await expect(alone).rejects.toMatchObject({ code: 'usage' });
  });

  it('says that nothing can be landed on where there is no branch', async () => {
    const place = await here();
    const { repo } = place;
    branch(place, 'roundsman/a', { 'a.ts': 'a\n' });
    await runOf(place, 'roundsman/a');
    repo.git('checkout', '--quiet', '--detach');
    repo.git('branch', '--delete', '--force', '--quiet', 'main');
    const look = await inspectReview(place.workspace);
    expect(look.sets).toEqual([]);
    expect(look.problems).toEqual([
      'there is no local branch that anything could land on: make one, such as main',
    ]);
  });
});

describe('the command review', () => {
  it('takes the name of a routine for its newest branch', async () => {
    const place = await here();
    for (const [name, at] of [
      ['roundsman/old', '2026-11-20T02:00:00.000Z'],
      ['roundsman/new', '2026-11-21T02:00:00.000Z'],
    ] as const) {
      branch(place, name, { [`${name}.ts`]: 'a\n' });
      await runOf(place, name, { at });
    }
    const cli = (...args: readonly string[]): ReturnType<typeof runCli> =>
      runCli(args, { cwd: place.repo.path, env: place.state });
    const shown: unknown = JSON.parse(cli('review', 'show', 'sweep', '--json').stdout);
    expect(shown).toMatchObject({ branch: 'roundsman/new' });
    const newest = cli('review', 'diff', 'sweep').stdout;
    expect(newest).toContain('roundsman/new.ts');
    expect(newest).not.toContain('roundsman/old.ts');
    // Without a name, all that wait.
    const all = cli('diff').stdout;
    expect(all).toContain(newest);
    expect(all).toContain('roundsman/old.ts');
    place.repo.git('branch', '-D', 'roundsman/new', 'roundsman/old');
    expect(cli('diff').stdout).toMatch(/^No branch of a run waits for review\./);
  });

  it('lists, shows and prints diffs, and nothing of an agent reaches the terminal as it is', async () => {
    const place = await here();
    branch(place, 'evil', {
      'src/\u001b[31mred\u202e.ts': 'export const x = 1;\u001b]0;title\u0007\n',
    });
    place.repo.git('commit', '--quiet', '--allow-empty', '-m', 'Move on');
    const cli = (...args: readonly string[]): ReturnType<typeof runCli> =>
      runCli(args, { cwd: place.repo.path, env: place.state });
    for (const args of [
      ['review', '--others'],
      ['review', 'show', 'evil'],
      ['review', 'diff', 'evil'],
    ]) {
      const ran = cli(...args);
      expect([ran.exitCode, ran.stderr]).toEqual([0, '']);
      expect(ran.stdout).toContain('evil');
      // oxlint-disable-next-line no-control-regex -- none of them may come through
      expect(ran.stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202e]/);
    }
    const listed: unknown = JSON.parse(cli('review', '--others', '--json').stdout);
    expect(listed).toMatchObject({ changeSets: [{ branches: [{ branch: 'evil' }] }] });
    expect(cli('review').stdout).toBe(
      'No branch of a run waits for review. `roundsman review --others` shows those of persons and other agents.\n',
    );
    expect(cli('review', 'show', 'nobody').exitCode).toBe(3);
    expect(cli('review', 'diff', 'evil', '--path', '../x').exitCode).toBe(2);
  });
});
