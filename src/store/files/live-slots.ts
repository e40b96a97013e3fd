/**
 * Slot records that may still change: one file each in one folder, so that a batch costs one sync of it.
 *
 * A record is written under another name first, in the folder of hints, and gets its own by link(2): created
 * exclusively, never seen in part. The hint of an open record stays until it is final, so that open ones are found
 * without opening those that ended. A hint is durable before its record is; one too many is harmless.
 */
import { dirname, join } from 'node:path';

import { listFolder, makeFolder } from '../../platform/files.ts';
import { tryParseJson } from '../../platform/json.ts';
import {
  forAll,
  linkExclusively,
  readSmallFile,
  removeFile,
  renameOver,
  syncNames,
  uniqueName,
  versionOf,
  writeNewSynced,
  type FileVersion,
} from '../../platform/many-files.ts';
import type { RoutineId, SlotKey } from '../../words/ids.ts';
import { isFinal, type SlotRecord } from '../../words/slot.ts';
import type { SlotPaths } from '../state-paths.ts';
import type { ReadRecord } from './read-record.ts';
import { isSlotFileName, slotFileName, bySchedule, isSlotRecord, slotLine } from './slot-record.ts';

export interface LiveSlots {
  /** Which were created, in order. Durable when it resolves, also where another process was first. */
  create(records: readonly SlotRecord[]): Promise<readonly boolean[]>;
  /** Writes over what is there. Durable when it resolves. */
  replace(records: readonly SlotRecord[]): Promise<void>;
  read(routine: RoutineId, key: SlotKey): Promise<ReadRecord<SlotRecord>>;
  readAll(names: readonly string[]): Promise<readonly NamedRead[]>;
  /** Of the files of all records, sorted. */
  names(): Promise<readonly string[]>;
  /** Oldest first. */
  listOpen(): Promise<readonly SlotRecord[]>;
  remove(names: readonly string[]): Promise<void>;
  /** Takes back what was created by mistake a moment ago, unless it changed since. */
  withdraw(records: readonly SlotRecord[]): Promise<void>;
  /** Removes hints that lead nowhere, if they are older. */
  tidyHints(before: Date): Promise<void>;
}

export interface NamedRead {
  readonly name: string;
  readonly read: ReadRecord<SlotRecord>;
}

interface Draft {
  readonly record: SlotRecord;
  /** Its file, and the hint that its content is written to at first. */
  readonly name: string;
  readonly hint: string;
}

export function liveSlots(paths: SlotPaths): LiveSlots {
  const { records: folder, hints } = paths;
  const seen = new Map<string, Seen>();
  const write = async (records: readonly SlotRecord[]): Promise<readonly Draft[]> => {
    await makeFolders(paths);
    const drafts = records.map((record) => {
      const name = slotFileName(record.routine, record.slot.key);
      return { record, name, hint: uniqueName(name) };
    });
    await forAll(drafts, ({ hint, record }) => writeNewSynced(join(hints, hint), slotLine(record)));
    if (records.some(isOpen)) await syncNames(hints);
    return drafts;
  };
  const dropHints = (names: readonly string[]): Promise<unknown> =>
    forAll(names, (hint) => removeFile(join(hints, hint)));
  return {
    create: async (records) => {
      const drafts = await write(records);
      const made = await forAll(drafts, ({ hint, name }) =>
        linkExclusively(join(hints, hint), join(folder, name)),
      );
      await syncNames(folder);
      const spent = drafts.filter(({ record }, index) => made[index] !== true || !isOpen(record));
      await dropHints(spent.map(({ hint }) => hint));
      return made;
    },
    replace: (records) => replaceRecords({ records, paths, write }),
    read: (routine, key) => readOne(join(folder, slotFileName(routine, key))),
    readAll: (names) =>
      forAll(names, async (name) => ({ name, read: await readOne(join(folder, name)) })),
    names: async () => (await listFolder(folder)).filter(isSlotFileName),
    listOpen: () => listOpen(paths, seen),
    remove: async (names) => {
      await forAll(names, (name) => removeFile(join(folder, name)));
    },
    withdraw: async (records) => {
      await forAll(records, async (record) => {
        const path = join(folder, slotFileName(record.routine, record.slot.key));
        if ((await readSmallFile(path)) === slotLine(record)) await removeFile(path);
      });
    },
    tidyHints: async (before) => {
      const stale = await forAll(await listFolder(hints), async (hint) => {
        const version = await versionOf(join(hints, hint));
        if (version === null || version.changedMs >= before.getTime()) return [];
        const read = await readOne(join(folder, recordOf(hint)));
        return read.kind === 'record' && isOpen(read.value) ? [] : [hint];
      });
      await dropHints(stale.flat());
    },
  };
}

