/** What was condemned before and is not gone yet. */
import { workspacePaths } from '../../../store/state-paths.ts';
import type { Remains } from '../../../worktrees/remains.ts';
import { listBuried, trashFolder } from '../../../worktrees/tombstone.ts';
import { present, remainsAt, type SurveyRequest } from './parts.ts';

export async function surveyTrash({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { stateDir } = workspace.location;
  const { stones, unreadable } = await listBuried(stateDir);
  const buried = await Promise.all(
    stones.map((stone) =>
      remainsAt('trash', trashFolder(stateDir, stone), { kind: 'left', why: stone.why }),
    ),
  );
  const doubtful = await Promise.all(
    unreadable.map((path) =>
      remainsAt('trash', path, {
        kind: 'doubtful',
        why: `its record in ${workspacePaths(stateDir).trash} cannot be read`,
      }),
    ),
  );
  return present([...buried, ...doubtful]);
}
