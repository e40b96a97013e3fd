/** Briefs that were composed without a run, and whose process died in the middle. */
import { listFolder, readTextIfThere } from '../../../platform/files.ts';
import { parseIdentity } from '../../../platform/lock.ts';
import { isAlive } from '../../../platform/process-identity.ts';
import { previewPaths, workspacePaths } from '../../../store/state-paths.ts';
import { isRunId } from '../../../words/ids.ts';
import type { Remains } from '../../../worktrees/remains.ts';
import { present, remainsAt, type SurveyRequest } from './parts.ts';

export async function surveyPreviews({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { stateDir } = workspace.location;
  const { previews } = workspacePaths(stateDir);
  const found: (Remains | null)[] = [];
  for (const name of await listFolder(previews)) {
    const id = name.replace(/\.json$/, '');
    if (id === name || !isRunId(id)) continue;
    const claim = `${previews}/${name}`;
    const holder = parseIdentity(await readTextIfThere(claim));
    const alive = holder !== null && isAlive(holder);
    const { folder } = previewPaths(stateDir, id);
    const facts = alive
      ? ({ kind: 'needed', why: `process ${holder.pid} is at work on it` } as const)
      : ({ kind: 'left', why: 'its process died' } as const);
    const one =
      (await remainsAt('preview', folder, facts)) ?? (await remainsAt('preview', claim, facts));
    found.push(one === null ? null : { ...one, owner: { routine: null, run: id } });
  }
  return present(found);
}
