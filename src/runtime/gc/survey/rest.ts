/** All other records of the workspace: slots, findings, proposals, settings. They stay. */
import { basename, join } from 'node:path';

import { listFolder } from '../../../platform/files.ts';
import { workspacePaths } from '../../../store/state-paths.ts';
import type { Remains } from '../../../worktrees/remains.ts';
import { present, remainsAt, together, type SurveyRequest } from './parts.ts';

export async function surveyRest({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { stateDir } = workspace.location;
  const { runs, previews, cache, archives, trash, events, definitions, quarantine } =
    workspacePaths(stateDir);
  const elsewhere = new Set(
    [runs, previews, cache, archives, trash, events, definitions, quarantine].map((path) =>
      basename(path),
    ),
  );
  const names = (await listFolder(stateDir)).filter(
    (name) => !elsewhere.has(name) && !/\.lock(\.breaker)?$|\.tmp$|\.unreadable\./.test(name),
  );
  const facts = { kind: 'needed', why: 'slots, findings, proposals and settings stay' } as const;
  const found = await Promise.all(
    names.map((name) => remainsAt('record', join(stateDir, name), facts)),
  );
  return together(present(found), stateDir);
}
