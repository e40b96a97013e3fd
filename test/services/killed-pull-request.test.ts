import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { decideProposals } from '../../src/connections/requests/decide-proposals.ts';
import { githubEnv } from '../kit/github/github-connection.ts';
import { forgeWorld, type ForgeWorld } from '../kit/services/forge-world.ts';

const program = fileURLToPath(new URL('../fixtures/outbox/open-and-die.mjs', import.meta.url));

async function openAndDie({ workspace, proposal }: ForgeWorld, point: number) {
  const { root, stateDir } = workspace.location;
  const child = spawn(
    process.execPath,
    [program, root, proposal.id, proposal.hash, String(point)],
    {
      env: { ...process.env, ...githubEnv, ROUNDSMAN_STATE_DIR: stateDir },
    },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (piece) => (stdout += String(piece)));
  child.stderr.on('data', (piece) => (stderr += String(piece)));
  await once(child, 'close');
  if (child.signalCode === null && stderr !== '') throw new Error(stderr);
  return { signal: child.signalCode, stdout };
}

/** Each push that the remote took, one line. */
async function countedWorld() {
  const world = await forgeWorld();
  const log = join(world.remote.path, 'taken');
  world.hook('post-receive', `cat >> ${log}`);
  const taken = (): number =>
    existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').length : 0;
  return { world, taken };
}

test(
  'a pull request that is killed between any two steps is there once, whole, when it is gone on with',
  { timeout: 600_000 },
  async () => {
    const whole = await countedWorld();
    const points = Number((await openAndDie(whole.world, 0)).stdout);
    expect(points).toBeGreaterThanOrEqual(15);
    for (let point = 1; point <= points; point += 1) {
      const { world, taken } = await countedWorld();
      expect((await openAndDie(world, point)).signal).toBe('SIGKILL');
      const { workspace, proposal, pulls, remote, branch, tip } = world;
      const now = await workspace.proposals.read(proposal.id);
      const kind = now?.state === 'held' ? 'approve' : 'retry';
      if (now?.state !== 'applied')
        await decideProposals(workspace, {
          words: [proposal.id],
          wholeRuns: false,
          kind,
          reason: '',
          by: 'ada',
        });
      expect([point, await workspace.proposals.read(proposal.id)]).toMatchObject([
        point,
        { state: 'applied' },
      ]);
      expect([point, pulls.pulls.length, taken()]).toEqual([point, 1, 1]);
      expect(pulls.pulls[0]).toMatchObject({
        reviewers: ['ada'],
        issue: { labels: ['roundsman'] },
      });
      expect(remote.git('rev-parse', branch)).toBe(tip);
      expect(await workspace.review.pullRequests.list()).toHaveLength(1);
    }
  },
);
