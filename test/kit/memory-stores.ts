/** The ports of store/ in memory, for tests of what is done with records and not of how they are kept. */
import { refuseChanged } from '../../src/store/files/file-record-store.ts';
import type {
  Exclusively,
  FindingStore,
  ItemStore,
  ProposalStore,
  RunStore,
  StoredRun,
} from '../../src/store/ports.ts';
import type { FindingLedger } from '../../src/words/finding.ts';
import { isItemKey, type ItemKey, type RoutineId, type RunId } from '../../src/words/ids.ts';
import type { Item } from '../../src/words/item.ts';
import type { Proposal } from '../../src/words/proposal.ts';
import { toRunView } from '../../src/words/run-view.ts';

export interface MemoryStores {
  readonly runs: RunStore & { put(run: StoredRun): void };
  readonly findings: FindingStore;
  readonly items: ItemStore;
  readonly proposals: ProposalStore;
  readonly exclusively: Exclusively;
  /** Every write since the stores were made, as `item RM-1`, in order. */
  readonly writes: readonly string[];
}

export function memoryStores(): MemoryStores {
  const writes: string[] = [];
  return {
    runs: memoryRuns(),
    findings: memoryFindings(writes),
    items: memoryItems(writes),
    proposals: memoryProposals(writes),
    exclusively: (work) => work(),
    writes,
  };
}

function memoryRuns(): MemoryStores['runs'] {
  const runs = new Map<RunId, StoredRun>();
  const listed = (filter?: {
    readonly routine?: RoutineId;
    readonly limit?: number;
  }): StoredRun[] =>
    [...runs.values()]
      .filter(({ spec }) => filter?.routine === undefined || spec.routine.id === filter.routine)
      .toSorted((a, b) => (a.spec.id < b.spec.id ? 1 : -1))
      .slice(0, filter?.limit);
  return {
    put: (run) => void runs.set(run.spec.id, run),
    create: async (spec) => void runs.set(spec.id, { spec, record: null }),
    read: async (id) => runs.get(id) ?? null,
    list: async (filter) => ({ runs: listed(filter), corrupt: [] }),
    listViews: async (filter) => ({
      views: listed(filter)
        .map(toRunView)
        .filter(({ part }) => part === null || filter?.parts === true),
      corrupt: [],
    }),
    listIds: async () => listed().map(({ spec }) => spec.id),
    readFile: async () => null,
    survey: async () => ({ unfinished: [], corrupt: [] }),
    listUnfinished: async () => listed().filter(({ record }) => record?.phase.kind !== 'ended'),
  };
}

function memoryFindings(writes: string[]): FindingStore {
  const ledgers = new Map<RoutineId, FindingLedger>();
  return {
    read: async (routine) => ledgers.get(routine) ?? noFindings(routine),
    replace: async (before, ledger) => {
      const { routine } = ledger;
      refuseChanged('it', before, ledgers.get(routine) ?? noFindings(routine));
      writes.push(`findings of ${routine}`);
      ledgers.set(routine, ledger);
    },
    listAll: async () => [...ledgers.values()].flatMap(({ findings }) => findings),
    stamp: async () => String(writes.length),
  };
}

function noFindings(routine: RoutineId): FindingLedger {
  return { routine, lastRun: null, findings: [] };
}

function memoryItems(writes: string[]): ItemStore {
  const items = new Map<ItemKey, Item>();
  const put = (item: Item): void => {
    writes.push(`item ${item.key}`);
    items.set(item.key, item);
  };
  return {
    reserve: async ({ count, routine, run, now }) =>
      Array.from({ length: count }, () => {
        const key = `RM-${items.size + 1}`;
        if (!isItemKey(key)) throw new TypeError(key);
        const empty = { title: '', body: '', findings: [] };
        put({ key, state: 'reserved', routine, run, createdAt: now, ...empty });
        return key;
      }),
    make: async (content) => {
      const key = `RM-${items.size + 1}`;
      if (!isItemKey(key)) throw new TypeError(key);
      const item = { key, ...content };
      put(item);
      return item;
    },
    read: async (key) => items.get(key) ?? null,
    replace: async (before, item) => {
      refuseChanged('it', before, items.get(item.key) ?? null);
      put(item);
    },
    list: async () => [...items.values()],
    stamp: async () => String(writes.length),
  };
}

function memoryProposals(writes: string[]): ProposalStore {
  const proposals = new Map<string, Proposal>();
  const put = (proposal: Proposal): void => {
    writes.push(`proposal ${proposal.id}`);
    proposals.set(proposal.id, proposal);
  };
  return {
    create: async (proposal) => {
      if (proposals.has(proposal.id)) return false;
      put(proposal);
      return true;
    },
    read: async (id) => proposals.get(id) ?? null,
    replace: async (before, proposal) => {
      refuseChanged('it', before, proposals.get(proposal.id) ?? null);
      put(proposal);
    },
    list: async () => [...proposals.values()].toSorted(byTime),
  };
}

function byTime(a: Proposal, b: Proposal): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id.length - b.id.length || (a.id < b.id ? -1 : 1);
}
