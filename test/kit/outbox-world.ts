/** A workspace in which a run left a branch and proposes to push it to a bare repository beside. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { shownPushUrl } from '../../src/connections/push/push-proposal.ts';
import { recordProposals } from '../../src/connections/requests/record-proposals.ts';
import { isBranchName, isCommitSha } from '../../src/words/ids.ts';
import type { PushBranchProposal } from '../../src/words/proposal.ts';
import { EMPTY_PROGRESS } from '../../src/words/run.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from './git-repo.ts';
import { routineNamed } from './routine.ts';
import { stillClock, type StillClock } from './still-clock.ts';
import { storeEndedRun } from './stored-run.ts';

export interface OutboxWorld {
  readonly workspace: Workspace;
  readonly repo: GitRepo;
  readonly remote: GitRepo;
  readonly proposal: PushBranchProposal;
  readonly branch: string;
  readonly tip: string;
  /** A hook of the remote, as a shell script. */
  hook(name: string, script: string): void;
}

export interface OutboxWorldOptions {
  /** Of the remote, from the path of its folder. Default: the path. */
  readonly url?: (path: string) => string;
  readonly ref?: string;
  /** Of its commit. Default: Mend it. */
  readonly message?: string;
  readonly clock?: StillClock | Workspace['clock'];
}

export const BRANCH = 'roundsman/sweep/2026-11-21-abc123';

export async function outboxWorld(options: OutboxWorldOptions = {}): Promise<OutboxWorld> {
  const repo = gitRepo({ 'a.txt': 'one\n' });
  const path = temporaryFolder('rm-remote-');
  const remote = openRepo(path);
  remote.git('init', '--quiet', '--bare', '--initial-branch=main', '.');
  repo.git('remote', 'add', 'origin', (options.url ?? ((one) => one))(path));
  repo.git('push', '--quiet', path, 'main');
  const base = repo.git('rev-parse', 'HEAD');
  repo.git('checkout', '--quiet', '-b', BRANCH);
  const tip = repo.commit({
    files: { 'a.txt': 'two\n', 'b.txt': 'new\n' },
    message: options.message ?? 'Mend it',
  });
  repo.git('checkout', '--quiet', 'main');
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: options.clock ?? stillClock(),
  });
  const proposal = await propose(workspace, { base, tip, ref: options.ref });
  return {
    workspace,
    repo,
    remote,
    proposal,
    branch: BRANCH,
    tip,
    hook: (name, script) => {
      const file = join(path, 'hooks', name);
      writeFileSync(file, `#!/bin/sh\n${script}\n`);
      chmodSync(file, 0o755);
    },
  };
}

async function propose(
  workspace: Workspace,
  {
    base,
    tip,
    ref,
  }: { readonly base: string; readonly tip: string; readonly ref: string | undefined },
): Promise<PushBranchProposal> {
  if (!isBranchName(BRANCH) || !isCommitSha(tip) || !isCommitSha(base)) throw new TypeError(tip);
  const progress = { ...EMPTY_PROGRESS, base, baseRef: 'main', branch: BRANCH, head: tip };
  const { id } = await storeEndedRun(workspace, { change: { progress } });
  const outputs = {
    ...routineNamed('sweep').outputs,
    push: { mode: 'review', remote: 'origin', max: 1 } as const,
  };
  const repository = { cwd: workspace.location.gitDir, env: workspace.gitEnv };
  const [proposal] = await recordProposals({
    ...workspace,
    exclusively: (work) => work(),
    spec: { id, routine: routineNamed('sweep', { outputs }) },
    lines: [
      {
        line: 1,
        value: { type: 'push-branch', remote: 'origin', ...(ref === undefined ? {} : { ref }) },
      },
    ],
    left: {
      branch: BRANCH,
      tip,
      url: await shownPushUrl(repository, 'origin'),
      defaults: ['main'],
      words: [],
    },
    now: '2026-11-21T02:00:00.000Z',
  });
  if (proposal?.type !== 'push-branch') throw new TypeError('nothing was proposed');
  return proposal;
}
