/** What a definition may do once it is active: all that a person has to know before agreeing to it. Pure. */
import type { Condition, OutboxMode, Routine } from '../../domain/routine.ts';

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
  /** No level of isolation there is closes the network. */
  readonly network: 'open';
  readonly outputs: {
    readonly mode: OutboxMode;
    readonly fileItem: { readonly mode: OutboxMode; readonly max: number } | null;
  };
  /** Why it may have private data, untrusted input and a way out at once; `null` = it may not. */
  readonly acceptRisk: string | null;
  readonly timeoutMs: number;
}

export function mayRun(routine: Routine): MayRun {
  const { agent, workspace, outputs } = routine;
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
    collect: routine.collect.flatMap((collector) =>
      collector.kind === 'command' ? [{ name: collector.name, run: collector.run }] : [],
    ),
    setup: workspace.setup,
    checks: workspace.checks,
    env: routine.permissions.env,
    include: workspace.include,
    isolation: workspace.isolation,
    network: 'open',
    outputs: {
      mode: outputs.mode,
      fileItem:
        outputs.fileItem === null
          ? null
          : { mode: outputs.fileItem.mode, max: outputs.fileItem.max },
    },
    acceptRisk: routine.acceptRisk,
    timeoutMs: routine.limits.timeoutMs,
  };
}
