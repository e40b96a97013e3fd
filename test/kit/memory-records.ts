/** The smaller ports of store/ in memory. */
import { sha256 } from '../../src/platform/hash.ts';
import type {
  DefinitionStore,
  DeploymentMemory,
  DeploymentPlace,
  DeploymentStore,
  EventStore,
  StoredDefinition,
} from '../../src/store/definition-ports.ts';
import { refuseChanged } from '../../src/store/files/file-record-store.ts';
import type {
  Exclusively,
  MemoryStore,
  NoteStore,
  PlanStore,
  UsageStore,
} from '../../src/store/ports.ts';
import type {
  RecordStore,
  MessageStore,
  ToldStore,
  AccountStore,
  AuditStore,
  DecisionStore,
  MarkStore,
  PagePlace,
} from '../../src/store/stores.ts';
import type { AccountBreaker } from '../../src/words/account-breaker.ts';
import type { AuditEntry } from '../../src/words/audit.ts';
import type { Decision, InboxMark } from '../../src/words/decision.ts';
import type { CollectorMemory } from '../../src/words/facts.ts';
import type { ItemPlan } from '../../src/words/item.ts';
import type { Message } from '../../src/words/message.ts';
import { type Note, noteLetter } from '../../src/words/note.ts';
import type { UsageEntry } from '../../src/words/usage.ts';

/** One at a time, in the order of asking. */
export function memoryLock(): Exclusively {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

export function memoryRecords<Kind extends { readonly id: string }>(): RecordStore<Kind> & {
  remove(id: string): Promise<void>;
} {
  const records = new Map<string, Kind>();
  return {
    create: async (record) => {
      if (records.has(record.id)) return false;
      records.set(record.id, structuredClone(record));
      return true;
    },
    read: async (id) => records.get(id) ?? null,
    replace: async (before, after) => {
      refuseChanged('it', before, records.get(after.id) ?? null);
      records.set(after.id, structuredClone(after));
    },
    write: async (record) => void records.set(record.id, structuredClone(record)),
    remove: async (id) => void records.delete(id),
    list: async () => [...records.values()].toSorted(byId),
    listCorrupt: async () => [],
  };
}

/** `M-2` before `M-10`; ULIDs are of one length. */
function byId({ id: a }: { readonly id: string }, { id: b }: { readonly id: string }): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

export function memoryMessages(): MessageStore {
  const records = memoryRecords<Message>();
  return { ...records, listIds: async () => (await records.list()).map(({ id }) => id).toSorted() };
}

export function memoryTold(now: () => Date): ToldStore {
  const noted = new Map<string, number>();
  return {
    has: async (key) => noted.has(key),
    note: async (key) => {
      if (!noted.has(key)) noted.set(key, now().getTime());
    },
    drop: async (before) => {
      const old = [...noted].filter(([, at]) => at < before.getTime());
      for (const [key] of old) noted.delete(key);
      return old.length;
    },
  };
}

export function memoryNotes(): NoteStore {
  const records = memoryRecords<Note>();
  let changes = 0;
  return {
    create: async (note) => {
      const letter = noteLetter(note.kind);
      const known = (await records.list()).filter(({ kind }) => kind === note.kind).length;
      for (let number = known + 1; ; number += 1) {
        const whole: Note = { id: `${letter}-${number}`, ...note };
        if (!(await records.create(whole))) continue;
        changes += 1;
        return whole;
      }
    },
    read: (id) => records.read(id),
    replace: async (before, after) => {
      await records.replace(before, after);
      changes += 1;
    },
    list: async (kind) =>
      (await records.list())
        .filter((note) => kind === undefined || note.kind === kind)
        .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0)),
    listCorrupt: async () => [],
    stamp: async () => String(changes),
  };
}

export function memoryPlans(): PlanStore {
  return memoryRecords<ItemPlan>();
}

export function memoryMemories(): MemoryStore {
  const kept = new Map<string, CollectorMemory>();
  return {
    read: async (routine, collector) => kept.get(`${routine} ${collector}`) ?? null,
    replace: async (before, after) => {
      const name = `${after.routine} ${after.collector}`;
      refuseChanged('it', before, kept.get(name) ?? null);
      kept.set(name, structuredClone(after));
    },
  };
}

export function memoryMarks(): MarkStore {
  let kept: readonly InboxMark[] = [];
  return {
    read: async () => new Map(kept.map((mark) => [mark.entry, mark])),
    write: async (marks) => {
      kept = [...marks];
    },
  };
}

export function memoryAudit(): AuditStore {
  let isBegun = false;
  const kept: AuditEntry[] = [];
  return {
    begin: async () => {
      isBegun = true;
    },
    append: async (entry) => {
      if (isBegun) kept.push(entry);
    },
    read: async () => [...kept],
  };
}

export function memoryDecisions(): DecisionStore {
  let kept: readonly Decision[] = [];
  return {
    read: async () => kept,
    write: async (decisions) => {
      kept = decisions.slice(-100);
    },
  };
}

export function memoryAccounts(): AccountStore {
  const open = new Map<string, AccountBreaker>();
  return {
    read: async (account) => open.get(account) ?? null,
    open: async (breaker) => void open.set(breaker.account, breaker),
    close: async (account) => void open.delete(account),
  };
}

export function memoryPagePlace(): PagePlace {
  let served: string | null = null;
  return {
    note: async (address) => {
      served = address;
    },
    url: async () => (served === null ? null : `http://${served}`),
  };
}

export function memoryUsage(): UsageStore {
  const kept = new Map<string, readonly UsageEntry[]>();
  const days = (): readonly string[] => [...kept.keys()].toSorted().toReversed();
  return {
    days: async () => days(),
    read: async (day) => ({ entries: kept.get(day) ?? [], corrupt: [] }),
    append: async (day, entries) => {
      if (entries.length > 0) kept.set(day, [...(kept.get(day) ?? []), ...entries]);
    },
    drop: async (before) => {
      const gone = days().filter((day) => day < before);
      for (const day of gone) kept.delete(day);
      return gone;
    },
  };
}

export function memoryDefinitions(): DefinitionStore {
  const kept = new Map<string, StoredDefinition>();
  return {
    put: async (definition) => void kept.set(definition.hash, structuredClone(definition)),
    read: async (hash) => kept.get(hash) ?? null,
  };
}

export function memoryEvents(): EventStore {
  const kept = new Map<string, Uint8Array>();
  const put = async (payload: Uint8Array): Promise<string> => {
    kept.set(sha256(payload), payload);
    return sha256(payload);
  };
  return {
    put,
    putAll: (payloads) => Promise.all(payloads.map(put)),
    read: async (hash) => kept.get(hash) ?? null,
  };
}

export function memoryDeployments(): DeploymentStore {
  const kept = new Map<string, DeploymentMemory>();
  const nameOf = (place: DeploymentPlace): string => JSON.stringify([place.environment, place.ref]);
  return {
    read: async (place) => kept.get(nameOf(place)) ?? { place, deployments: [] },
    write: async (memory) => void kept.set(nameOf(memory.place), memory),
  };
}