/** What was read of a record, and which version of its file that was. */
interface Seen {
  readonly version: FileVersion;
  readonly record: SlotRecord;
}

interface Replacing {
  readonly records: readonly SlotRecord[];
  readonly paths: SlotPaths;
  readonly write: (records: readonly SlotRecord[]) => Promise<readonly Draft[]>;
}

/** Afterwards an open record has the new hint only, a final one none. */
async function replaceRecords({ records, paths, write }: Replacing): Promise<void> {
  const drafts = await write(records);
  const replaced = new Set(drafts.map(({ name }) => name));
  const own = new Set(drafts.map(({ hint }) => hint));
  await forAll(drafts, async ({ hint, name, record }) => {
    const source = isOpen(record) ? uniqueName(name) : hint;
    // rename(2) takes the name away, and the hint has to stay.
    if (isOpen(record)) await linkExclusively(join(paths.hints, hint), join(paths.hints, source));
    await renameOver(join(paths.hints, source), join(paths.records, name));
  });
  await syncNames(paths.records);
  const old = (await listFolder(paths.hints)).filter(
    (hint) => replaced.has(recordOf(hint)) && !own.has(hint),
  );
  await forAll(old, (hint) => removeFile(join(paths.hints, hint)));
}

async function listOpen(
  { records: folder, hints }: SlotPaths,
  seen: Map<string, Seen>,
): Promise<readonly SlotRecord[]> {
  const names = new Set((await listFolder(hints)).map(recordOf).filter(isSlotFileName));
  for (const name of seen.keys()) if (!names.has(name)) seen.delete(name);
  const found = await forAll([...names], async (name) => {
    const path = join(folder, name);
    // Before the content: a newer content is then read again next time, never an older one kept.
    const version = await versionOf(path);
    const known = seen.get(name);
    if (version === null) return [];
    if (known !== undefined && isSame(known.version, version)) return [known.record];
    const read = await readOne(path);
    if (read.kind !== 'record') return [];
    seen.set(name, { version, record: read.value });
    return [read.value];
  });
  return found.flat().filter(isOpen).toSorted(bySchedule);
}

async function readOne(path: string): Promise<ReadRecord<SlotRecord>> {
  const text = await readSmallFile(path);
  if (text === null) return { kind: 'nothing' };
  const value = tryParseJson(text);
  if (isSlotRecord(value)) return { kind: 'record', value };
  const problem = value === undefined ? 'it is not JSON' : 'it is not the record of a slot';
  return { kind: 'corrupt', path, problem };
}

/** The names of new folders have to last too. */
async function makeFolders({ months, records, hints }: SlotPaths): Promise<void> {
  const isNew = (await versionOf(records)) === null || (await versionOf(hints)) === null;
  if (!isNew) return;
  await makeFolder(records, 0o700);
  await makeFolder(hints, 0o700);
  await syncNames(months);
  await syncNames(dirname(months));
}

function isOpen({ state }: SlotRecord): boolean {
  return !isFinal(state);
}

/** Of `name.json.3fa9c1d2e4b5a607-1c`: `name.json`. */
function recordOf(hint: string): string {
  return hint.slice(0, hint.lastIndexOf('.'));
}

function isSame(a: FileVersion, b: FileVersion): boolean {
  return a.inode === b.inode && a.size === b.size && a.changedMs === b.changedMs;
}
