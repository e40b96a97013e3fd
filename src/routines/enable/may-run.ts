/** What a definition may do once it is active: all that a person has to know before agreeing to it. Pure. */
import { kindOf } from '../../collectors/registry.ts';
import type {
  Condition,
  IsolationLevel,
  OutboxMode,
  Permissions,
  Routine,
} from '../../words/routine.ts';

export interface MayRun {
  readonly engine: string;
  /** argv of the agent; empty for an engine of ours. */
  readonly command: readonly string[];
  /** The recipe of the built-in engine. */
  readonly builtin: string | null;
  /** What the agent is told, or the file that says it, taken from the base commit. */
  readonly prompt: { readonly text: string | null; readonly file: string | null };
  readonly condition: Condition | null;
  /** Commands that collect facts. */
  readonly collect: readonly { readonly name: string; readonly run: readonly string[] }[];
  readonly setup: readonly string[];
  readonly checks: readonly string[];
  /** Names of the variables that reach it. */
  readonly env: readonly string[];
  /** Untracked files of the checkout that are copied in. */
  readonly include: readonly string[];
  readonly isolation: Routine['workspace']['isolation'];
  /** The level that it would have here and now; `null` when what it asks for cannot be had here. */
  readonly level: IsolationLevel | null;
  /** Below level `sandbox` nothing closes it; there, `listed` is what `permissions.network` lets through. */
  readonly network: 'open' | 'listed' | 'none';
  readonly reach: Permissions['network'];
  /** What it may read of this machine at level `sandbox`, and what a branch of it may change; empty: everything. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly acceptRisk: string | null;
  readonly outputs: {
    readonly mode: OutboxMode;
    readonly fileItem: { readonly mode: OutboxMode; readonly max: number } | null;
    readonly push: {
      readonly mode: OutboxMode;
      readonly remote: string;
      readonly max: number;
    } | null;
  };
  readonly timeoutMs: number;
}

/** @param level that it would have here */
export function mayRun(routine: Routine, level: IsolationLevel | null): MayRun {
  const { agent, workspace, outputs, permissions } = routine;
  const { prompt } = agent;
  return {
    engine: agent.engine,
    command: agent.command,
    builtin: agent.builtin,
    prompt: {
      text: prompt.kind === 'inline' ? prompt.text : null,
      file: prompt.kind === 'file' ? prompt.path : null,
    },
    condition: routine.condition,
    collect: routine.collect.flatMap((collector) => kindOf(collector).programOf?.(collector) ?? []),
    setup: workspace.setup,
    checks: workspace.checks,
    env: permissions.env,
    include: workspace.include,
    isolation: workspace.isolation,
    level,
    network: networkOf(permissions, level),
    reach: permissions.network,
    read: permissions.read,
    write: permissions.write,
    acceptRisk: routine.acceptRisk,
    outputs: {
      mode: outputs.mode,
      fileItem:
        outputs.fileItem === null
          ? null
          : { mode: outputs.fileItem.mode, max: outputs.fileItem.max },
      push: outputs.push ?? null,
    },
    timeoutMs: routine.limits.timeoutMs,
  };
}

function networkOf(
  { network: { allow, setup } }: Permissions,
  level: IsolationLevel | null,
): MayRun['network'] {
  if (level === 'private' || level === 'worktree') return 'open';
  return allow.length + setup.length > 0 ? 'listed' : 'none';
}
