/** Everything that runs and what goes on around them have left: looked at and measured, nothing judged or touched. */
import type { Remains } from '../../../worktrees/remains.ts';
import { readPinOwner, surveyPins } from '../../../worktrees/survey-pins.ts';
import type { SurveyedRun } from '../../../worktrees/survey-runs.ts';
import { surveyArchives } from './archives.ts';
import { surveyCaches } from './caches.ts';
import { surveyHashed } from './hashed.ts';
import { surveyLeftFiles } from './left-files.ts';
import { surveyLinkedWorktrees } from './linked-worktrees.ts';
import type { SurveyRequest } from './parts.ts';
import { surveyPreviews } from './previews.ts';
import { surveyQuarantine } from './quarantine.ts';
import { surveyRest } from './rest.ts';
import { reviewedOwners } from './reviewed-owners.ts';
import { surveyRunFolders } from './runs.ts';
import { surveySockets } from './sockets.ts';
import { surveyTrash } from './trash.ts';
import { surveyUnions, unionPinOwner } from './unions.ts';

export interface WorkspaceSurvey {
  readonly remains: readonly Remains[];
  readonly runs: readonly SurveyedRun[];
}

export interface WorkspaceSurveyRequest extends SurveyRequest {
  readonly archivesMs: number;
}

export async function surveyWorkspace(request: WorkspaceSurveyRequest): Promise<WorkspaceSurvey> {
  const { workspace, now } = request;
  const { remains, runs } = await surveyRunFolders(request);
  const archived = await surveyArchives(request);
  const reviewed = await reviewedOwners(request);
  const pins = await surveyPins({
    workspace: workspace.location,
    gitEnv: workspace.gitEnv,
    now,
    ownerOf: async (id) =>
      archived.runs.has(id)
        ? { kind: 'needs', why: 'the archive of its run rests on it' }
        : (reviewed(id) ??
          (await unionPinOwner(workspace, id, now)) ??
          readPinOwner(workspace.location.stateDir, id)),
  });
  return {
    runs,
    remains: [
      ...remains,
      ...(await surveyPreviews(request)),
      ...(await surveyUnions(request)),
      ...(await surveyTrash(request)),
      ...archived.remains,
      ...(await surveyCaches(request)),
      ...(await surveyHashed(request)),
      ...pins,
      ...(await surveyLinkedWorktrees(request)),
      ...(await surveyLeftFiles(request)),
      ...(await surveySockets(request)),
      ...(await surveyQuarantine(request)),
      ...(await surveyRest(request)),
    ],
  };
}
