/**
 * Runs with what became of their messages since. A run's record says what was sent while it continued; what was gathered, or
 * tried again, is laid over it wherever runs are read.
 */
import type { RunResult, RunView } from '../../words/run.ts';
import type { RunStore, StoredRun } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { readDeliveries } from './file-delivery-store.ts';

type Deliveries = ReadonlyMap<string, RunResult['delivery']>;

export function deliveredRuns(texts: RecordTexts, runs: RunStore): RunStore {
  return {
    ...runs,
    read: async (id) => {
      const run = await runs.read(id);
      if (run?.record?.phase.kind !== 'ended') return run;
      return storedAs(run, await readDeliveries(texts));
    },
    list: async (filter) => {
      const [listed, known] = await Promise.all([runs.list(filter), readDeliveries(texts)]);
      if (known.size === 0) return listed;
      return { ...listed, runs: listed.runs.map((run) => storedAs(run, known)) };
    },
    listViews: async (filter) => {
      const [listed, known] = await Promise.all([runs.listViews(filter), readDeliveries(texts)]);
      if (known.size === 0) return listed;
      return { ...listed, views: listed.views.map((view) => viewAs(view, known)) };
    },
  };
}

function viewAs(view: RunView, known: Deliveries): RunView {
  const delivery = known.get(view.id);
  if (delivery === undefined || view.result === null) return view;
  return { ...view, result: { ...view.result, delivery } };
}

function storedAs(run: StoredRun, known: Deliveries): StoredRun {
  const { record, spec } = run;
  const delivery = known.get(spec.id);
  if (record?.phase.kind !== 'ended' || delivery === undefined) return run;
  const { phase } = record;
  if (phase.result === null) return run;
  const ended = { ...phase, result: { ...phase.result, delivery } };
  return { ...run, record: { ...record, phase: ended } };
}
