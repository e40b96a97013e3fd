/** The records of a state folder for a move into rows: nothing that cannot be read is passed over. */
import { Buffer } from 'node:buffer';
import { join } from 'node:path';

import { listFolder, readBytes } from '../../platform/files.ts';
import { tryParseJson } from '../../platform/json.ts';
import { readLineBlocks } from '../../platform/line-file.ts';
import { forAll } from '../../platform/many-files.ts';
import { AppError } from '../../words/errors.ts';
import type { SlotRecord } from '../../words/slot.ts';
import { recordFolder, recordNames, writtenAt, type FileKind } from '../files/record-files.ts';
import { isSlotFileName, isSlotRecord, slotIdentity } from '../files/slot-record.ts';
import { slotPaths, workspacePaths } from '../state-paths.ts';

export interface ReadRecordText {
  readonly name: string;
  /** Of events: base64. */
  readonly body: string;
  readonly writtenAt: Date;
}

const AT_ONCE = 500;

export async function* readRecordTexts(
  stateDir: string,
  kind: FileKind,
): AsyncGenerator<readonly ReadRecordText[]> {
  const folder = recordFolder(stateDir, kind);
  const names = await recordNames(stateDir, kind);
  for (let at = 0; at < names.length; at += AT_ONCE)
    yield forAll(names.slice(at, at + AT_ONCE), async (name) => {
      const path = join(folder, name);
      const bytes = await readBytes(path);
      const body = kind === 'events' ? bytes.toString('base64') : textOf(bytes, path);
      return { name, body, writtenAt: await writtenAt(path) };
    });
}

/** Rows hold no other. */
function textOf(bytes: Buffer, path: string): string {
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes) && !text.includes('\0')) return text;
  throw unreadable(path, 'it is not text');
}

export interface ReadSlot {
  readonly record: SlotRecord;
  readonly line: string;
  /** `null`: it is live. */
  readonly month: string | null;
}

/** Each slot once: where it is live and folded, the live one counts. */
export async function readAllSlots(stateDir: string): Promise<readonly ReadSlot[]> {
  const { months, records } = slotPaths(stateDir);
  const slots = new Map<string, ReadSlot>();
  for (const name of (await listFolder(months)).filter((one) => one.endsWith('.jsonl'))) {
    const path = join(months, name);
    const month = name.slice(0, -'.jsonl'.length);
    for await (const { lines } of readLineBlocks(path))
      for (const line of lines) if (line !== '') put(slots, { line, path, month });
  }
  const live = (await listFolder(records)).filter(isSlotFileName);
  const read = await forAll(live, async (name) => {
    const path = join(records, name);
    return { line: textOf(await readBytes(path), path), path, month: null };
  });
  for (const one of read) put(slots, one);
  return [...slots.values()];
}

function put(
  slots: Map<string, ReadSlot>,
  {
    line,
    path,
    month,
  }: { readonly line: string; readonly path: string; readonly month: string | null },
): void {
  const record = tryParseJson(line);
  if (!isSlotRecord(record)) throw unreadable(path, 'it is not the record of a slot');
  slots.set(slotIdentity(record), { record, line, month });
}

export interface UsageDay {
  readonly day: string;
  readonly lines: readonly string[];
}

export async function readUsageDays(stateDir: string): Promise<readonly UsageDay[]> {
  const folder = workspacePaths(stateDir).usage;
  const names = (await listFolder(folder)).filter((name) => name.endsWith('.jsonl'));
  const days: UsageDay[] = [];
  for (const name of names) {
    const lines: string[] = [];
    for await (const block of readLineBlocks(join(folder, name))) lines.push(...block.lines);
    if (lines.some((line) => line.includes('\0')))
      throw unreadable(join(folder, name), 'it is not text');
    days.push({ day: name.slice(0, -'.jsonl'.length), lines });
  }
  return days;
}

function unreadable(path: string, problem: string): AppError {
  return new AppError('refused', {
    code: 'unreadable-record',
    message: `${path} cannot be moved: ${problem}`,
    hint: 'Nothing was moved. Repair the file, or move it out of the state folder, and give the command again.',
  });
}
