/** What a run was denied, as one list; and what that means for it. Pure. */
import type { AgentExit, Denial, RunDenial } from '../words/agent-exit.ts';
import type { Failure } from '../words/errors.ts';
import { oneLine, plural } from '../words/text.ts';
import type { MissingLine } from './agent-contract.ts';

export interface DenialSources {
  /** Of what ran before and after the agent. */
  readonly programs: readonly {
    readonly during: RunDenial['during'];
    readonly denied: readonly Denial[];
  }[];
  readonly agentExit: AgentExit | null;
  /** The agent's own word. */
  readonly missing: readonly MissingLine[];
}

/** In the order in which it happened; the same target in the same part of a run is one entry. */
export function runDenials({ programs, agentExit, missing }: DenialSources): readonly RunDenial[] {
  const before = programs.filter(({ during }) => during !== 'check');
  const checks = programs.filter(({ during }) => during === 'check');
  const agent = { during: 'agent' as const, denied: agentExit?.denied ?? [] };
  const told = missing
    .filter(({ kind }) => kind === 'permission')
    .map(({ what, why }): RunDenial => ({
      kind: 'permission',
      during: 'agent',
      target: oneLine(what),
      reason: oneLine(why),
      count: 1,
    }));
  const network = [...before, agent, ...checks].flatMap(({ during, denied }) =>
    denied.map((denial): RunDenial => ({ ...denial, during })),
  );
  return merged([...network, ...told]);
}

/** For `permissions.on-denied: fail`. */
export function denialFailure(denied: readonly RunDenial[]): Failure | null {
  const [first] = denied;
  if (first === undefined) return null;
  const others = denied.length - 1;
  const more = others === 0 ? '' : ` and ${plural(others, 'other thing')}`;
  return {
    code: 'denied',
    message: `the run was denied ${oneLine(first.target, 100)}${more}, and permissions.on-denied is fail`,
    hint: 'Allow it under permissions, or see to it that it is not wanted.',
  };
}

/** `example.com:443 is not in permissions.network (3 times, in set-up)`, in safe characters but not escaped. */
export function formatDenial({ target, reason, count, during }: RunDenial): string {
  const times = count === 1 ? 'once' : plural(count, 'time');
  return `${reason === '' ? target : `${target} ${reason}`} (${times}, ${PLACE[during]})`;
}

const PLACE: Readonly<Record<RunDenial['during'], string>> = {
  condition: 'in the condition',
  collect: 'by a collector',
  setup: 'in set-up',
  agent: 'by the agent',
  check: 'in a check',
};

function merged(denials: readonly RunDenial[]): readonly RunDenial[] {
  const byKey = new Map<string, RunDenial>();
  for (const denial of denials) {
    const key = `${denial.kind} ${denial.during} ${denial.target}`;
    const before = byKey.get(key);
    byKey.set(
      key,
      before === undefined ? denial : { ...before, count: before.count + denial.count },
    );
  }
  return [...byKey.values()];
}
