/** What is decided of a part before it starts: its run's decisions, with its engine laid over the routine. Pure. */
import { buildSpecAgain } from '../../scheduler/build-run-spec.ts';
import { type CommitSha, isRunId, type RunId } from '../../words/ids.ts';
import type { Agent, AgentVariant } from '../../words/routine.ts';
import type { ProcessIdentity, RunSpec } from '../../words/run-spec.ts';
import { variantLabels } from '../../words/variants/variant-labels.ts';

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
    command: engine === 'command' || engine === 'acp' ? agent.command : [],
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
