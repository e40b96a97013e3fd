/**
 * Slot records that ended a while ago: one `yyyy-mm.jsonl` a month of `scheduledFor`, appended to and never rewritten.
 *
 * A slot can stand there more than once, after a crash between the append and the removal of its own file, or when it
 * was tried again: the last line counts.
 */
import { join } from 'node:path';

import { listFolder } from '../../platform/files.ts';
import { tryParseJson } from '../../platform/json.ts';
import { appendLinesDurably, readLineBlocks } from '../../platform/line-file.ts';
import { removeFile, versionOf } from '../../platform/many-files.ts';
import type { RoutineId, SlotKey } from '../../words/ids.ts';
import type { SlotRecord } from '../../words/slot.ts';
import type { CorruptRecord, SlotFilter } from '../ports.ts';
import {
  bySchedule,
  isSlotRecord,
  isWithin,
  slotIdentity,
  slotLine,
  startOfLine,
} from './slot-record.ts';

const EMPTY = new Float64Array(0);

export interface FoldedSlots {
  /** Which of the slots are in a month's file. From the second time on, only what was appended since is read. */
  have(slots: readonly NamedSlot[]): Promise<readonly boolean[]>;
  find(slot: NamedSlot): Promise<SlotRecord | null>;
  /** Newest first, `2026-11`. */
  months(): Promise<readonly string[]>;
  read(month: string, filter: SlotFilter): Promise<FoldedMonth>;
  /** Durable when it resolves. */
  append(records: readonly SlotRecord[]): Promise<void>;
  /** Months that ended before it; gives the ones that went. */
  drop(before: Date): Promise<readonly string[]>;
}

export interface NamedSlot {
  readonly routine: RoutineId;
  readonly key: SlotKey;
}

export interface FoldedMonth {
  /** Of the newest, `filter.limit` at least, if there are as many; each slot once, in no order. */
  readonly records: readonly SlotRecord[];
  readonly corrupt: readonly CorruptRecord[];
}

/** Keys of a month's file, up to a byte offset of it. */
interface MonthIndex {
  readonly inode: number;
  readonly end: number;
  readonly keys: KeySet;
}

const MONTH_FILE = /^([0-9]{4}-[0-9]{2})\.jsonl$/;
const AT_KEY = /^at:[0-9]{4}-[0-9]{2}-/;

