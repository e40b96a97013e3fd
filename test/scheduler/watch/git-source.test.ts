import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { gitSource } from '../../../src/scheduler/watch/git-source.ts';
import type { ScheduledRoutine } from '../../../src/words/scheduled-routine.ts';
import type { GitTrigger } from '../../../src/words/trigger.ts';
import { listening } from '../../kit/event-intake.ts';
import { gitRepo, type GitRepo } from '../../kit/git-repo.ts';
import { waitUntil } from '../../kit/wait-until.ts';
import { payloadOf, watching, type Watching } from '../../kit/watching.ts';

function onGit(change: Partial<GitTrigger> = {}): GitTrigger {
  return { kind: 'git', branches: ['main'], paths: [], tags: [], ...change };
}

interface Followed extends Watching {
  readonly follow: (...routines: readonly ScheduledRoutine[]) => Promise<void>;
}

/** A daemon that has begun to follow them. */
async function following(
  repo: GitRepo,
  routines: readonly ScheduledRoutine[],
  memoryFolder?: string,
): Promise<Followed> {
  const own = watching(repo, memoryFolder === undefined ? {} : { memoryFolder });
  const source = gitSource(own.parts, own.watch);
  await source.follow(routines);
  return { ...own, follow: async (...next) => source.follow(next) };
}

test('a branch that moves is told once, with what changed', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const before = repo.git('rev-parse', 'HEAD');
  const { watch, events, news } = await following(repo, [listening('check', onGit())]);
  expect(news()).toEqual([]);
  const after = repo.commit({ files: { 'a.txt': '2', 'b.txt': '1' } });
  await watch.look();
  await watch.look();
  expect(payloadOf(events[0])).toEqual({
    ref: 'refs/heads/main',
    before,
    after,
    rewritten: false,
    paths: ['a.txt', 'b.txt'],
    morePaths: 0,
  });
  expect(news()).toEqual([`check refs/heads/main@${after}: main moved to ${after.slice(0, 10)}`]);
});

test('it is noticed when a branch moves, without being asked', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const { events } = await following(repo, [listening('check', onGit())]);
  const after = repo.commit({ files: { 'a.txt': '2' } });
  const event = await waitUntil(() => events[0] ?? null);
  expect(event).toMatchObject({ id: `refs/heads/main@${after}` });
});

test('it is noticed, too, when refs are packed', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const { events } = await following(repo, [listening('check', onGit({ tags: ['v*'] }))]);
  repo.git('pack-refs', '--all');
  const after = repo.commit({ files: { 'a.txt': '2' } });
  repo.git('tag', 'v1');
  repo.git('pack-refs', '--all');
  const told = await waitUntil(() => (events.length === 2 ? events : null));
  expect(told.map(({ id }) => id).toSorted()).toEqual([
    `refs/heads/main@${after}`,
    `refs/tags/v1@${after}`,
  ]);
});

test('only a move that changed a path that matches counts', async () => {
  const repo = gitRepo({ 'CHANGELOG.md': '1', 'src/a.ts': '1' });
  const trigger = onGit({ paths: ['CHANGELOG.md', 'docs/**', '!docs/draft/**'] });
  const { watch, news } = await following(repo, [listening('check', trigger)]);
  repo.commit({ files: { 'src/a.ts': '2' } });
  await watch.look();
  repo.commit({ files: { 'docs/draft/x.md': '1' } });
  await watch.look();
  expect(news()).toEqual([]);
  const after = repo.commit({ files: { 'docs/y.md': '1' } });
  await watch.look();
  expect(news()).toEqual([expect.stringContaining(after)]);
});

test('tags that are new or moved count, whatever paths are asked for', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  repo.git('tag', 'v1');
  const first = repo.git('rev-parse', 'HEAD');
  const trigger = onGit({ branches: [], paths: ['b.txt'], tags: ['v*'] });
  const { watch, news } = await following(repo, [listening('check', trigger)]);
  repo.git('tag', '-a', 'v2', '-m', 'second');
  repo.git('tag', 'other');
  await watch.look();
  expect(news()).toEqual([`check refs/tags/v2@${first}: tag v2 is new at ${first.slice(0, 10)}`]);
  const second = repo.commit();
  repo.git('tag', '--force', 'v1');
  await watch.look();
  expect(news()).toEqual([`check refs/tags/v1@${second}: tag v1 moved to ${second.slice(0, 10)}`]);
});

test('a move while no daemon ran counts once when one does', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const routines = [listening('check', onGit())];
  const first = await following(repo, routines);
  await first.watch.close();
  repo.commit({ files: { 'a.txt': '2' } });
  const after = repo.commit({ files: { 'a.txt': '3' } });
  const second = await following(repo, routines, first.parts.memoryFolder);
  expect(second.news()).toEqual([
    `check refs/heads/main@${after}: main moved to ${after.slice(0, 10)}`,
  ]);
  const third = await following(repo, routines, first.parts.memoryFolder);
  expect(third.news()).toEqual([]);
});

