/** Unions of branches: where one was being built when its process died, and the refs that keep what was merged. */
import { listWork } from '../../../review/union/union-place.ts';
import { reviewWorkPaths } from '../../../store/run-folder/run-paths.ts';
import type { RunId } from '../../../words/ids.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import type { Remains } from '../../../worktrees/remains.ts';
import type { PinOwner } from '../../../worktrees/survey-pins.ts';
import { present, remainsAt, type SurveyRequest } from './parts.ts';

export async function surveyUnions({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const { stateDir } = workspace.location;
  const found: (Remains | null)[] = [];
  for (const { id, claim, pid } of await listWork(stateDir)) {
    const facts =
      pid === null
        ? ({ kind: 'left', why: 'its process died' } as const)
        : ({ kind: 'needed', why: `process ${pid} is at work on it` } as const);
    const { folder } = reviewWorkPaths(stateDir, id);
    const one =
      (await remainsAt('union', folder, facts)) ?? (await remainsAt('union', claim, facts));
    found.push(one === null ? null : { ...one, owner: { routine: null, run: id } });
  }
  return present(found);
}

const DAY_MS = 24 * 60 * 60_000;
/** A merged whole that is not landed within this time is out of date. */
const KEPT_MS = 30 * DAY_MS;

/** `null`: no union has that id. Of a set only what was merged last is kept. */
export async function unionPinOwner(
  { review }: Pick<Workspace, 'review'>,
  id: RunId,
  now: Date,
): Promise<PinOwner | null> {
  const union = await review.unions.read(id);
  if (union === null) return null;
  const { endedAt, set } = union;
  if (endedAt === null) return { kind: 'needs', why: 'its branches are being tested together' };
  const newer = (await review.unions.list()).some(
    (one) => one.set === set && one.id > id && one.commit !== null,
  );
  const isFresh = now.getTime() - Date.parse(endedAt) < KEPT_MS;
  return isFresh && !newer
    ? { kind: 'needs', why: `what was merged of ${set} can be landed as it was checked` }
    : { kind: 'ended', since: endedAt };
}
