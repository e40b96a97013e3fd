/** Where everything is in the state folder. Pure; the one place that knows file names. */
import { join } from 'node:path';

import type { ItemKey, RoutineId, RunId } from '../words/ids.ts';
import type { FollowedRun } from '../words/run-spec.ts';

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
  /** Settings and sessions of the agent's engine; kept while the session may go on. */
  readonly agentHome: string;
  /** What went through the gateway to its model: sizes, never contents; one JSON object a line. */
  readonly gatewayLog: string;
  /** The agent's TMPDIR. */
  readonly temporary: string;
  /** What package managers keep for this run: downloads, settings, programs. Goes with the worktree. */
  readonly packages: string;
  /** The run repository's working tree, the agent's working directory. */
  readonly worktree: string;
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
  /** What was reported in this run, after validation. */
  readonly findings: string;
}

export function runPaths(stateDir: string, id: RunId): RunPaths {
  const folder = join(stateDir, 'runs', id);
  return {
    folder,
    spec: join(folder, 'spec.json'),
    state: join(folder, 'state.json'),
    resultSlot: join(folder, 'result.slot'),
    controlGroups: join(folder, 'control-groups.txt'),
    cancel: join(folder, 'cancel.json'),
    wishes: join(folder, 'wishes'),
    events: join(folder, 'events.jsonl'),
    agentLog: join(folder, 'agent.log'),
    agentErrors: join(folder, 'agent.stderr.log'),
    workerLog: join(folder, 'worker.log'),
    facts: join(folder, 'facts'),
    brief: join(folder, 'brief'),
    out: join(folder, 'out'),
    told: join(folder, 'told'),
    toolsLog: join(folder, 'tools.log'),
    accepted: join(folder, 'accepted'),
    agentHome: join(folder, 'agent-home'),
    gatewayLog: join(folder, 'gateway.jsonl'),
    temporary: join(folder, 'tmp'),
    packages: join(folder, 'packages'),
    worktree: join(folder, 'worktree'),
    bridge: join(folder, 'bridge.git'),
    worktreeState: join(folder, 'worktree.json'),
    trustedIndex: join(folder, 'trusted.index'),
    commandLog: join(folder, 'commands.log'),
    egress: join(folder, 'egress.jsonl'),
    report: join(folder, 'report.md'),
    findings: join(folder, 'findings.json'),
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
  return runPaths(workspacePaths(stateDir).previews, id);
}

export interface WorkspacePaths {
  readonly runs: string;
  readonly previews: string;
  /** Folders of runs that could not be read, whole, each with a file that says why. */
  readonly quarantine: string;
  readonly slots: string;
  readonly findings: string;
  readonly items: string;
  readonly proposals: string;
  readonly messages: string;
  readonly messageLock: string;
  /** One empty file for each thing of which messages were made. */
  readonly told: string;
  /** What became of the messages of runs. */
  readonly deliveries: string;
  /** Where the daemon serves the page, while it does. */
  readonly pagePlace: string;
  readonly trackerLock: string;
  /** Decisions and knowledge, one file each. */
  readonly notes: string;
  /** What was proposed to split items into. */
  readonly plans: string;
  readonly memories: string;
  /** Whole definitions by hash. */
  readonly definitions: string;
  /** Payloads of events by hash. */
  readonly events: string;
  /** What has been deployed where. */
  readonly deployments: string;
  readonly pauses: string;
  /** One file for each account whose key or log-in is not accepted now. */
  readonly accounts: string;
  /** What persons enabled, and the folder of what that was read from. */
  readonly enabled: string;
  readonly enabledSources: string;
  readonly enabledLock: string;
  /** What persons confirmed of the files that are checked out. */
  readonly confirmed: string;
  readonly confirmedLock: string;
  /** What was active at the last check, including the last good version of what is broken. */
  readonly active: string;
  /** One file a day of what runs used. */
  readonly usage: string;
  readonly usageLock: string;
  readonly scheduleCursor: string;
  readonly scheduleStarts: string;
  /** Written anew at each beat of the daemon's heart. */
  readonly heartbeat: string;
  readonly cache: string;
  /** Work that was discarded, put away first. */
  readonly archives: string;
  /** What is being removed: a record of each, and a folder of that name with what it was. */
  readonly trash: string;
  /** The disk usage of the state folder when it was last measured. */
  readonly diskUse: string;
  readonly cleanUpLock: string;
  readonly index: string;
  readonly admissionLock: string;
  readonly ledgerLock: string;
  /** Names the daemon of the workspace, and its socket. */
  readonly daemonLock: string;
  /** The newest daemon that there was, and how it ended. */
  readonly daemonRecord: string;
  /** JSON lines of a daemon in the background. */
  readonly daemonLog: string;
  /** What a daemon in the background said on its way out. */
  readonly daemonErrors: string;
}

export function workspacePaths(stateDir: string): WorkspacePaths {
  return {
    runs: join(stateDir, 'runs'),
    previews: join(stateDir, 'previews'),
    quarantine: join(stateDir, 'quarantine'),
    slots: join(stateDir, 'slots'),
    findings: join(stateDir, 'findings'),
    items: join(stateDir, 'items'),
    proposals: join(stateDir, 'proposals'),
    messages: join(stateDir, 'messages'),
    messageLock: join(stateDir, 'messages.lock'),
    told: join(stateDir, 'told'),
    deliveries: join(stateDir, 'deliveries.json'),
    pagePlace: join(stateDir, 'page.json'),
    trackerLock: join(stateDir, 'trackers.lock'),
    notes: join(stateDir, 'notes'),
    plans: join(stateDir, 'plans'),
    memories: join(stateDir, 'memories'),
    definitions: join(stateDir, 'definitions'),
    events: join(stateDir, 'events'),
    deployments: join(stateDir, 'deployments'),
    pauses: join(stateDir, 'pauses'),
    accounts: join(stateDir, 'accounts'),
    enabled: join(stateDir, 'enabled.json'),
    enabledSources: join(stateDir, 'enabled'),
    enabledLock: join(stateDir, 'enabled.lock'),
    confirmed: join(stateDir, 'confirmed.json'),
    confirmedLock: join(stateDir, 'confirmed.lock'),
    active: join(stateDir, 'active.json'),
    usage: join(stateDir, 'usage'),
    usageLock: join(stateDir, 'usage.lock'),
    scheduleCursor: join(stateDir, 'schedule-cursor.json'),
    scheduleStarts: join(stateDir, 'schedule-starts.json'),
    heartbeat: join(stateDir, 'heartbeat.json'),
    cache: join(stateDir, 'cache'),
    archives: join(stateDir, 'archive'),
    trash: join(stateDir, 'trash'),
    diskUse: join(stateDir, 'disk-use.json'),
    cleanUpLock: join(stateDir, 'clean-up.lock'),
    index: join(stateDir, 'index.json'),
    admissionLock: join(stateDir, 'admission.lock'),
    ledgerLock: join(stateDir, 'ledger.lock'),
    daemonLock: join(stateDir, 'daemon.lock'),
    daemonRecord: join(stateDir, 'daemon.json'),
    daemonLog: join(stateDir, 'daemon.log'),
    daemonErrors: join(stateDir, 'daemon.err'),
  };
}

export interface SlotPaths {
  /** One `yyyy-mm.jsonl` a month: records that ended a while ago. */
  readonly months: string;
  /** One file a slot. */
  readonly records: string;
  /** Names of records that may be open. */
  readonly hints: string;
}

export function slotPaths(stateDir: string): SlotPaths {
  const months = workspacePaths(stateDir).slots;
  return { months, records: join(months, 'records'), hints: join(months, 'open') };
}

export function findingLedgerPath(stateDir: string, routine: RoutineId): string {
  return join(stateDir, 'findings', `${routine}.json`);
}

export function itemPath(stateDir: string, key: ItemKey): string {
  return join(stateDir, 'items', `${key}.json`);
}

export function proposalPath(stateDir: string, id: string): string {
  return join(stateDir, 'proposals', `${id}.json`);
}

/** Callers check the id: `D-1`, `K-1`. */
export function notePath(stateDir: string, id: string): string {
  return join(stateDir, 'notes', `${id}.json`);
}

/** @param id a ULID in lower case, as runs have */
export function planPath(stateDir: string, id: string): string {
  return join(stateDir, 'plans', `${id}.json`);
}

/** Names of collectors are kebab-case, so two of them stay two files. */
export function memoryPath(stateDir: string, routine: RoutineId, collector: string): string {
  return join(stateDir, 'memories', routine, `${collector}.json`);
}
