/** A whole store in memory, to show by the suite of stores that what rooms are given are ports. */
import type { Stores } from '../../src/store/stores.ts';
import {
  memoryAccounts,
  memoryAudit,
  memoryDecisions,
  memoryDefinitions,
  memoryDeployments,
  memoryEvents,
  memoryLock,
  memoryMarks,
  memoryMemories,
  memoryMessages,
  memoryNotes,
  memoryPagePlace,
  memoryPlans,
  memoryRecords,
  memoryTold,
  memoryUsage,
} from './memory-records.ts';
import { memoryStores } from './memory-stores.ts';
import { scheduleStores } from './schedule-stores.ts';

/** What the suite asks of a store: all but what is about files of this machine, or made from other records. */
export type TestedStores = Omit<
  Stores,
  'enabled' | 'hashes' | 'deliveries' | 'open' | 'files' | 'fleet' | 'dispatch'
>;

export function memoryStoreSet(): TestedStores {
  const { runs, findings, items, proposals } = memoryStores();
  const { slots, schedule, pauses } = scheduleStores();
  return {
    locks: {
      admission: memoryLock(),
      ledger: memoryLock(),
      messages: memoryLock(),
      tracker: memoryLock(),
      usage: memoryLock(),
    },
    runs,
    slots,
    schedule,
    pauses,
    definitions: memoryDefinitions(),
    events: memoryEvents(),
    deployments: memoryDeployments(),
    findings,
    items,
    proposals,
    messages: memoryMessages(),
    told: memoryTold(() => new Date()),
    notes: memoryNotes(),
    plans: memoryPlans(),
    memories: memoryMemories(),
    review: {
      verdicts: memoryRecords(),
      choices: memoryRecords(),
      landings: memoryRecords(),
      discarded: memoryRecords(),
      comments: memoryRecords(),
      unions: memoryRecords(),
      judgements: memoryRecords(),
      pullRequests: memoryRecords(),
    },
    marks: memoryMarks(),
    decisions: memoryDecisions(),
    audit: memoryAudit(),
    usage: memoryUsage(),
    accounts: memoryAccounts(),
    pagePlace: memoryPagePlace(),
  };
}
