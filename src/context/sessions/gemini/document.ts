/** Sessions as Gemini CLI wrote them before it wrote lines: one JSON document, written anew with each message. */
import { recordsField, type Fields } from '../../../engines/stream-fields.ts';
import { readHostile } from '../../../platform/hostile-paths.ts';
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import type { TranscriptEntry } from '../../transcript.ts';
import { ENDS, type DraftRead } from '../contract.ts';
import { draftFrom } from '../lines/draft-of-lines.ts';
import { fileAt } from '../lines/find-files.ts';
import type { About } from '../lines/line-format.ts';
import { joined, readRecords, type RecordsRead } from '../lines/read-records.ts';
import { entryMaker } from '../moves/entries-of.ts';
import { geminiReader } from './read-record.ts';

/** It cannot be read from its ends: what is larger than those may be is told of, and not read. */
const DRAFT_BYTES = ENDS.headBytes + ENDS.tailBytes;
const ENTRIES_BYTES = 32 * 1024 * 1024;

export async function draftOfDocument(path: string, known: About): Promise<DraftRead> {
  const file = fileAt(path);
  if (file === null) return { kind: 'unreadable', detail: 'it is no regular file', bytesRead: 0 };
  if (file.size > DRAFT_BYTES) {
    const detail = `it is one document of ${file.size} bytes, in the form of older versions`;
    return { kind: 'unreadable', detail, bytesRead: 0 };
  }
  const bytesRead = file.size;
  const read = documentAt(path, { most: DRAFT_BYTES, cwd: known.cwd ?? null });
  if (read === null || read.understood === 0) {
    return { kind: 'unreadable', detail: 'it is in no form that is known', bytesRead };
  }
  return {
    kind: 'draft',
    draft: draftFrom({
      engine: 'gemini',
      about: joined(known, read.about),
      first: read.moves,
      last: read,
      lastActivityAt: file.modifiedAt,
      markers: [],
    }),
    bytesRead,
  };
}

export async function* entriesOfDocument(
  path: string,
  cwd: string | null,
): AsyncGenerator<TranscriptEntry | 'unreadable'> {
  const file = fileAt(path);
  if (file === null) return;
  const read = file.size > ENTRIES_BYTES ? null : documentAt(path, { most: ENTRIES_BYTES, cwd });
  if (read === null) {
    yield 'unreadable';
    return;
  }
  const maker = entryMaker();
  for (const move of read.moves) yield* maker.take(move);
  yield* maker.rest();
}

function documentAt(
  path: string,
  { most, cwd }: { readonly most: number; readonly cwd: string | null },
): RecordsRead | null {
  const document = tryParseJson(readHostile(path, most)?.toString('utf8') ?? '');
  if (!isRecord(document)) return null;
  const { messages: _, ...head } = document;
  const records: readonly Fields[] = [head, ...recordsField(document, 'messages')];
  return readRecords(records, { reader: geminiReader(), keeps: () => true, cwd });
}
