/** Pushes whose process is killed, at every point and in the midst of git's own work, to real servers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { decideProposals } from '../../src/connections/requests/decide-proposals.ts';
import { proposalHash } from '../../src/ledger/proposal-program.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { isBranchName, isCommitSha } from '../../src/words/ids.ts';
import type { PushBranchProposal } from '../../src/words/proposal.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { gitHttpServer } from '../kit/services/git-http.ts';
import { openssh } from '../kit/services/openssh.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

const program = fileURLToPath(new URL('../fixtures/outbox/approve-and-die.mjs', import.meta.url));
const BRANCH = 'roundsman/mend';

interface Server {
  readonly url: string;
  readonly remote: GitRepo;
  readonly home?: string;
  hook(name: string, script: string): void;
}

const servers: Readonly<Record<string, () => Promise<Server>>> = {
  http: gitHttpServer,
  ssh: async () => {
    const server = await openssh();
    server.knowHost();
    return server;
  },
};

async function waiting(server: Server) {
  const { url, remote, home = temporaryFolder('rm-home-') } = server;
  const repo = gitRepo({ 'a.txt': 'one\n' });
  repo.git('push', '--quiet', remote.path, 'main');
  repo.git('remote', 'add', 'origin', url);
  repo.git('config', 'core.sshCommand', `ssh -oBatchMode=yes -F ${join(home, '.ssh', 'config')}`);
  repo.git('checkout', '--quiet', '-b', BRANCH);
  const tip = repo.commit({ files: { 'a.txt': 'two\n' }, message: 'Mend it' });
  repo.git('checkout', '--quiet', 'main');
  if (!isBranchName(BRANCH) || !isCommitSha(tip)) throw new TypeError(tip);
  const env = { ...process.env, HOME: home, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  const { id: run, routine } = await storeEndedRun(workspace);
  const payload = { branch: BRANCH, tip, remote: 'origin', url, ref: BRANCH };
  const proposal: PushBranchProposal = {
    id: 'P-push-1',
    run,
    routine: routine.id,
    type: 'push-branch',
    mode: 'review',
    state: 'held',
    summary: 'push it',
    payload,
    duplicates: [],
    hash: proposalHash('push-branch', payload),
    createdAt: '2026-11-21T02:00:00.000Z',
    decision: null,
  };
  await workspace.proposals.create(proposal);
  const log = join(remote.path, 'taken');
  server.hook('post-receive', `cat >> ${log}`);
  const start = (point: number) =>
    spawn(process.execPath, [program, repo.path, proposal.id, proposal.hash, String(point)], {
      env,
      detached: true,
    });
  return {
    start,
    /** Gone on with as a person does; then: how often the remote took it, and where it stands. */
    finish: async () => {
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
      return {
        state: (await workspace.proposals.read(proposal.id))?.state,
        taken: existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').length : 0,
        isThere: remote.git('rev-parse', BRANCH) === tip,
      };
    },
  };
}

const ONCE = { state: 'applied', taken: 1, isThere: true };

test.each(['http', 'ssh'])(
  'over %s: a push that is killed between any two steps is there once when it is gone on with',
  { timeout: 600_000 },
  async (way) => {
    const make = servers[way];
    if (make === undefined) throw new Error(way);
    const whole = (await waiting(await make())).start(0);
    let points = '';
    whole.stdout.on('data', (piece) => (points += String(piece)));
    await once(whole, 'close');
    expect(Number(points)).toBeGreaterThanOrEqual(6);
    for (let point = 1; point <= Number(points); point += 1) {
      const one = await waiting(await make());
      const child = one.start(point);
      await once(child, 'close');
      expect([point, child.signalCode]).toEqual([point, 'SIGKILL']);
      expect([point, await one.finish()]).toEqual([point, ONCE]);
    }
  },
);

test.each(['http', 'ssh'])(
  'over %s: killed with its git while the server takes the push, it is there once',
  { timeout: 360_000 },
  async (way) => {
    const make = servers[way];
    if (make === undefined) throw new Error(way);
    for (const hook of ['pre-receive', 'post-update']) {
      const server = await make();
      const one = await waiting(server);
      const file = join(server.remote.path, 'midst');
      // The server says that it is at work, and continues with it whoever hears.
      server.hook(hook, `cat > /dev/null; touch ${file}; sleep 1`);
      const child = one.start(0);
      const ended = once(child, 'close');
      const { waitUntil } = await import('../kit/wait-until.ts');
      await waitUntil(() => (existsSync(file) ? true : null));
      if (child.pid === undefined) throw new Error('not started');
      process.kill(-child.pid, 'SIGKILL');
      await ended;
      const tries = async (): Promise<unknown> => {
        const result = await one.finish().catch(() => null);
        return result?.state === 'applied' ? result : null;
      };
      let result = await tries();
      // A server that is still at it refuses a second one; the next try finds it done.
      for (let at = 0; at < 5 && result === null; at += 1) result = await tries();
      expect([hook, result]).toEqual([hook, ONCE]);
    }
  },
);

test('a server that is slow and alive is waited for, and takes it once', async () => {
  const server = await gitHttpServer();
  const one = await waiting(server);
  server.hook('pre-receive', 'cat > /dev/null; for n in 1 2 3 4; do echo at it >&2; sleep 1; done');
  const child = one.start(0);
  await once(child, 'close');
  expect(await one.finish()).toEqual(ONCE);
});
