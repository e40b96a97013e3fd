/**
 * Slot records in files: live ones one each (`live-slots.ts`), those that ended a while ago by month
 * (`folded-slots.ts`). Where a slot is in both, the live one counts.
 *
 * **Invariant:** a slot is in at least one of the two from its creation until its month is dropped, whenever and
 * wherever something crashes: it is appended to its month before its own file goes.
 */
import { isFinal, type SlotRecord } from '../../words/slot.ts';
import type { CorruptRecord, FoldLimits, FoldOutcome, SlotFilter, SlotStore } from '../ports.ts';
import { slotPaths } from '../state-paths.ts';
import { foldedSlots, type FoldedSlots, type NamedSlot } from './folded-slots.ts';
import { liveSlots, type LiveSlots, type NamedRead } from './live-slots.ts';
import {
  filePrefixOf,
  instantOfName,
  bySchedule,
  isInRange,
  isWithin,
  slotIdentity,
} from './slot-record.ts';

interface Parts {
  readonly live: LiveSlots;
  readonly folded: FoldedSlots;
}

/** Records that are read together. */
const BATCH = 500;

export function fileSlotStore(stateDir: string): SlotStore {
  const paths = slotPaths(stateDir);
  const parts: Parts = { live: liveSlots(paths), folded: foldedSlots(paths.months) };
  const createAll: SlotStore['createAll'] = (records) => createSlots(parts, records);
  return {
    create: async (record) => (await createAll([record]))[0] === true,
    createAll,
    read: async (routine, key) => {
      const read = await parts.live.read(routine, key);
      return read.kind === 'record' ? read.value : parts.folded.find({ routine, key });
    },
    updateAll: (records) => {
      const last = new Map(records.map((record) => [slotIdentity(record), record]));
      return parts.live.replace([...last.values()]);
    },
    listOpen: () => parts.live.listOpen(),
    list: (filter = {}) => listSlots(parts, filter),
    fold: (limits) => foldSlots(parts, limits),
  };
}

/** Looks into the months before and after: a slot may be folded in between, and its name be free then. */
async function createSlots(
  { live, folded }: Parts,
  records: readonly SlotRecord[],
): Promise<readonly boolean[]> {
  const before = await folded.have(records.map(nameOf));
  const first = new Map(records.toReversed().map((record) => [slotIdentity(record), record]));
  const fresh = records.filter(
    (record, index) => before[index] !== true && first.get(slotIdentity(record)) === record,
  );
  const made = await live.create(fresh);
  const own = fresh.filter((_record, index) => made[index] === true);
  const after = await folded.have(own.map(nameOf));
  const twice = own.filter((_record, index) => after[index] === true);
  await live.withdraw(twice);
  const created = new Set(own.filter((record) => !twice.includes(record)));
  return records.map((record) => created.has(record));
}

function nameOf({ routine, slot }: SlotRecord): NamedSlot {
  return { routine, key: slot.key };
}

async function listSlots(
  { live, folded }: Parts,
  filter: SlotFilter,
): Promise<Awaited<ReturnType<SlotStore['list']>>> {
  const { limit = Infinity } = filter;
  const corrupt: CorruptRecord[] = [];
  const found = new Map<string, SlotRecord>();
  const hidden = new Set<string>();
  for (const { read } of await readLive(live, filter)) {
    if (read.kind === 'corrupt') corrupt.push({ path: read.path, problem: read.problem });
    if (read.kind !== 'record') continue;
    if (isWithin(read.value, filter)) found.set(slotIdentity(read.value), read.value);
    else hidden.add(slotIdentity(read.value));
  }
  for (const month of await folded.months()) {
    if (!isMonthAsked(month, filter)) continue;
    const newer = [...found.values()].filter(({ slot }) => slot.scheduledFor.slice(0, 7) > month);
    if (newer.length >= limit) break;
    const read = await folded.read(month, filter);
    corrupt.push(...read.corrupt);
    for (const record of read.records) {
      const identity = slotIdentity(record);
      if (!found.has(identity) && !hidden.has(identity)) found.set(identity, record);
    }
  }
  const records = [...found.values()].toSorted(bySchedule).toReversed();
  return { records: records.slice(0, filter.limit), corrupt };
}

/** All that the filter may want; of the names alone, as far as they tell. */
async function readLive(live: LiveSlots, filter: SlotFilter): Promise<readonly NamedRead[]> {
  const prefix = filter.routine === undefined ? '' : filePrefixOf(filter.routine);
  const names = (await live.names()).filter((name) => name.startsWith(prefix));
  const dated = names.flatMap((name) => {
    const instant = instantOfName(name);
    return instant !== null && isInRange(instant, filter) ? [{ name, instant }] : [];
  });
  const newestFirst = dated.toSorted((a, b) => (a.instant < b.instant ? 1 : -1));
  const { limit = newestFirst.length } = filter;
  const reads = [...(await live.readAll(names.filter((name) => instantOfName(name) === null)))];
  let wanted = limit;
  for (let at = 0; at < newestFirst.length && wanted > 0; at += BATCH) {
    const batch = await live.readAll(newestFirst.slice(at, at + BATCH).map(({ name }) => name));
    reads.push(...batch);
    const isWanted = ({ read }: NamedRead): boolean =>
      read.kind === 'record' && isWithin(read.value, filter);
    wanted -= batch.filter(isWanted).length;
  }
  return reads;
}

/** Months as text sort as time does. */
function isMonthAsked(month: string, { from, to }: SlotFilter): boolean {
  return (from === undefined || month >= from.slice(0, 7)) && (to === undefined || month <= to);
}

async function foldSlots({ live, folded }: Parts, limits: FoldLimits): Promise<FoldOutcome> {
  const { most = Infinity } = limits;
  const before = limits.before.toISOString();
  // A slot does not change before it is due.
  const names = (await live.names()).filter((name) => (instantOfName(name) ?? '') < before);
  let count = 0;
  for (let at = 0; at < names.length && count < most; at += BATCH) {
    const ended = (await live.readAll(names.slice(at, at + BATCH))).flatMap(({ name, read }) => {
      const isDone =
        read.kind === 'record' && isFinal(read.value.state) && read.value.changedAt < before;
      return isDone ? [{ name, record: read.value }] : [];
    });
    const batch = ended.slice(0, most - count);
    await folded.append(batch.map(({ record }) => record));
    await live.remove(batch.map(({ name }) => name));
    count += batch.length;
  }
  await live.tidyHints(limits.before);
  return {
    folded: count,
    more: count >= most,
    dropped: await folded.drop(limits.dropBefore),
  };
}
