/**
 * How a run with parts begins. `gate`: each engine goes through it by itself, and one that cannot start is named and left
 * out. `brief`: what the parts are.
 */
import { sha256 } from '../../../platform/hash.ts';
import { asAppError, type Failure } from '../../../words/errors.ts';
import type { Agent } from '../../../words/routine.ts';
import type { RunPart, StepOutcome } from '../../../words/run.ts';
import { variantLabels } from '../../../words/variants/variant-labels.ts';
import { agentOf, partSpecs } from '../../variants/part-spec.ts';
import { partWithoutRun } from '../../variants/part-view.ts';
import { writePlannedParts } from '../../variants/planned-parts.ts';
import { gate } from '../gate.ts';
import { done, type StepContext, openedBase } from '../step-context.ts';

export async function gateParts(context: StepContext): Promise<StepOutcome> {
  const { agent } = context.spec.routine;
  const labels = variantLabels(agent.variants);
  const leftOut: RunPart[] = [];
  const told = new Set<string>();
  const skipped: string[] = [];
  for (const [index, variant] of agent.variants.entries()) {
    const label = labels[index] ?? variant.engine;
    // Still a run with variants: it sets nothing aside for itself.
    const outcome = await gateOf(context, {
      ...agentOf(agent, variant),
      variants: agent.variants,
    });
    for (const notice of outcome.patch.notices ?? []) told.add(notice);
    if (outcome.kind === 'done') continue;
    const failure = outcome.kind === 'failed' ? outcome.failure : skippedFailure(outcome.reason);
    if (outcome.kind === 'skip') skipped.push(outcome.reason);
    leftOut.push(partWithoutRun({ index, label, variant }, failure));
    told.add(`${label} was left out: ${failure.message}`);
  }
  const patch = { parts: leftOut, notices: [...told] };
  if (leftOut.length < agent.variants.length) return done(patch);
  const [reason] = skipped;
  if (reason !== undefined && skipped.length === leftOut.length)
    return { kind: 'skip', reason, patch: { notices: [] } };
  return { kind: 'failed', failure: noneLeft(leftOut), patch };
}

/** What it throws is a reason to leave the one engine out, too. */
async function gateOf(context: StepContext, agent: Agent): Promise<StepOutcome> {
  const { spec } = context;
  const routine = { ...spec.routine, agent };
  try {
    return await gate({ ...context, spec: { ...spec, routine } });
  } catch (thrown) {
    return { kind: 'failed', failure: asAppError(thrown).toFailure(), patch: {} };
  }
}

function skippedFailure(reason: string): Failure {
  return { code: 'skipped', message: reason, hint: '' };
}

function noneLeft(parts: readonly RunPart[]): Failure {
  const failures = parts.flatMap(({ label, failure }) =>
    failure === null ? [] : [{ label, failure }],
  );
  const codes = new Set(failures.map(({ failure }) => failure.code));
  const [first] = failures;
  return {
    code: (codes.size === 1 ? first?.failure.code : undefined) ?? 'engine-missing',
    message: `none of the variants can start: ${failures.map(({ label, failure }) => `${label}: ${failure.message}`).join('; ')}`,
    hint: first?.failure.hint ?? '',
  };
}

/** `brief` of a run with parts: each of them is told for itself; here is decided what they are. */
export async function planParts(context: StepContext): Promise<StepOutcome> {
  const { spec, record, paths, clock } = context;
  const { base, baseRef } = openedBase(context);
  const leftOut = new Set((record.progress.parts ?? []).map(({ index }) => index));
  const indexes = spec.routine.agent.variants.map((_, index) => index);
  const specs = partSpecs({
    spec,
    base,
    baseRef,
    indexes: indexes.filter((index) => !leftOut.has(index)),
    hash: sha256,
    admittedAt: clock.now().toISOString(),
    // The process that starts a part replaces this with its own identity.
    admittedBy: spec.admittedBy,
  });
  await writePlannedParts(paths, specs);
  return done();
}
