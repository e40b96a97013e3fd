/** Pull requests that people opened themselves for branches of runs. */
import { expect, test } from 'vitest';

import { findMadeByHand } from '../../src/runtime/follow-ups/find-made-by-hand.ts';
import { followOpen } from '../../src/runtime/follow-ups/follow-open.ts';
import { githubEnv } from '../kit/github/github-connection.ts';
import { FORGE_BRANCH, forgeWorld, type ForgeWorld } from '../kit/services/forge-world.ts';

async function openThere(
  { github }: ForgeWorld,
  head: string,
  title = 'My own words',
): Promise<void> {
  const answer = await fetch(`${github.api}/repos/harbour/lamps/pulls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${githubEnv.GITHUB_TOKEN}` },
    body: JSON.stringify({ head, base: 'main', title, body: '', draft: false }),
  });
  expect(answer.status).toBe(201);
}

test.each([FORGE_BRANCH, 'mend-the-lamps'])(
  'a pull request that a person opened for the branch is found: pushed as %s',
  async (name) => {
    const world = await forgeWorld();
    const { workspace, repo, github, pulls } = world;
    const look = () => findMadeByHand(workspace);
    // Nothing was pushed, and no forge is asked.
    expect([await look(), github.log.length]).toEqual([[], 0]);
    repo.git('push', '--quiet', 'origin', `${FORGE_BRANCH}:${name}`);
    expect(await look()).toEqual([]);
    await openThere(world, name);
    expect(await look()).toEqual([
      expect.stringMatching(/^harbour\/lamps#\d+ was opened by a person for the branch of run /),
    ]);
    expect(await look()).toEqual([]);
    expect(await workspace.review.pullRequests.list()).toMatchObject([
      { branch: FORGE_BRANCH, ref: name, title: 'My own words', follow: null, proposal: '' },
    ]);
    const [pull] = pulls.pulls;
    if (pull === undefined) throw new Error('none');
    Object.assign(pull, { mergedAt: '2026-11-22T10:00:00Z', mergedBy: 'ada' });
    Object.assign(pull.issue, { state: 'closed', closedBy: 'ada' });
    await followOpen({ workspace, forges: new Map() });
    expect(await workspace.review.verdicts.list()).toMatchObject([
      { kind: 'accepted', branch: FORGE_BRANCH, by: 'ada' },
    ]);
  },
);

test('other branches at the same commit are not taken for it: the base, and one that it was pushed over', async () => {
  const world = await forgeWorld();
  const { workspace, repo } = world;
  repo.git('push', '--quiet', 'origin', `${FORGE_BRANCH}:main`);
  expect(await findMadeByHand(workspace)).toEqual([]);
  repo.git('push', '--quiet', 'origin', 'main:other');
  await openThere(world, 'other');
  expect(await findMadeByHand(workspace)).toEqual([]);
  expect(await workspace.review.pullRequests.list()).toEqual([]);
});
