import { expect, test } from 'vitest';

import { deploymentRefSource } from '../../../src/scheduler/watch/deployment-ref-source.ts';
import type { ScheduledRoutine } from '../../../src/words/scheduled-routine.ts';
import { listening, onDeployment } from '../../kit/event-intake.ts';
import { gitRepo, type GitRepo } from '../../kit/git-repo.ts';
import { watching, type Watching } from '../../kit/watching.ts';

async function following(
  repo: GitRepo,
  routines: readonly ScheduledRoutine[],
  memoryFolder?: string,
): Promise<Watching> {
  const own = watching(repo, memoryFolder === undefined ? {} : { memoryFolder });
  await deploymentRefSource(own.parts, own.watch).follow(routines);
  return own;
}

test('a tag that moves is a deployment, from where it was seen before', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const previous = repo.git('rev-parse', 'HEAD');
  repo.git('tag', 'live');
  const { watch, events } = await following(repo, [
    listening('check', onDeployment({ ref: 'live' })),
    listening('other', onDeployment({ ref: 'live' })),
    listening('told-by-hook', onDeployment()),
  ]);
  const deployed = repo.commit();
  repo.git('tag', '--force', 'live');
  await watch.look();
  expect(events).toEqual([
    {
      kind: 'deployment',
      id: `live@${deployed}`,
      environment: 'production',
      state: 'success',
      previous,
      deployed,
      ref: 'live',
      summary: `live moved to ${deployed.slice(0, 10)}`,
      payload: null,
    },
  ]);
});

test('a move while no daemon ran counts once, and the first look counts nothing', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const previous = repo.git('rev-parse', 'HEAD');
  repo.git('branch', 'deploy/production');
  const routines = [listening('check', onDeployment({ ref: 'deploy/production' }))];
  const first = await following(repo, routines);
  expect(first.news()).toEqual([]);
  await first.watch.close();
  repo.git('branch', '--force', 'deploy/production', repo.commit());
  const second = await following(repo, routines, first.parts.memoryFolder);
  expect(second.events).toEqual([expect.objectContaining({ previous })]);
  const third = await following(repo, routines, first.parts.memoryFolder);
  expect(third.news()).toEqual([]);
});

test('the branch of a remote counts before one here that is behind it', async () => {
  const far = gitRepo({ 'a.txt': '1' });
  far.git('branch', 'live');
  const repo = gitRepo();
  repo.git('remote', 'add', 'origin', far.path);
  repo.git('fetch', '--quiet', 'origin');
  repo.git('update-ref', 'refs/heads/live', 'refs/remotes/origin/live');
  const { watch, news } = await following(repo, [
    listening('check', onDeployment({ ref: 'live', environment: null })),
  ]);
  const deployed = far.commit();
  far.git('branch', '--force', 'live');
  repo.git('fetch', '--quiet', 'origin');
  await watch.look();
  expect(news()).toEqual([`live live@${deployed}: live moved to ${deployed.slice(0, 10)}`]);
});

test('a tag that is gone for a moment has not moved', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  repo.git('tag', 'live');
  const { watch, news } = await following(repo, [
    listening('check', onDeployment({ ref: 'live' })),
  ]);
  repo.git('tag', '--delete', 'live');
  await watch.look();
  repo.git('tag', 'live');
  await watch.look();
  expect(news()).toEqual([]);
});

test('a ref that nothing has yet counts from its second place on', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  const { watch, news } = await following(repo, [
    listening('check', onDeployment({ ref: 'refs/tags/live' })),
  ]);
  repo.git('tag', 'live');
  await watch.look();
  expect(news()).toEqual([]);
  const deployed = repo.commit();
  repo.git('tag', '--force', 'live');
  await watch.look();
  expect(news()).toEqual([expect.stringContaining(`refs/tags/live@${deployed}`)]);
});

test('what was not taken in is told again', async () => {
  const repo = gitRepo({ 'a.txt': '1' });
  repo.git('tag', 'live');
  const { watch, news, refuse } = await following(repo, [
    listening('check', onDeployment({ ref: 'live' })),
  ]);
  const deployed = repo.commit();
  repo.git('tag', '--force', 'live');
  refuse('the disk is full');
  await expect(watch.look()).rejects.toThrow('the disk is full');
  refuse(null);
  await watch.look();
  expect(news()).toEqual([expect.stringContaining(deployed)]);
});
