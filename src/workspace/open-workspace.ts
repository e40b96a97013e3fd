/** Opens the workspace that a folder belongs to. Cheap: no store reads anything before it is asked. */
import { basename, dirname } from 'node:path';

import { findRepository } from '../git/find-repository.ts';
import { gitEnvironment } from '../git/git-environment.ts';
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import { openWorkspaceStores } from '../store/open-stores.ts';
import { makeRedactor } from '../words/redaction/redactor.ts';
import { secretsOfEnvironment } from '../words/redaction/secret.ts';
import type { Workspace } from './contract.ts';
import { SHIPPED_PROGRAMS, type RunPrograms } from './run-programs.ts';
import { closeStateFolder, stateFolder } from './state-folder.ts';

export interface OpenRequest {
  readonly folder: string;
  readonly env: Environment;
  /** On whose behalf. */
  readonly actor: string;
  readonly clock: Clock;
  /** Default: the ones that ship. */
  readonly programs?: RunPrograms;
}

/** Throws `missing` when the folder is in no git repository. */
export async function openWorkspace({
  folder,
  env,
  actor,
  clock,
  programs = SHIPPED_PROGRAMS,
}: OpenRequest): Promise<Workspace> {
  const gitEnv = gitEnvironment(env);
  const repository = await findRepository(folder, gitEnv);
  const name = nameOf(repository.commonDir);
  const stateDir = stateFolder(env, { name, commonDir: repository.commonDir });
  await closeStateFolder(env, stateDir);
  const location = {
    name,
    root: repository.root,
    gitDir: repository.commonDir,
    bare: repository.bare,
    stateDir,
  };
  return {
    location,
    env,
    actor,
    gitEnv,
    clock,
    redactor: makeRedactor(secretsOfEnvironment(env)),
    ...(await openWorkspaceStores({ location, clock, env })),
    programs,
  };
}

/** Of the repository, not of the worktree that one stands in: all of them share what is known. */
function nameOf(commonDir: string): string {
  const folder = basename(commonDir) === '.git' ? dirname(commonDir) : commonDir;
  return basename(folder).replace(/\.git$/, '') || 'repository';
}
