/** Worktrees made ready ahead: ready ones until their time is over, and those whose process died while it made them. */
import { readTextIfThere } from '../../../platform/files.ts';
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { parseIdentity } from '../../../platform/lock.ts';
import { isAlive } from '../../../platform/process-identity.ts';
import { machinePaths } from '../../../store/machine-paths.ts';
import type { Remains, RemainsFacts } from '../../../worktrees/remains.ts';
import { listSpares, listUnfinishedSpares } from '../../../worktrees/spares/spare.ts';
import { present, remainsAt, type SurveyRequest } from './parts.ts';

export async function surveySpares({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { stateDir } = workspace.location;
  const [ready, unfinished] = [await listSpares(stateDir), await listUnfinishedSpares(stateDir)];
  const [kept, making] = [await keptFacts(stateDir), await makingFacts(stateDir)];
  return present([
    ...(await Promise.all(ready.map((folder) => remainsAt('spare', folder, kept)))),
    ...(await Promise.all(unfinished.map((folder) => remainsAt('spare', folder, making)))),
  ]);
}

async function keptFacts(stateDir: string): Promise<RemainsFacts> {
  const text = await readTextIfThere(machinePaths(stateDir).sparesKept);
  const value = tryParseJson(text ?? '');
  const until = isRecord(value) ? value['until'] : null;
  if (typeof until !== 'string' || Number.isNaN(Date.parse(until)))
    return { kind: 'left', why: 'nothing says that it is needed' };
  const why = 'it waits for the next run (workspace.spares)';
  return { kind: 'ages', until, why, early: true };
}

async function makingFacts(stateDir: string): Promise<RemainsFacts> {
  const holder = parseIdentity(await readTextIfThere(machinePaths(stateDir).sparesLock));
  return holder !== null && isAlive(holder)
    ? { kind: 'needed', why: `process ${holder.pid} is making it` }
    : { kind: 'left', why: 'its process died while it made it' };
}
