/** Nights of one routine, through the program as it ships: one branch waits, and nothing of the others is lost. */
import { expect, test } from 'vitest';

import type { RunView } from '../../../../src/words/run.ts';
import { readReport, smallWorkspace, type TestWorkspace } from '../../../kit/workspace.ts';

/** A file a night; where `share` is there, all of them write one file. */
const NIGHT = [
  'n=$(cat night)',
  'mkdir -p nights',
  'echo "night $n" > "nights/$n.md"',
  '[ ! -e share ] || echo "night $n" > shared.md',
  'git add --all',
  'git commit --quiet --message "Add night $n"',
  'printf "## Summary\\n\\nNight.\\n\\n## Findings\\n\\nNone.\\n" > "$ROUNDSMAN_OUT/report.md"',
  '[ ! -e fails ]',
].join('; ');

function nightly(files: Readonly<Record<string, string>> = {}): TestWorkspace {
  const world = smallWorkspace();
  world.agentRoutine('nightly', ['/bin/sh', '-c', NIGHT]);
  world.repo.git('add', '--all');
  world.repo.commit({ files });
  return world;
}

type Night = RunView & { readonly branch: string };

/** The base goes on each day. */
function night(
  world: TestWorkspace,
  n: number,
  files: Readonly<Record<string, string | null>> = {},
): Night {
  world.repo.commit({ files: { night: `${n}\n`, ...files } });
  const { view } = world.run('nightly');
  const { branch } = view;
  if (branch === null) throw new Error(`no branch: ${view.notices.join('\n')}`);
  return { ...view, branch };
}

function waiting({ repo }: TestWorkspace): readonly string[] {
  const names = repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/roundsman/');
  return names === '' ? [] : names.split('\n');
}

function filesOf({ repo }: TestWorkspace, { branch }: Night): readonly string[] {
  return repo.git('diff', '--name-only', `main...${branch}`).split('\n');
}

function reviews(world: TestWorkspace): readonly (string | undefined)[] {
  const runs: readonly RunView[] = JSON.parse(world.roundsman('runs', '--json').stdout);
  return runs.map(({ result }) => result?.review);
}

test('a newer branch holds what waited, takes its place, and can be taken back', () => {
  const world = nightly();
  const { repo } = world;
  const first = night(world, 1);
  const tip = repo.git('rev-parse', first.branch);
  const second = night(world, 2);

  expect(waiting(world)).toEqual([second.branch]);
  expect(filesOf(world, second)).toEqual(['nights/1.md', 'nights/2.md']);
  expect(repo.git('log', '--reverse', '--format=%s', `main..${second.branch}`)).toBe(
    'Add night 1\nAdd night 2',
  );
  expect(second.head).toBe(repo.git('rev-parse', second.branch));
  expect(second.diffstat).toMatchObject({ files: 2 });
  expect(second.notices).toContain(
    `${first.branch} is replaced by ${second.branch}, which holds all of it; bring it back: roundsman review restore ${first.branch}`,
  );
  expect(readReport(second)).toContain('is replaced by');
  expect(JSON.parse(world.roundsman('review', 'show', 'nightly', '--json').stdout)).toMatchObject({
    branch: second.branch,
    replaces: [first.branch],
  });
  expect(world.roundsman('review', 'show', 'nightly').stdout).toMatch(
    new RegExp(`^replaces +${first.branch}; back: roundsman review restore ${first.branch}$`, 'm'),
  );
  expect(reviews(world)).toEqual(['pending', 'pending']);

  expect(world.roundsman('review', 'restore', first.branch)).toMatchObject({ exitCode: 0 });
  expect(repo.git('rev-parse', first.branch)).toBe(tip);
  // Both wait: the next night puts all of them together.
  const third = night(world, 3);
  expect(waiting(world)).toEqual([third.branch]);
  expect(filesOf(world, third)).toEqual(['nights/1.md', 'nights/2.md', 'nights/3.md']);
  repo.git('config', 'user.name', 'Ada Example');
  repo.git('config', 'user.email', 'ada@example.com');
  // A name that is none is found before the first of them lands.
  const both = world.roundsman('review', 'land', 'nightly', 'docs/a.md', '--yes');
  expect(both.exitCode).toBe(3);
  expect(both.stderr).toContain('roundsman review split BRANCH --path docs/a.md');
  expect(waiting(world)).toEqual([third.branch]);
  const landed = world.roundsman('review', 'land', 'nightly', '--method', 'rebase', '--yes');
  expect(landed).toMatchObject({ exitCode: 0 });
  const again = world.roundsman('review', 'diff', third.id.slice(-6));
  expect(again.stderr).toMatch(
    /no longer waits for review: landed by .*\nhint: Its changes: git diff \w{10} \w{10}/,
  );
  expect(reviews(world)).toEqual(['landed', 'landed', 'landed']);
}, 300_000);

test('what a person said and committed goes along', () => {
  const world = nightly();
  const first = night(world, 1);
  world.repo.git('checkout', '--quiet', first.branch);
  world.repo.commit({ files: { 'person.md': 'mine\n' } });
  world.repo.git('checkout', '--quiet', 'main');
  world.roundsman('review', 'comment', first.branch, 'nights/1.md:1', 'Say more.');
  const second = night(world, 2);

  expect(waiting(world)).toEqual([second.branch]);
  expect(filesOf(world, second)).toEqual(['nights/1.md', 'nights/2.md', 'person.md']);
  expect(world.roundsman('review', 'comments', second.branch).stdout).toContain('Say more.');
}, 300_000);

test('what does not go together is replaced when nobody touched it, and stays when somebody did', () => {
  const world = nightly({ share: 'yes\n' });
  const first = night(world, 1);
  const second = night(world, 2);
  expect(waiting(world)).toEqual([second.branch]);
  expect(filesOf(world, second)).toEqual(['nights/2.md', 'shared.md']);
  expect(second.notices).toContain(
    `${first.branch} is replaced by ${second.branch}, which was made without it; bring it back: roundsman review restore ${first.branch}`,
  );

  world.roundsman('review', 'comment', second.branch, 'shared.md:1', 'Keep this.');
  const third = night(world, 3);
  expect(waiting(world)).toEqual([second.branch, third.branch].toSorted());
  expect(third.notices).toContain(
    `${second.branch} waits beside ${third.branch}: the two do not go together`,
  );
}, 300_000);

test('what is checked out stays, and nothing is replaced by a run that fails', () => {
  const world = nightly();
  const first = night(world, 1);
  world.repo.git('worktree', 'add', '--quiet', `${world.home}/look`, first.branch);
  const second = night(world, 2);
  expect(waiting(world)).toEqual([first.branch, second.branch].toSorted());
  expect(second.notices.join('\n')).toContain(
    `${first.branch} waits beside ${second.branch}: it is checked out in `,
  );
  world.repo.git('worktree', 'remove', `${world.home}/look`);
  const failed = night(world, 3, { fails: 'yes\n' });
  expect(waiting(world)).toHaveLength(3);
  expect(failed.notices).toContain(
    `${second.branch} waits beside ${failed.branch}: the agent of this run did not succeed`,
  );
  const last = night(world, 4, { fails: null });
  expect(waiting(world)).toEqual([last.branch]);
  expect(filesOf(world, last)).toEqual([1, 2, 3, 4].map((n) => `nights/${n}.md`));
}, 300_000);
