/** Slot records as rows, folded ones among them: folding marks a row with its month. */
import { tryParseJson } from '../../platform/json.ts';
import { isFinal, type SlotRecord } from '../../words/slot.ts';
import { isSlotRecord, slotIdentity, slotLine } from '../files/slot-record.ts';
import type { FoldLimits, FoldOutcome, SlotFilter, SlotStore } from '../ports.ts';
import type { RowsOf } from './row-texts.ts';

interface Body {
  readonly body: string;
}

export function rowSlots(rows: RowsOf): SlotStore {
  const { database, workspace } = rows;
  const createAll: SlotStore['createAll'] = (records) => createSlots(rows, records);
  return {
    create: async (record) => (await createAll([record]))[0] === true,
    createAll,
    read: async (routine, key) => (await readSlots(rows, [{ routine, key }]))[0] ?? null,
    updateAll: async (records) => {
      const last = new Map(records.map((record) => [slotIdentity(record), record]));
      await database.write(
        `${INSERT} on conflict (workspace, routine, key) do update set
           scheduled_for = excluded.scheduled_for, state = excluded.state, is_open = excluded.is_open,
           changed_at = excluded.changed_at, month = null, body = excluded.body`,
        [workspace, ...columnsOf([...last.values()])],
      );
    },
    listOpen: async () => {
      const found = await database.read<Body>(
        `select body from roundsman.slots where workspace = $1 and is_open
         order by scheduled_for, routine, key`,
        [workspace],
      );
      return found.flatMap(recordIn);
    },
    list: (filter = {}) => listSlots(rows, filter),
    fold: (limits) => foldSlots(rows, limits),
  };
}

/** In no order; those that are not there are left out. */
export async function readSlots(
  { database, workspace }: RowsOf,
  names: readonly { readonly routine: string; readonly key: string }[],
): Promise<readonly SlotRecord[]> {
  const found = await database.read<Body>(
    `select s.body from unnest($2::text[], $3::text[]) as r (routine, key), lateral (
       select body from roundsman.slots
       where workspace = $1 and routine = r.routine and key = r.key limit 1) s`,
    [workspace, names.map(({ routine }) => routine), names.map(({ key }) => key)],
  );
  return found.flatMap(recordIn);
}

const INSERT = `insert into roundsman.slots
    (workspace, routine, key, scheduled_for, state, is_open, changed_at, body)
  select $1, r.routine, r.key, r.scheduled_for, r.state, r.is_open = 'yes', r.changed_at, r.body
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    as r (routine, key, scheduled_for, state, is_open, changed_at, body)`;

function columnsOf(records: readonly SlotRecord[]): readonly (readonly string[])[] {
  return [
    records.map(({ routine }) => routine),
    records.map(({ slot }) => slot.key),
    records.map(({ slot }) => slot.scheduledFor),
    records.map(({ state }) => state.kind),
    records.map(({ state }) => (isFinal(state) ? 'no' : 'yes')),
    records.map(({ changedAt }) => changedAt),
    records.map(slotLine),
  ];
}

async function createSlots(
  { database, workspace }: RowsOf,
  records: readonly SlotRecord[],
): Promise<readonly boolean[]> {
  if (records.length === 0) return [];
  const first = new Map(records.toReversed().map((record) => [slotIdentity(record), record]));
  const made = await database.write<{ routine: string; key: string }>(
    `${INSERT} on conflict do nothing returning routine, key`,
    [workspace, ...columnsOf([...first.values()])],
  );
  const created = new Set(made.map(({ routine, key }) => `${routine}\n${key}`));
  return records.map(
    (record) => created.has(slotIdentity(record)) && first.get(slotIdentity(record)) === record,
  );
}

async function listSlots(
  { database, workspace }: RowsOf,
  { routine, from, to, states, limit }: SlotFilter,
): Promise<Awaited<ReturnType<SlotStore['list']>>> {
  const found = await database.read<Body>(
    `select body from roundsman.slots
     where workspace = $1 and ($2::text is null or routine = $2)
       and ($3::text is null or scheduled_for >= $3) and ($4::text is null or scheduled_for < $4)
       and ($5::text[] is null or state = any($5))
     order by scheduled_for desc, routine desc, key desc limit $6`,
    [workspace, routine ?? null, from ?? null, to ?? null, states ?? null, limit ?? null],
  );
  return { records: found.flatMap(recordIn), corrupt: [] };
}

async function foldSlots(
  { database, workspace }: RowsOf,
  { before, dropBefore, most = Infinity }: FoldLimits,
): Promise<FoldOutcome> {
  const folded = await database.write(
    `update roundsman.slots s set month = left(s.scheduled_for, 7) from (
       select routine, key from roundsman.slots
       where workspace = $1 and not is_open and month is null and changed_at < $2
       order by scheduled_for limit $3) old
     where s.workspace = $1 and s.routine = old.routine and s.key = old.key returning s.key`,
    [workspace, before.toISOString(), Number.isFinite(most) ? most : null],
  );
  const dropped = await database.write<{ month: string }>(
    `with gone as (delete from roundsman.slots where workspace = $1 and month < $2 returning month)
     select distinct month from gone order by month desc`,
    [workspace, dropBefore.toISOString().slice(0, 7)],
  );
  return {
    folded: folded.length,
    more: folded.length >= most,
    dropped: dropped.map(({ month }) => month),
  };
}

/** Written by us: what is no record of this version is left to a newer one. */
function recordIn({ body }: Body): readonly SlotRecord[] {
  const value = tryParseJson(body);
  return isSlotRecord(value) ? [value] : [];
}
