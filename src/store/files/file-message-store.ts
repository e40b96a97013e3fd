import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { RunId } from '../../words/ids.ts';
import { deliveryOf, outcomeOf, runsToldBy, type Message } from '../../words/message.ts';
import type { RunResult, RunView } from '../../words/run.ts';
import type { RunStore, StoredRun } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import type { MessageStore, ToldStore, DeliveryStore } from '../stores.ts';
import { recordStore } from './file-record-store.ts';
import { fileTexts } from './file-texts.ts';

const NAME = /^(M-[0-9a-f]{12})\.json$/;

export function fileMessageStore(stateDir: string): MessageStore {
  return messageStore(fileTexts(stateDir, 'messages'));
}

export function messageStore(texts: RecordTexts): MessageStore {
  return {
    ...recordStore({ texts, fields: ['routine', 'createdAt'] }),
    listIds: async () =>
      (await texts.names()).flatMap((name) => {
        const id = NAME.exec(name)?.[1];
        return id === undefined ? [] : [id];
      }),
    remove: async (id) => {
      if (NAME.test(`${id}.json`)) await texts.remove(`${id}.json`);
    },
  };
}

// What messages were made of, one empty record each; its name is a hash, because keys hold what file names must not.
export function fileToldStore(stateDir: string): ToldStore {
  return toldStore(fileTexts(stateDir, 'told'));
}

export function toldStore(texts: RecordTexts): ToldStore {
  const nameOf = (key: string): string => sha256(key).slice(0, 32);
  return {
    has: async (key) => (await texts.writtenAt(nameOf(key))) !== null,
    note: async (key) => {
      await texts.create(nameOf(key), '');
    },
    drop: async (before) => texts.removeOlder(await texts.names(), before),
  };
}

// What became of the messages of runs, in one small record: made again from the messages where it is not right.

/** Of the newest runs; ids sort by time. */
const MOST_RUNS = 5_000;

/** By run, then by message. */
type Outcomes = Readonly<Record<string, Readonly<Record<string, string>>>>;

const DELIVERIES_NAME = 'deliveries.json';

export async function readDeliveries(
  texts: RecordTexts,
): Promise<ReadonlyMap<string, RunResult['delivery']>> {
  // Runs can be shown without it.
  const outcomes = await readOutcomes(texts).catch((): Outcomes => ({}));
  return new Map(
    Object.entries(outcomes).map(([run, of]) => [run, deliveryOf(Object.values(of).map(wordIn))]),
  );
}

export function fileDeliveryStore(stateDir: string): DeliveryStore {
  return deliveryStore(fileTexts(stateDir, 'workspace'));
}

export function deliveryStore(texts: RecordTexts): DeliveryStore {
  return { note: (messages) => noteDeliveries(texts, messages) };
}

async function noteDeliveries(texts: RecordTexts, messages: readonly Message[]): Promise<void> {
  const before = await readOutcomes(texts);
  const after = messages.reduce(laidOver, before);
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  const runs = Object.keys(after).toSorted().slice(-MOST_RUNS);
  const kept = Object.fromEntries(runs.map((run) => [run, after[run] ?? {}]));
  await texts.write(DELIVERIES_NAME, JSON.stringify(kept));
}

function laidOver(outcomes: Outcomes, message: Message): Outcomes {
  const outcome = outcomeOf(message) ?? 'none';
  const runs = runsToldBy(message).filter((run) => isOther(outcomes, { run, message, outcome }));
  if (runs.length === 0) return outcomes;
  const changed: Record<string, Readonly<Record<string, string>>> = { ...outcomes };
  for (const run of runs) changed[run] = { ...outcomes[run], [message.id]: outcome };
  return changed;
}

function isOther(
  outcomes: Outcomes,
  { run, message, outcome }: { run: RunId; message: Message; outcome: string },
): boolean {
  const there = outcomes[run]?.[message.id];
  return there === undefined ? outcome !== 'none' : there !== outcome;
}

async function readOutcomes(texts: RecordTexts): Promise<Outcomes> {
  const text = await texts.read(DELIVERIES_NAME);
  const value = text === null ? null : tryParseJson(text);
  return isOutcomes(value) ? value : {};
}

/** Written only by us. */
function isOutcomes(value: unknown): value is Outcomes {
  return isRecord(value) && Object.values(value).every(isRecord);
}

function wordIn(text: string): 'sent' | 'failed' | null {
  return text === 'sent' || text === 'failed' ? text : null;
}

// Runs with what became of their messages since. A run's record says what was sent while it continued; what was gathered, or
// tried again, is laid over it wherever runs are read.
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
