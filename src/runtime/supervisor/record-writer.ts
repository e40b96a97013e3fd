/**
 * The one writer of a run's record. What cannot be written because of the disk never ends a run: the record goes to the
 * result slot instead, and progress lines that are not kept are counted.
 */
import { appendText, inspectPath, readFrom, writeDurably } from '../../platform/files.ts';
import { systemErrorCode } from '../../platform/system-error.ts';
import { openResultSlot, type ResultSlot } from '../../store/files/result-slot.ts';
import type { RunPaths } from '../../store/state-paths.ts';
import { redactedJson } from '../../words/redaction/redact-value.ts';
import type { Redactor } from '../../words/redaction/redactor.ts';
import type { RunEvent } from '../../words/run-event.ts';
import type { RunRecord } from '../../words/run.ts';

export interface RecordWriter {
  /** The newest record, as stored. */
  current(): RunRecord;
  /**
   * Stores the changed record durably before it resolves; `false` when it could be stored nowhere. The change counts
   * all the same, and is stored with the next one.
   */
  update(change: (record: RunRecord) => RunRecord): Promise<boolean>;
  /** Appended in order; not synced, since nothing but a screen depends on it. */
  event(event: RunEvent): void;
  /** Waits for what was appended. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** How files are written; replaceable, to make writes fail. */
export interface RecordFiles {
  readonly store: (path: string, text: string) => Promise<void>;
  readonly append: (path: string, text: string) => Promise<void>;
}

const DISK: RecordFiles = { store: writeDurably, append: appendText };

interface WriterParts {
  readonly paths: RunPaths;
  readonly first: RunRecord;
  readonly redactor: Redactor;
  readonly files?: RecordFiles;
}

/** Stores `first` at once. Throws nothing: without a slot there is one place less to store to. */
export async function openRecordWriter({
  paths,
  first,
  redactor,
  files = DISK,
}: WriterParts): Promise<RecordWriter> {
  let record = first;
  const textOf = (value: unknown): string => redactedJson(value, redactor);
  let told = false;
  const slot = await openResultSlot(paths.resultSlot).catch(() => null);
  const events = eventFile(paths.events, { files, textOf });
  const update: RecordWriter['update'] = async (change) => {
    record = { ...change(record), sequence: record.sequence + 1 };
    try {
      await files.store(paths.state, textOf(record));
      return true;
    } catch (thrown) {
      if (!told) record = withNotice(record, notStored(thrown));
      told = true;
      return storeInSlot(slot, { record, textOf });
    }
  };
  await update((same) => same);
  return {
    current: () => record,
    update,
    event: events.add,
    flush: events.flush,
    close: async () => {
      await events.flush();
      await slot?.close();
    },
  };
}

async function storeInSlot(
  slot: ResultSlot | null,
  { record, textOf }: { readonly record: RunRecord; readonly textOf: (value: unknown) => string },
): Promise<boolean> {
  try {
    await slot?.write(record, textOf);
    return slot !== null;
  } catch {
    return false;
  }
}

function notStored(thrown: unknown): string {
  const code = systemErrorCode(thrown);
  const why = code === null ? '' : ` (${code})`;
  return `the disk did not take the record of this run${why} at times: what it told then stands in the space that was kept for it`;
}

function withNotice(record: RunRecord, notice: string): RunRecord {
  const { progress } = record;
  return { ...record, progress: { ...progress, notices: [...progress.notices, notice] } };
}

function eventFile(
  path: string,
  { files, textOf }: { readonly files: RecordFiles; readonly textOf: (value: unknown) => string },
): { readonly add: (event: RunEvent) => void; readonly flush: () => Promise<void> } {
  let appended: Promise<void> = Promise.resolve();
  let dropped = 0;
  let torn: boolean | null = null;
  const write = async (event: RunEvent): Promise<void> => {
    const line = `${textOf(event)}\n`;
    const text = `${dropped} progress lines were not kept: the disk did not take them`;
    const missing =
      dropped === 0 ? '' : `${JSON.stringify({ kind: 'notice', at: event.at, text })}\n`;
    try {
      // Begins with a line end when a part of the line before may stand there.
      torn ??= await endsInTornLine(path);
      await files.append(path, `${dropped > 0 || torn ? '\n' : ''}${missing}${line}`);
      torn = false;
      dropped = 0;
    } catch {
      dropped += 1;
    }
  };
  return {
    add: (event) => {
      appended = appended.then(() => write(event));
    },
    flush: () => appended,
  };
}

/** A supervisor that died may have left a partial line. It stays: a process that follows the file has read it already. */
async function endsInTornLine(path: string): Promise<boolean> {
  const size = (await inspectPath(path))?.size ?? 0;
  return size > 0 && (await readFrom(path, size - 1)).toString() !== '\n';
}
