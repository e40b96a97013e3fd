/** Where everything is in the folder of a run, which stays on the machine that the run is on. Pure. */
import { join, sep } from 'node:path';

import type { RunId } from '../../words/ids.ts';
import type { FollowedRun } from '../../words/run-spec.ts';
import { machinePaths } from '../machine-paths.ts';

export interface RunPaths {
  readonly folder: string;
  readonly spec: string;
  /** The run's record; written by its supervisor alone. */
  readonly state: string;
  /** The record, when the disk had no room for `state`. */
  readonly resultSlot: string;
  /** Names those that were made for its programs, one a line. */
  readonly controlGroups: string;
  /** Presence asks the supervisor to stop; content says who and why. */
  readonly cancel: string;
  /** Requests to the run while it is at rest: an answer, or to continue. One for each number: the first. */
  readonly wishes: string;
  /** Progress events, one JSON object a line. */
  readonly events: string;
  /** What the agent wrote to stdout and to stderr, capped. */
  readonly agentLog: string;
  readonly agentErrors: string;
  readonly workerLog: string;
  /** What the collectors found, one JSON file each; copied into the brief. */
  readonly facts: string;
  /** The agent's ROUNDSMAN_BRIEF: made read-only before it starts. */
  readonly brief: string;
  /** The agent's ROUNDSMAN_OUT. */
  readonly out: string;
  /** What the agent said by tools; ours alone, read together with `out`. */
  readonly told: string;
  /** What the processes that serve its tools had to say. */
  readonly toolsLog: string;
  /** Validated copies of what was in `out`, made after the agent's processes were gone. */
  readonly accepted: string;
  /** Settings and sessions of the agent's engine; kept while the session may continue. */
  readonly agentHome: string;
  /** What went through the gateway to its model: sizes, never contents; one JSON object a line. */
  readonly gatewayLog: string;
  /** The agent's TMPDIR. */
  readonly temporary: string;
  /** What package managers keep for this run: downloads, settings, programs. Goes with the worktree. */
  readonly packages: string;
  /** The run repository's working tree, the agent's working directory. */
  readonly worktree: string;
  /** A worktree that was made ready ahead, until the run's own is made of it. */
  readonly spare: string;
  /** Ours alone: the pristine repository through which the agent's commits come back. */
  readonly bridge: string;
  /** What was opened and prepared, for the process that comes after the agent. */
  readonly worktreeState: string;
  /** The index as it was right after checkout: its stat data tells what the agent changed without reading it all. */
  readonly trustedIndex: string;
  /** What set-up commands and checks printed. */
  readonly commandLog: string;
  /** What was refused of the network, and which credentials were at hand, one JSON object a line. */
  readonly egress: string;
  readonly report: string;
}

export function runPaths(stateDir: string, id: RunId): RunPaths {
  const folder = join(stateDir, 'runs', id);
  // Every list of runs asks for this, and the folder is normal already.
  const inside = `${folder}${sep}`;
  return {
    folder,
    spec: `${inside}spec.json`,
    state: `${inside}state.json`,
    resultSlot: `${inside}result.slot`,
    controlGroups: `${inside}control-groups.txt`,
    cancel: `${inside}cancel.json`,
    wishes: `${inside}wishes`,
    events: `${inside}events.jsonl`,
    agentLog: `${inside}agent.log`,
    agentErrors: `${inside}agent.stderr.log`,
    workerLog: `${inside}worker.log`,
    facts: `${inside}facts`,
    brief: `${inside}brief`,
    out: `${inside}out`,
    told: `${inside}told`,
    toolsLog: `${inside}tools.log`,
    accepted: `${inside}accepted`,
    agentHome: `${inside}agent-home`,
    gatewayLog: `${inside}gateway.jsonl`,
    temporary: `${inside}tmp`,
    packages: `${inside}packages`,
    worktree: `${inside}worktree`,
    spare: `${inside}spare`,
    bridge: `${inside}bridge.git`,
    worktreeState: `${inside}worktree.json`,
    trustedIndex: `${inside}trusted.index`,
    commandLog: `${inside}commands.log`,
    egress: `${inside}egress.jsonl`,
    report: `${inside}report.md`,
  };
}

/**
 * Of a run that works on in the folder of an earlier one: what the agent sees is there, what is told of the run itself is
 * its own.
 */
export function pathsOfRun(
  stateDir: string,
  { id, follows }: { readonly id: RunId; readonly follows?: FollowedRun | null },
): RunPaths {
  const own = runPaths(stateDir, id);
  const folder = follows?.kept?.folder ?? null;
  if (folder === null) return own;
  const earlier = runPaths(stateDir, folder);
  const { facts, brief, out, agentHome, temporary, packages } = earlier;
  const { worktree, worktreeState, trustedIndex } = earlier;
  const seen = { facts, brief, out, agentHome, temporary, packages };
  return { ...own, ...seen, worktree, worktreeState, trustedIndex };
}

/** Of a preview: laid out like a run's folder, and no run. */
export function previewPaths(stateDir: string, id: RunId): RunPaths {
  return runPaths(machinePaths(stateDir).previews, id);
}

/** Of a landing or a union: the same. */
export function reviewWorkPaths(stateDir: string, id: RunId): RunPaths {
  return runPaths(machinePaths(stateDir).reviewWork, id);
}
