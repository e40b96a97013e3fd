/**
 * The result slot of a run: 4 KiB that are there from its beginning, for the record that could not be stored in
 * `state.json` because the disk was full. Two halves are written in turn, each with its length and checksum, so that a
 * write that was cut off leaves the one before. Built-ins only.
 */
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { openSlotFile } from '../../platform/slot-file.ts';
import type { RunRecord } from '../../words/run.ts';
import { readRunRecord } from './run-guards.ts';

export const SLOT_BYTES = 4_096;
const HALF = SLOT_BYTES / 2;
/** Of a half: what its first line may take. */
const HEADER_BYTES = 128;
const MAGIC = 'roundsman-result';
const TOO_LONG = 'some notices of this run are not kept: its disk was full';

export interface ResultSlot {
  /** Throws when not even that can be written. @param textOf the JSON of what is to stand there */
  write(record: RunRecord, textOf?: (value: unknown) => string): Promise<void>;
  close(): Promise<void>;
}

export async function openResultSlot(path: string): Promise<ResultSlot> {
  const file = await openSlotFile(path, SLOT_BYTES);
  const newest = newestHalf(await file.read());
  let next = newest?.half === 0 ? 1 : 0;
  return {
    write: async (record, textOf = JSON.stringify) => {
      await file.write(halfOf(record, textOf), next * HALF);
      next = 1 - next;
    },
    close: () => file.close(),
  };
}

/** What the slot holds, as written; `null` when nothing was, or nothing of it is whole. */
export function readResultSlot(bytes: Uint8Array): SlotContent | null {
  return newestHalf(bytes)?.content ?? null;
}

/** The newer of the two, whole: a slot has no room for everything that stands in a record. */
export function newestRecord(stored: RunRecord | null, slot: SlotContent | null): RunRecord | null {
  if (slot === null || (stored !== null && stored.sequence >= slot.sequence)) return stored;
  const { progress } = slot.fields;
  return readRunRecord({
    ...stored,
    ...slot.fields,
    progress: { ...stored?.progress, ...(isRecord(progress) ? progress : {}) },
  });
}

/** By itself it tells how a run came out, and no more: whatever it was before may have been lost with the record. */
export function tellsTheEnd(slot: SlotContent): boolean {
  const { phase, agentExit } = slot.fields;
  return isRecord(agentExit) || (isRecord(phase) && phase['kind'] === 'ended');
}

export interface SlotContent {
  readonly sequence: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface Half {
  readonly half: 0 | 1;
  readonly content: SlotContent;
}

function newestHalf(bytes: Uint8Array): Half | null {
  let newest: Half | null = null;
  for (const half of [0, 1] as const) {
    const content = contentOf(bytes.subarray(half * HALF, (half + 1) * HALF));
    if (content !== null && (newest === null || content.sequence > newest.content.sequence))
      newest = { half, content };
  }
  return newest;
}

function contentOf(bytes: Uint8Array): SlotContent | null {
  const end = bytes.indexOf(10);
  if (end < 0 || end > HEADER_BYTES) return null;
  const [magic, length, sum] = new TextDecoder().decode(bytes.subarray(0, end)).split(' ');
  if (magic !== MAGIC || length === undefined || !/^[0-9]{1,4}$/.test(length)) return null;
  const body = bytes.subarray(end + 1, end + 1 + Number(length));
  if (body.length !== Number(length) || sha256(body) !== sum) return null;
  const fields = tryParseJson(new TextDecoder().decode(body));
  if (!isRecord(fields)) return null;
  const { sequence } = fields;
  return typeof sequence === 'number' ? { sequence, fields } : null;
}

function halfOf(record: RunRecord, textOf: (value: unknown) => string): Uint8Array {
  const body = new TextEncoder().encode(fittingText(record, textOf));
  const header = new TextEncoder().encode(`${MAGIC} ${body.length} ${sha256(body)}\n`);
  const half = new Uint8Array(HALF).fill(32);
  half.set(header);
  half.set(body, header.length);
  return half;
}

/** As much of the record as there is room for: the result and the facts before the words. */
function fittingText(record: RunRecord, textOf: (value: unknown) => string): string {
  const room = HALF - HEADER_BYTES;
  const fits = (text: string): boolean => new TextEncoder().encode(text).length <= room;
  for (const form of [record, ...shorterForms(record)]) {
    const text = textOf(form);
    if (fits(text)) return text;
  }
  const { protocol, sequence, id, startedAt, phase } = record;
  return textOf({ protocol, sequence, id, startedAt, phase });
}

/** What they leave out is taken from the record that could be stored last. */
function* shorterForms(record: RunRecord): Generator<Readonly<Record<string, unknown>>> {
  const { notices, ...facts } = record.progress;
  const { report } = facts;
  yield { ...record, progress: { ...facts, notices: [...notices.slice(0, 3), TOO_LONG] } };
  for (const length of [300, 100, 30]) {
    const { agentExit, failure, skipped } = record;
    yield {
      ...record,
      skipped: skipped?.slice(0, length) ?? null,
      failure:
        failure === null
          ? null
          : {
              code: failure.code.slice(0, 60),
              message: failure.message.slice(0, length),
              hint: failure.hint.slice(0, length),
            },
      agentExit:
        agentExit === null
          ? null
          : { ...agentExit, denied: [], message: agentExit.message?.slice(0, length) ?? null },
      progress: {
        ...facts,
        report:
          report?.kind === 'invalid'
            ? {
                ...report,
                problems: report.problems.slice(0, 1).map((text) => text.slice(0, length)),
              }
            : report,
        notices: [TOO_LONG],
      },
    };
  }
}
