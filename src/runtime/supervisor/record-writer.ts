/** The one writer of a run's `state.json` and `events.jsonl` while its supervisor lives. */
import { redactedJson } from '../../domain/redaction/redact-value.ts';
import type { Redactor } from '../../domain/redaction/redactor.ts';
import type { RunEvent } from '../../domain/run-event.ts';
import type { RunRecord } from '../../domain/run.ts';
import { appendText, writeDurably } from '../../platform/files.ts';
import type { RunPaths } from '../../store/state-paths.ts';

export interface RecordWriter {
  /** The newest record, as stored. */
  current(): RunRecord;
  /** Stores the changed record durably before it resolves. */
  update(change: (record: RunRecord) => RunRecord): Promise<void>;
  /** Appended in order; not synced, since nothing but a screen depends on it. */
  event(event: RunEvent): void;
  /** Waits for what was appended. */
  flush(): Promise<void>;
}

export async function openRecordWriter(
  paths: RunPaths,
  first: RunRecord,
  redactor: Redactor,
): Promise<RecordWriter> {
  let record = first;
  let appended: Promise<void> = Promise.resolve();
  const store = (): Promise<void> => writeDurably(paths.state, redactedJson(record, redactor));
  await store();
  return {
    current: () => record,
    update: async (change) => {
      record = change(record);
      await store();
    },
    event: (event) => {
      // A full disk must not end the run for want of a progress line.
      appended = appended
        .then(() => appendText(paths.events, `${redactedJson(event, redactor)}\n`))
        .catch(() => undefined);
    },
    flush: () => appended,
  };
}
