/** Stores that are asked for the same many times while one brief is composed, and read it once. */
import type { FindingLedger } from '../../words/finding.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { StepContext } from './step-context.ts';

type Stores = Pick<StepContext, 'runs' | 'findings' | 'items' | 'proposals' | 'notes'>;

/** For one brief: what is written meanwhile is not seen. */
export function readOnce({ runs, findings, items, proposals, notes }: Stores): Stores {
  const views = once(() => runs.listViews({ parts: true }));
  const itemList = once(() => items.list());
  const proposalList = once(() => proposals.list());
  const noteList = once(() => notes.list());
  const ledgers = new Map<RoutineId, Promise<FindingLedger>>();
  return {
    runs: {
      ...runs,
      listViews: async (filter) => {
        const whole = filter?.parts === true && filter.routine === undefined;
        return whole && filter.limit === undefined ? views() : runs.listViews(filter);
      },
    },
    findings: {
      ...findings,
      read: (routine) => {
        const known = ledgers.get(routine) ?? findings.read(routine);
        ledgers.set(routine, known);
        return known;
      },
    },
    items: { ...items, list: itemList },
    proposals: { ...proposals, list: proposalList },
    notes: {
      ...notes,
      list: async (kind) => {
        const all = await noteList();
        return kind === undefined ? all : all.filter((note) => note.kind === kind);
      },
    },
  };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => (answer ??= read());
}
