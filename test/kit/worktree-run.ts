/** A run over a repository, as far as its worktree is concerned, with the steps in order. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';

import { findRepository } from '../../src/git/find-repository.ts';
import { gitEnvironment } from '../../src/git/git-environment.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { readEnvironment } from '../../src/platform/environment.ts';
import { newRunId } from '../../src/platform/ids.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import type { HandBack, OpenedBase, WorktreeRequest } from '../../src/sandbox/run-worktree.ts';
import { fileProposalStore } from '../../src/store/files/file-ledger-stores.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import { isSlotKey } from '../../src/words/ids.ts';
import { makeRedactor } from '../../src/words/redaction/redactor.ts';
import { secretsOfRun } from '../../src/words/redaction/secret.ts';
import type { Routine } from '../../src/words/routine.ts';
import { commandEnvironment } from '../../src/worktrees/command-environment.ts';
import { handBack } from '../../src/worktrees/hand-back.ts';
import { openRunRepository } from '../../src/worktrees/open-run-repository.ts';
import { prepareWorktree } from '../../src/worktrees/prepare-worktree.ts';
import { temporaryFolder } from './git-repo.ts';
import { routineNamed } from './routine.ts';

export interface RequestOptions {
  readonly workspace?: Partial<Routine['workspace']>;
  readonly branch?: Partial<Routine['outputs']['branch']>;
  readonly push?: Routine['outputs']['push'];
  readonly permissions?: Routine['permissions'];
  readonly limits?: Routine['limits'];
  readonly stateDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export async function worktreeRequest(
  repository: string,
  options: RequestOptions = {},
): Promise<WorktreeRequest> {
  const env = { ...readEnvironment(), ...options.env };
  const gitEnv = gitEnvironment(env);
  const found = await findRepository(repository, gitEnv);
  const stateDir = options.stateDir ?? realpathSync(temporaryFolder('rm-state-'));
  const plain = routineNamed('tidy');
  const routine: Routine = {
    ...plain,
    workspace: { ...plain.workspace, ...options.workspace },
    outputs: {
      ...plain.outputs,
      ...(options.push === undefined ? {} : { push: options.push }),
      branch: { ...plain.outputs.branch, ...options.branch },
    },
    permissions: options.permissions ?? plain.permissions,
    limits: options.limits ?? plain.limits,
  };
  const key = 'manual:test';
  if (!isSlotKey(key)) throw new TypeError(key);
  const id = newRunId(new Date('2026-11-20T23:30:00Z'));
  const paths = runPaths(stateDir, id);
  mkdirSync(paths.out, { recursive: true });
  mkdirSync(paths.brief, { recursive: true });
  mkdirSync(paths.agentHome, { recursive: true });
  return {
    spec: {
      protocol: 1,
      id,
      routine,
      definition: { path: '/nowhere.yaml', hash: '', source: 'working-tree', overrides: [] },
      slot: { key, scheduledFor: '2026-11-20T23:30:00.000Z', trigger: 'manual' },
      event: null,
      inputs: {},
      attempt: 1,
      workspace: {
        name: 'test',
        root: found.root,
        gitDir: found.commonDir,
        bare: found.bare,
        stateDir,
      },
      settings: {
        timezone: 'Europe/Berlin',
        trackReports: false,
        diskFloorBytes: 0,
        engines: {},
        budget: null,
      },
      window: { from: null, to: '2026-11-20T23:30:00.000Z', uncovered: null },
      admittedAt: '2026-11-20T23:30:00.000Z',
      admittedBy: ownIdentity(),
      limits: { maxOutputBytes: 1_000_000 },
    },
    paths,
    gitEnv,
    env,
    clock: systemClock,
    proposals: fileProposalStore(stateDir),
    redactor: makeRedactor(secretsOfRun(routine, env)),
    progress: () => undefined,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

/** Opens, prepares, lets `agent` work as a shell script in the worktree, and hands back. */
export async function runAgent(
  request: WorktreeRequest,
  script: string,
): Promise<{
  readonly opened: OpenedBase;
  readonly handed: HandBack;
  readonly notices: readonly string[];
}> {
  const opened = await openRunRepository(request);
  const prepared = await prepareWorktree(request, opened);
  agentDoes(request, script, prepared.env);
  const handed = await handBack(request, opened);
  return {
    opened,
    handed,
    notices: [...opened.notices, ...prepared.notices, ...handed.notices],
  };
}

/** What an agent would do, with exactly the environment of one. */
export function agentDoes(
  request: WorktreeRequest,
  script: string,
  extra: Readonly<Record<string, string>> = {},
): string {
  const sealed = { GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('sh', ['-ec', script], {
    cwd: request.paths.worktree,
    env: { ...commandEnvironment(request, extra), ...sealed },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
