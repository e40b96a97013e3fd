/** Opens the workspace that a folder belongs to. Cheap: no store reads anything before it is asked. */
import { basename, dirname } from 'node:path';

import { findRepository } from '../git/find-repository.ts';
import { gitEnvironment } from '../git/git-environment.ts';
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import { decidedRuns } from '../store/files/decided-runs.ts';
import { deliveredRuns } from '../store/files/delivered-runs.ts';
import { fileDefinitionStore } from '../store/files/file-definition-store.ts';
import { fileDeploymentStore } from '../store/files/file-deployment-store.ts';
import { fileEnabledStore } from '../store/files/file-enabled-store.ts';
import { fileEventStore } from '../store/files/file-event-store.ts';
import { fileFindingStore } from '../store/files/file-finding-store.ts';
import { fileItemStore } from '../store/files/file-item-store.ts';
import { fileMessageStore } from '../store/files/file-message-store.ts';
import { fileNoteStore } from '../store/files/file-note-store.ts';
import { filePauseStore } from '../store/files/file-pause-store.ts';
import { filePlanStore } from '../store/files/file-plan-store.ts';
import { fileProposalStore } from '../store/files/file-proposal-store.ts';
import { fileReviewStores } from '../store/files/file-review-stores.ts';
import { fileRunStore } from '../store/files/file-run-store.ts';
import { fileScheduleStore } from '../store/files/file-schedule-store.ts';
import { fileSlotStore } from '../store/files/file-slot-store.ts';
import { fileToldStore } from '../store/files/file-told-store.ts';
import { runIndex } from '../store/files/run-index.ts';
import { makeRedactor } from '../words/redaction/redactor.ts';
import { secretsOfEnvironment } from '../words/redaction/run-secrets.ts';
import type { Workspace } from './contract.ts';
import { SHIPPED_PROGRAMS, type RunPrograms } from './run-programs.ts';
import { closeStateFolder, stateFolder } from './state-folder.ts';

export interface OpenRequest {
  readonly folder: string;
  readonly env: Environment;
  readonly clock: Clock;
  /** Default: the ones that ship. */
  readonly programs?: RunPrograms;
}

/** Throws `missing` when the folder is in no git repository. */
export async function openWorkspace({
  folder,
  env,
  clock,
  programs = SHIPPED_PROGRAMS,
}: OpenRequest): Promise<Workspace> {
  const gitEnv = gitEnvironment(env);
  const repository = await findRepository(folder, gitEnv);
  const name = nameOf(repository.commonDir);
  const stateDir = stateFolder(env, { name, commonDir: repository.commonDir });
  await closeStateFolder(env, stateDir);
  const review = fileReviewStores(stateDir);
  return {
    location: {
      name,
      root: repository.root,
      gitDir: repository.commonDir,
      bare: repository.bare,
      stateDir,
    },
    env,
    gitEnv,
    clock,
    redactor: makeRedactor(secretsOfEnvironment(env)),
    runs: deliveredRuns(
      stateDir,
      decidedRuns({
        stateDir,
        runs: fileRunStore(stateDir, runIndex(stateDir, clock)),
        verdicts: review.verdicts,
      }),
    ),
    slots: fileSlotStore(stateDir),
    schedule: fileScheduleStore(stateDir),
    pauses: filePauseStore(stateDir),
    definitions: fileDefinitionStore(stateDir),
    enabled: fileEnabledStore(stateDir, clock),
    events: fileEventStore(stateDir),
    deployments: fileDeploymentStore(stateDir),
    findings: fileFindingStore(stateDir),
    items: fileItemStore(stateDir),
    proposals: fileProposalStore(stateDir),
    messages: fileMessageStore(stateDir),
    told: fileToldStore(stateDir),
    notes: fileNoteStore(stateDir),
    plans: filePlanStore(stateDir),
    review,
    programs,
  };
}

/** Of the repository, not of the worktree that one stands in: all of them share what is known. */
function nameOf(commonDir: string): string {
  const folder = basename(commonDir) === '.git' ? dirname(commonDir) : commonDir;
  return basename(folder).replace(/\.git$/, '') || 'repository';
}
