/** A workspace in which a run left a branch and asks for a pull request, with a loopback GitHub over its remote. */
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { recordProposals } from '../../../src/connections/requests/record-proposals.ts';
import { forgePlace } from '../../../src/connectors/open-forge.ts';
import { systemClock, type Clock } from '../../../src/platform/clock.ts';
import {
  isBranchName,
  isCommitSha,
  type BranchName,
  type CommitSha,
} from '../../../src/words/ids.ts';
import type { PullRequestProposal } from '../../../src/words/proposal.ts';
import type { PullRequestRules } from '../../../src/words/routine.ts';
import { EMPTY_PROGRESS } from '../../../src/words/run.ts';
import type { Workspace } from '../../../src/workspace/contract.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from '../git-repo.ts';
import { githubConnection, githubEnv } from '../github/github-connection.ts';
import { githubServer, type GithubCheck, type GithubServer } from '../github/github-server.ts';
import { githubState } from '../github/github-state.ts';
import { githubPulls, type GithubPulls } from '../github/pull-routes.ts';
import { routineNamed } from '../routine.ts';
import { storeEndedRun } from '../stored-run.ts';

export const FORGE_BRANCH = 'roundsman/sweep/2026-11-21-abc123';

export interface ForgeWorld {
  readonly workspace: Workspace;
  readonly repo: GitRepo;
  readonly remote: GitRepo;
  readonly github: GithubServer;
  readonly pulls: GithubPulls;
  readonly proposal: PullRequestProposal;
  readonly branch: BranchName;
  readonly tip: CommitSha;
  /** A hook of the remote, as a shell script. */
  hook(name: string, script: string): void;
}

export interface ForgeWorldOptions {
  readonly rules?: Partial<PullRequestRules>;
  readonly clock?: Clock;
  readonly check?: GithubCheck;
  readonly body?: string;
  readonly title?: string;
}

/** Waits for nothing but what may be called off. */
const hurriedClock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => (signal === undefined ? Promise.resolve() : systemClock.sleep(ms, signal)),
};

export const PULL_REQUEST_RULES: PullRequestRules = {
  mode: 'review',
  via: 'github',
  remote: 'origin',
  base: 'main',
  draft: true,
  labels: ['roundsman'],
  reviewers: ['ada', 'nobody-there'],
  max: 1,
  maxOpen: 3,
  follow: { on: ['checks', 'reviews'], max: 2 },
};

export async function forgeWorld(options: ForgeWorldOptions = {}): Promise<ForgeWorld> {
  const path = temporaryFolder('rm-remote-');
  const remote = openRepo(path);
  remote.git('init', '--quiet', '--bare', '--initial-branch=main', '.');
  const tipOf = (branch: string): string | null => {
    const asked = spawnSync('git', ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`], {
      cwd: path,
      encoding: 'utf8',
    });
    return asked.status === 0 ? asked.stdout.trim() : null;
  };
  const pulls = githubPulls(tipOf);
  const state = githubState();
  const github = await githubServer({
    state,
    routes: pulls.routes,
    ...(options.check === undefined ? {} : { check: options.check }),
  });
  onTestFinished(() => github.close());
  const repo = gitRepo({ 'a.txt': 'one\n', 'roundsman.yaml': connectionsText(github.api) });
  repo.git('remote', 'add', 'origin', path);
  repo.git('push', '--quiet', path, 'main');
  const base = repo.git('rev-parse', 'HEAD');
  repo.git('checkout', '--quiet', '-b', FORGE_BRANCH);
  const tip = repo.commit({ files: { 'a.txt': 'two\n', 'b.txt': 'new\n' }, message: 'Mend it' });
  repo.git('checkout', '--quiet', 'main');
  const env = { ...process.env, ...githubEnv, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: options.clock ?? hurriedClock,
  });
  if (!isBranchName(FORGE_BRANCH) || !isCommitSha(tip) || !isCommitSha(base))
    throw new TypeError(tip);
  const rules = { ...PULL_REQUEST_RULES, ...options.rules };
  const progress = { ...EMPTY_PROGRESS, base, baseRef: 'main', branch: FORGE_BRANCH, head: tip };
  const { id } = await storeEndedRun(workspace, { change: { progress } });
  const routine = routineNamed('sweep', {
    outputs: { ...routineNamed('sweep').outputs, pullRequest: rules },
  });
  const [proposal] = await recordProposals({
    ...workspace,
    exclusively: (work) => work(),
    spec: { id, routine },
    lines: [
      {
        line: 1,
        value: {
          type: 'pull-request',
          title: options.title ?? 'Mend the lamps',
          body: options.body ?? 'It mends the lamps.',
        },
      },
    ],
    request: {
      branch: FORGE_BRANCH,
      tip,
      url: path,
      defaults: ['main'],
      forge: forgePlace([githubConnection(github)], 'github', path),
      base: 'main',
      goesOn: null,
      open: 0,
      progress,
      words: [],
      findings: [{ title: 'A lamp is out', severity: 'low', path: 'a.txt', line: 1 }],
    },
    now: '2026-11-21T02:00:00.000Z',
  });
  if (proposal?.type !== 'pull-request') throw new TypeError('nothing was proposed');
  return {
    workspace,
    repo,
    remote,
    github,
    pulls,
    proposal,
    branch: FORGE_BRANCH,
    tip,
    hook: (name, script) => {
      const file = join(path, 'hooks', name);
      writeFileSync(file, `#!/bin/sh\n${script}\n`);
      chmodSync(file, 0o755);
    },
  };
}

export function connectionsText(api: string): string {
  return `engine: command
connections:
  github:
    kind: github
    repository: harbour/lamps
    api: ${api}
    private: true
    token: env:GITHUB_TOKEN
`;
}
