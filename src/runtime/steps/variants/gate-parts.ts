/**
 * How a run with parts begins. `gate`: each engine goes through it by itself, and one that cannot start is named and left
 * out. `brief`: what the parts are.
 */
import { takesProgram } from '../../../engines/registry.ts';
import { sha256 } from '../../../platform/hash.ts';
import { buildSpecAgain } from '../../../scheduler/build-run-spec.ts';
import { asAppError, type Failure } from '../../../words/errors.ts';
import { type CommitSha, isRunId, type RunId } from '../../../words/ids.ts';
import type { Agent, AgentVariant } from '../../../words/routine.ts';
import type { ProcessIdentity, RunSpec } from '../../../words/run-spec.ts';
import type { RunPart, StepOutcome } from '../../../words/run.ts';
import { variantLabels } from '../../../words/variants/parts.ts';
import { partWithoutRun, writePlannedParts } from '../../variants/part-view.ts';
import { gate } from '../gate.ts';
import { done, openedBase, type StepContext } from '../step-context.ts';

// What is decided of a part before it starts: its run's decisions, with its engine laid over the routine. Pure.

/** Of a ULID: the time comes first. */
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

interface PartSpecRequest {
  readonly spec: RunSpec;
  readonly base: CommitSha;
  readonly baseRef: string;
  /** Of `agent.variants`: those whose engines are there. */
  readonly indexes: readonly number[];
  readonly hash: (text: string) => string;
  /** ISO 8601. */
  readonly admittedAt: string;
  /** Vouches for a part until that has a supervisor. */
  readonly admittedBy: ProcessIdentity;
}

export function partSpecs(request: PartSpecRequest): readonly RunSpec[] {
  const { spec, base, baseRef, indexes, hash, admittedAt, admittedBy } = request;
  const { attempt, workspace } = spec;
  const { agent } = spec.routine;
  const labels = variantLabels(agent.variants);
  return indexes.flatMap((index) => {
    const variant = agent.variants[index];
    const label = labels[index];
    if (variant === undefined || label === undefined) return [];
    return [
      buildSpecAgain(
        spec,
        { id: partIdOf(spec.id, index, hash), attempt, workspace, admittedAt, admittedBy },
        {
          routine: { ...spec.routine, agent: agentOf(agent, variant) },
          // Each works in a worktree of its own, from the base on.
          ...(spec.follows ? { follows: { ...spec.follows, kept: null } } : {}),
          // By the lease of the run that they are parts of.
          ...(spec.leased === true ? { leased: true } : {}),
          part: { of: spec.id, index, label, base, baseRef },
        },
      ),
    ];
  });
}

/** No fallbacks: what is compared is what that engine did, and not what another did in its place. */
export function agentOf(agent: Agent, { engine, model }: AgentVariant): Agent {
  const own = engine === agent.engine;
  return {
    ...agent,
    engine,
    model: model ?? (own ? agent.model : null),
    builtin: engine === 'builtin' ? agent.builtin : null,
    command: takesProgram(engine) ? agent.command : [],
    fallbacks: [],
    variants: [],
  };
}

/**
 * The id of a part is derived from that of its run, so a process that starts it again finds it and makes no second one.
 * `hash` gives at least 32 hexadecimal digits. The part sorts with its run, by the time it was admitted.
 */
export function partIdOf(of: RunId, index: number, hash: (text: string) => string): RunId {
  const digits = hash(`part ${index} of ${of}`);
  const random = Array.from({ length: RANDOM_LENGTH }, (_, at) => {
    const byte = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
    return ALPHABET[byte % ALPHABET.length] ?? '0';
  });
  const id = `${of.slice(0, TIME_LENGTH)}${random.join('')}`;
  if (isRunId(id)) return id;
  throw new TypeError(`made a malformed run id: ${id}`);
}

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