test('for a routine that is new, or whose trigger was edited, what happened before does not count', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const first = await following(repo, [listening('old', onGit()), listening('edited', onGit())]);
  await first.watch.close();
  const after = repo.commit({ files: { 'a.txt': '2' } });
  const edited = listening('edited', onGit({ tags: ['v*'] }));
  const routines = [listening('old', onGit()), edited, listening('new', onGit())];
  const second = await following(repo, routines, first.parts.memoryFolder);
  expect(second.news()).toEqual([expect.stringMatching(`^old refs/heads/main@${after}`)]);
});

test('a routine that was away for a while begins again', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const routine = listening('check', onGit());
  const { follow, watch, news } = await following(repo, [routine]);
  await follow();
  repo.commit({ files: { 'a.txt': '2' } });
  await watch.look();
  await follow(routine);
  expect(news()).toEqual([]);
  await follow({ ...routine, enabled: false });
  repo.commit({ files: { 'a.txt': '3' } });
  await watch.look();
  expect(news()).toEqual([]);
});

test('a branch that was rewritten says so, also when git no longer has what was there', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const { watch, news } = await following(repo, [listening('check', onGit({ paths: ['a.txt'] }))]);
  repo.commit({ files: { 'a.txt': '2' } });
  await watch.look();
  news();
  repo.git('reset', '--hard', '--quiet', 'HEAD~1');
  repo.commit({ files: { 'a.txt': '3' } });
  repo.git('reflog', 'expire', '--expire=now', '--all');
  repo.git('gc', '--quiet', '--prune=now');
  await watch.look();
  const after = repo.git('rev-parse', 'HEAD');
  expect(news()).toEqual([
    `check refs/heads/main@${after}: main was rewritten to ${after.slice(0, 10)}`,
  ]);
});

test('a branch that is new counts, for its own commits; one that is gone does not', async () => {
  const repo = gitRepo({ 'a.txt': '1', 'b.txt': '1' });
  const trigger = onGit({ branches: ['release/*'], paths: ['b.txt'] });
  const { watch, news } = await following(repo, [
    listening('any', onGit({ branches: ['release/*'] })),
    listening('some', trigger),
  ]);
  repo.git('checkout', '--quiet', '-b', 'release/1');
  const first = repo.commit({ files: { 'a.txt': '2' } });
  await watch.look();
  expect(news()).toEqual([
    `any refs/heads/release/1@${first}: release/1 is new at ${first.slice(0, 10)}`,
  ]);
  repo.git('checkout', '--quiet', '-b', 'release/2');
  const second = repo.commit({ files: { 'b.txt': '2' } });
  repo.git('branch', '--delete', '--force', 'release/1');
  await watch.look();
  expect(news().toSorted()).toEqual([
    `any refs/heads/release/2@${second}: release/2 is new at ${second.slice(0, 10)}`,
    `some refs/heads/release/2@${second}: release/2 is new at ${second.slice(0, 10)}`,
  ]);
});

test('branches of remotes are followed by the name of the remote', async () => {
  const far = gitRepo({ 'a.txt': '1' });
  const repo = gitRepo({ 'x.txt': '1' });
  repo.git('remote', 'add', 'origin', far.path);
  repo.git('fetch', '--quiet', 'origin');
  const trigger = onGit({ branches: ['origin/main'] });
  const { watch, news } = await following(repo, [listening('check', trigger)]);
  const after = far.commit({ files: { 'a.txt': '2' } });
  repo.commit();
  await watch.look();
  expect(news()).toEqual([]);
  repo.git('fetch', '--quiet', 'origin');
  await watch.look();
  expect(news()).toEqual([
    `check refs/remotes/origin/main@${after}: origin/main moved to ${after.slice(0, 10)}`,
  ]);
});

test('what was not taken in is told again, and only that', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const { watch, news, refuse } = await following(repo, [listening('check', onGit())]);
  const after = repo.commit();
  refuse('the disk is full');
  await expect(watch.look()).rejects.toThrow('the disk is full');
  refuse(null);
  await watch.look();
  await watch.look();
  expect(news()).toEqual([expect.stringContaining(after)]);
});

test('a memory that cannot be read is told, and begun again', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const first = await following(repo, [listening('check', onGit())]);
  await first.watch.close();
  const path = join(first.parts.memoryFolder, 'git.json');
  writeFileSync(path, '{"check":');
  repo.commit();
  const second = await following(repo, [listening('check', onGit())], first.parts.memoryFolder);
  expect(second.warnings).toEqual([`${path} cannot be read: what was seen before is forgotten`]);
  expect(second.news()).toEqual([]);
});

test('names of branches that would be options of git are names', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const trigger = onGit({ branches: ['**'], paths: ['a.txt'] });
  const { watch, news } = await following(repo, [listening('check', trigger)]);
  const after = repo.commit({ files: { 'a.txt': '2' } });
  repo.git('update-ref', 'refs/heads/--output=x', after);
  await watch.look();
  expect(news()).toHaveLength(1);
});