/** Every line begins so; what `startOfLine` gives for its slot. */
const LINE_START = /^\{"routine":"[^"]*","slot":\{"key":"(?:[^"\\]|\\.)*"/;

export function foldedSlots(folder: string): FoldedSlots {
  const indexes = new Map<string, MonthIndex>();
  const pathOf = (month: string): string => join(folder, `${month}.jsonl`);
  const months = async (): Promise<readonly string[]> =>
    (await listFolder(folder)).flatMap((name) => MONTH_FILE.exec(name)?.[1] ?? []).toReversed();
  const indexOf = async (month: string): Promise<MonthIndex | null> => {
    const index = await refreshIndex(pathOf(month), indexes.get(month));
    if (index === null) indexes.delete(month);
    else indexes.set(month, index);
    return index;
  };
  const findAll = async (slots: readonly NamedSlot[]): Promise<readonly (SlotRecord | null)[]> => {
    const found = new Map<NamedSlot, SlotRecord>();
    for (const month of await months()) {
      const able = slots.filter((slot) => !found.has(slot) && mayBeIn(month, slot.key));
      const index = able.length === 0 ? null : await indexOf(month);
      const likely = able.filter((slot) => index?.keys.mayHave(lineStart(slot)) === true);
      if (likely.length === 0) continue;
      for (const [slot, record] of await findLines(pathOf(month), likely)) found.set(slot, record);
    }
    return slots.map((slot) => found.get(slot) ?? null);
  };
  return {
    have: async (slots) => (await findAll(slots)).map((record) => record !== null),
    find: async (slot) => (await findAll([slot]))[0] ?? null,
    months,
    read: (month, filter) => readMonth(pathOf(month), filter),
    append: async (records) => {
      const groups = new Map<string, string[]>();
      for (const record of records) {
        const month = record.slot.scheduledFor.slice(0, 7);
        const group = groups.get(month) ?? [];
        group.push(slotLine(record));
        groups.set(month, group);
      }
      for (const [month, lines] of groups) await appendLinesDurably(pathOf(month), lines);
    },
    drop: async (before) => {
      const gone = (await months()).filter((month) => endOfMonth(month) <= before.getTime());
      for (const month of gone) await removeFile(pathOf(month));
      return gone;
    },
  };
}

/** An `at:` slot is in the month of its key; where any other was put, its key does not say. */
function mayBeIn(month: string, key: SlotKey): boolean {
  return !AT_KEY.test(key) || key.startsWith(month, 'at:'.length);
}

/** `null` when there is no such file. */
async function refreshIndex(
  path: string,
  known: MonthIndex | undefined,
): Promise<MonthIndex | null> {
  const version = await versionOf(path);
  if (version === null) return null;
  const { inode, size } = version;
  const isSame = known?.inode === inode && size >= known.end;
  const index = isSame ? known : { inode, end: 0, keys: emptyKeySet() };
  if (size === index.end) return index;
  const starts: string[] = [];
  let { end } = index;
  for await (const block of readLineBlocks(path, end)) {
    for (const line of block.lines) {
      const start = LINE_START.exec(line)?.[0];
      if (start !== undefined) starts.push(start);
    }
    ({ end } = block);
  }
  return { inode, end, keys: index.keys.with(starts) };
}

async function findLines(
  path: string,
  slots: readonly NamedSlot[],
): Promise<ReadonlyMap<NamedSlot, SlotRecord>> {
  const wanted = new Map<string, NamedSlot[]>();
  for (const slot of slots)
    wanted.set(lineStart(slot), [...(wanted.get(lineStart(slot)) ?? []), slot]);
  const found = new Map<NamedSlot, SlotRecord>();
  for await (const { lines } of readLineBlocks(path)) {
    for (const line of lines) {
      const named = wanted.get(LINE_START.exec(line)?.[0] ?? '');
      const record = named === undefined ? null : tryParseJson(line);
      if (isSlotRecord(record)) for (const slot of named ?? []) found.set(slot, record);
    }
  }
  return found;
}

async function readMonth(path: string, filter: SlotFilter): Promise<FoldedMonth> {
  const start = filter.routine === undefined ? '' : startOfLine(filter.routine);
  const records = new Map<string, SlotRecord>();
  const corrupt: CorruptRecord[] = [];
  let number = 0;
  for await (const { lines } of readLineBlocks(path)) {
    for (const line of lines) {
      number += 1;
      const isOfAnother = !line.startsWith(start) && LINE_START.test(line);
      if (isOfAnother || line === '') continue;
      const record = tryParseJson(line);
      if (!isSlotRecord(record))
        corrupt.push({ path, problem: `line ${number} is not a slot record` });
      else if (isWithin(record, filter)) records.set(slotIdentity(record), record);
      else records.delete(slotIdentity(record));
    }
    keepNewest(records, filter.limit);
  }
  return { records: [...records.values()], corrupt };
}

/** So that a short list of a large month needs little memory. */
function keepNewest(records: Map<string, SlotRecord>, limit: number | undefined): void {
  if (limit === undefined || records.size < 10_000 + 2 * limit) return;
  const old = [...records.values()].toSorted(bySchedule).slice(0, -limit);
  for (const record of old) records.delete(slotIdentity(record));
}

function lineStart({ routine, key }: NamedSlot): string {
  return startOfLine(routine, key);
}

/** In ms: the first instant after it. */
function endOfMonth(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number, 1);
}

// A set of very many texts that may err on the side of "yes, maybe": eight bytes each.

interface KeySet {
  /** False is certain; true wants a closer look. */
  mayHave(text: string): boolean;
  with(texts: readonly string[]): KeySet;
}

function emptyKeySet(): KeySet {
  return keySetOf(EMPTY);
}

function keySetOf(sorted: Float64Array): KeySet {
  return {
    mayHave: (text) => isIn(sorted, hashOf(text)),
    with: (texts) => {
      const all = new Float64Array(sorted.length + texts.length);
      all.set(sorted);
      for (const [index, text] of texts.entries()) all[sorted.length + index] = hashOf(text);
      return keySetOf(all.sort());
    },
  };
}

function isIn(sorted: Float64Array, wanted: number): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const value = sorted[middle] ?? 0;
    if (value === wanted) return true;
    if (value < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** 53 bits: FNV-1a twice, from two beginnings. */
function hashOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + at), 0x01000193);
  }
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
}
