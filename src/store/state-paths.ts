/** Where the embedded files keep records in the state folder. Pure; only the store imports it. */
import { join } from 'node:path';

import type { RoutineId } from '../words/ids.ts';
import { oncePerKey } from '../words/once.ts';
import { machinePaths, type MachinePaths } from './machine-paths.ts';

/** All that stands in a state folder. */
export interface WorkspacePaths extends MachinePaths {
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
  /** What people did, one file each, where several use the page. */
  readonly audit: string;
  /** What persons enabled, and the folder of what that was read from. */
  readonly enabled: string;
  readonly enabledSources: string;
  readonly enabledLock: string;
  /** One file a day of what runs used. */
  readonly usage: string;
  readonly usageLock: string;
  readonly scheduleCursor: string;
  readonly scheduleStarts: string;
  readonly index: string;
  readonly admissionLock: string;
  readonly ledgerLock: string;
  /** Held while one record is compared and replaced. */
  readonly recordLock: string;
}

export const workspacePaths = oncePerKey((stateDir): WorkspacePaths => {
  return {
    ...machinePaths(stateDir),
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
    audit: join(stateDir, 'audit'),
    enabled: join(stateDir, 'enabled.json'),
    enabledSources: join(stateDir, 'enabled'),
    enabledLock: join(stateDir, 'enabled.lock'),
    usage: join(stateDir, 'usage'),
    usageLock: join(stateDir, 'usage.lock'),
    scheduleCursor: join(stateDir, 'schedule-cursor.json'),
    scheduleStarts: join(stateDir, 'schedule-starts.json'),
    index: join(stateDir, 'index.json'),
    admissionLock: join(stateDir, 'admission.lock'),
    ledgerLock: join(stateDir, 'ledger.lock'),
    recordLock: join(stateDir, 'records.lock'),
  };
});

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

/** Callers check the id: `D-1`, `K-1`. */
export function notePath(stateDir: string, id: string): string {
  return join(stateDir, 'notes', `${id}.json`);
}

/** Names of collectors are kebab-case, so two of them stay two files. */
export function memoryPath(stateDir: string, routine: RoutineId, collector: string): string {
  return join(stateDir, 'memories', routine, `${collector}.json`);
}

// Where the embedded files keep what review records, in the state folder. Pure; only the store imports it.
export interface ReviewPaths {
  readonly verdicts: string;
  readonly choices: string;
  readonly landings: string;
  readonly discarded: string;
  readonly comments: string;
  readonly unions: string;
  readonly judgements: string;
  readonly pullRequests: string;
  /** What a person set aside in the inbox. */
  readonly inboxMarks: string;
  /** What people decided, with how it was before: one file. */
  readonly decisions: string;
  /** What verdicts say of branches, all taken together; can be made again. */
  readonly decided: string;
}

export const reviewPaths = oncePerKey((stateDir): ReviewPaths => {
  const folder = join(stateDir, 'review');
  return {
    verdicts: join(folder, 'verdicts'),
    choices: join(folder, 'choices'),
    landings: join(folder, 'landings'),
    discarded: join(folder, 'discarded'),
    comments: join(folder, 'comments'),
    unions: join(folder, 'unions'),
    judgements: join(folder, 'judgements'),
    pullRequests: join(folder, 'pull-requests'),
    inboxMarks: join(folder, 'inbox-marks.json'),
    decisions: join(folder, 'decisions.json'),
    decided: join(stateDir, 'cache', 'decided-branches.json'),
  };
});
