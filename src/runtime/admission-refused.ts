/** A run that may not start now, told to a person: what is in the way, and the ways out. Pure. */
import type { AdmissionDecision } from '../scheduler/admission.ts';
import { AppError, assertNever } from '../words/errors.ts';
import { shortIdOf, type RoutineId, type RunId } from '../words/ids.ts';
import { oneLine, plural } from '../words/text.ts';

/** Runs of a full group that are named. */
const MOST_NAMED = 3;

export function admissionRefused(
  routine: RoutineId,
  decision: Exclude<AdmissionDecision, { readonly kind: 'admit' }>,
): AppError {
  switch (decision.kind) {
    case 'running':
      if (decision.resting === true) return besideResting(routine, decision);
      return new AppError('refused', {
        code: 'already-running',
        message: `${routine} is running already: ${decision.run}`,
        hint: waysOut(routine, decision.run),
      });
    case 'group-full': {
      const { group, runs } = decision;
      const names = runs.slice(0, MOST_NAMED).map((run) => `${run.routine} ${run.id}`);
      const more = runs.length - names.length;
      const rest = more === 0 ? '' : `, and ${plural(more, 'more run')}`;
      return new AppError('refused', {
        code: 'group-full',
        message: `no place for ${routine} in the group ${oneLine(group, 80)}: ${names.join(', ')}${rest}`,
        hint: waysOut(routine, runs[0]?.id ?? null),
      });
    }
    case 'touches':
      return new AppError('refused', {
        code: 'touches',
        message: `${routine} touches ${oneLine(decision.pattern, 80)}, and so does ${decision.routine}, which is running: ${decision.run}`,
        hint: waysOut(routine, decision.run),
      });
    default:
      return assertNever(decision);
  }
}

/** It keeps its worktree and goes on some time: there is something to do about that. */
function besideResting(
  routine: RoutineId,
  {
    run,
    rest = 'is parked or waits for an answer',
  }: Extract<AdmissionDecision, { kind: 'running' }>,
): AppError {
  const id = shortIdOf(run);
  return new AppError('refused', {
    code: 'already-running',
    message: `${routine} has a run that ${rest}: ${run}`,
    hint: `See for what: roundsman show ${id}. ${waysOut(routine, run)}`,
  });
}

function waysOut(routine: RoutineId, run: RunId | null): string {
  const end = run === null ? '' : `End it: roundsman cancel ${shortIdOf(run)}. `;
  return `${end}Or let it wait: roundsman run ${routine} --queue. Or start beside it: --anyway.`;
}
