/**
 * What one of several engines made, gone on with: a run of its own, which works on in the worktree and session of that part.
 * The run that led the parts stays as it is, and so do the other parts.
 */
import { sha256 } from '../platform/hash.ts';
import { newRunId } from '../platform/ids.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { buildSpecAgain } from '../scheduler/build-run-spec.ts';
import type { StoredRun } from '../store/ports.ts';
import { AppError } from '../words/errors.ts';
import { isSlotKey, shortIdOf } from '../words/ids.ts';
import type { FollowedRun, RunSpec } from '../words/run-spec.ts';
import type { Workspace } from '../workspace/contract.ts';

/** Throws `refused` when nothing of it is kept: anew it would be another part, which only its run can start. */
export function partFollowUp(
  { location, clock }: Workspace,
  { spec }: StoredRun,
  follows: FollowedRun,
): RunSpec {
  const { part, ...decided } = spec;
  if (follows.kept === null && follows.from === undefined) throw nothingKept(spec);
  const now = clock.now();
  const id = newRunId(now);
  const key = `manual:${id}`;
  if (!isSlotKey(key))
    throw new AppError('internal', { code: 'bad-slot-key', message: key, hint: '' });
  // Another one than that which has all of the engines: it is what the run would be made from again after a crash.
  const hash = sha256(JSON.stringify(spec.routine));
  const admitted = {
    id,
    // Its branch is numbered by it.
    attempt: spec.attempt + 1,
    workspace: location,
    admittedAt: now.toISOString(),
    admittedBy: ownIdentity(),
  };
  return buildSpecAgain(decided, admitted, {
    definition: { ...spec.definition, hash },
    slot: { key, scheduledFor: now.toISOString(), trigger: 'manual' },
    follows:
      part === undefined ? follows : { ...follows, part: { of: part.of, label: part.label } },
  });
}

/** The first run that went on with it; `null`: none did yet. */
export async function runAfterPart(
  { runs }: Workspace,
  { spec }: StoredRun,
): Promise<StoredRun | null> {
  const { views } = await runs.listViews({ routine: spec.routine.id });
  const later = views.filter(
    ({ id, slot, attempt }) => id > spec.id && slot.trigger === 'manual' && attempt > spec.attempt,
  );
  for (const { id } of later.toReversed()) {
    const run = await runs.read(id);
    const kept = run?.spec.follows?.kept ?? null;
    if (run !== null && kept?.folder === spec.id) return run;
  }
  return null;
}

function nothingKept({ id, part, routine }: RunSpec): AppError {
  return new AppError('refused', {
    code: 'part-not-kept',
    message: `the worktree that ${part?.label ?? 'the part'} had in run ${shortIdOf(part?.of ?? id)} of ${routine.id} is not kept any more, so nothing can go on in it`,
    hint: `All of its engines anew: roundsman retry ${shortIdOf(part?.of ?? id)}   longer next time: workspace.keep`,
  });
}
