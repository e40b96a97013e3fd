/**
 * Sessions of Gemini CLI: files of lines (until 0.2x one JSON document) below a folder a project, which a file names the
 * working directory of. Talks of its subagents lie a folder deeper and are not sessions of their own.
 */
import { basename, join } from 'node:path';

import { homeFolder } from '../../../platform/environment.ts';
import { sha256 } from '../../../platform/hash.ts';
import { readHostile } from '../../../platform/hostile-paths.ts';
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import {
  type FindRequest,
  type SessionHandle,
  type SessionSource,
  type SourcePlace,
  type SourceWhere,
  ENDS,
  type DraftRead,
} from '../../sessions/contract.ts';
import { draftOfLines, draftFrom } from '../../sessions/lines/draft-of-lines.ts';
import { entriesOfLines } from '../../sessions/lines/entries-of-lines.ts';
import {
  filesIn,
  findInPlaces,
  foldersIn,
  isInRoots,
  type FoundFile,
  fileAt,
} from '../../sessions/lines/find-files.ts';
import type { About } from '../../sessions/lines/line-format.ts';
import { joined, readRecords, type RecordsRead } from '../../sessions/lines/read-records.ts';
import { entryMaker } from '../../sessions/moves/entries-of.ts';
import type { EntryBlocks } from '../../sessions/transcript.ts';
import { textField, recordsField, type Fields } from '../../stream-fields.ts';
import { geminiFormat, geminiReader } from './read-record.ts';

/** It cannot be read from its ends: what is larger than those may be is told of, and not read. */
const DRAFT_BYTES = ENDS.headBytes + ENDS.tailBytes;
const ENTRIES_BYTES = 32 * 1024 * 1024;

const NAME = /^session-[\w-]{1,120}\.jsonl?$/;
const ROOT_BYTES = 8 * 1024;
const ID_BYTES = 1024;

export const geminiSessions: SessionSource = {
  engine: 'gemini',
  places,
  find: (request) => findInPlaces(request, (store) => Promise.resolve(handlesIn(store, request))),
  draft: (handle) => {
    const known = { id: handle.id, cwd: handle.cwd };
    if (isDocument(handle)) return draftOfDocument(handle.location, known);
    return draftOfLines({
      engine: 'gemini',
      path: handle.location,
      format: geminiFormat,
      known,
      markers: [],
    });
  },
  entries: (handle) =>
    isDocument(handle)
      ? entriesOfDocument(handle.location, handle.cwd)
      : entriesOfLines(handle.location, () => Promise.resolve(geminiFormat), handle.cwd),
};

function places(where: SourceWhere): readonly SourcePlace[] {
  if (where.kind === 'run') return [{ path: join(where.home, '.gemini', 'tmp') }];
  const own = where.env['GEMINI_CLI_HOME'];
  const home = own === undefined || own === '' ? homeFolder(where.env) : own;
  return [{ path: join(home, '.gemini', 'tmp') }];
}

function handlesIn(
  store: string,
  { roots, since }: Pick<FindRequest, 'roots' | 'since'>,
): readonly SessionHandle[] {
  const hashes = new Map(roots.map((root) => [sha256(root), root]));
  return foldersIn(store).flatMap((slug) => {
    const cwd = projectRoot(join(store, slug)) ?? hashes.get(slug) ?? null;
    if (cwd === null || !isInRoots(cwd, roots)) return [];
    const chats = join(store, slug, 'chats');
    return filesIn(chats, { fits: (name) => NAME.test(name), since }).map((file) =>
      handleOf(file, cwd),
    );
  });
}

/** Older versions name the folder by the SHA-256 of the working directory, and write no more of it. */
function projectRoot(folder: string): string | null {
  const bytes = readHostile(join(folder, '.project_root'), ROOT_BYTES);
  const text = bytes?.toString('utf8').trim() ?? '';
  return text.startsWith('/') ? text : null;
}

function handleOf({ path, stamp, modifiedAt }: FoundFile, cwd: string): SessionHandle {
  return { id: idIn(path), location: path, stamp, cwd, lastActivityAt: modifiedAt };
}

/** The name has only the beginning of it. */
function idIn(path: string): string {
  const start = readHostile(path, ID_BYTES)?.toString('utf8') ?? '';
  const line = tryParseJson(start.split('\n', 1)[0] ?? '');
  const told = isRecord(line)
    ? textField(line, 'sessionId')
    : (/"sessionId":\s?"([\w-]{1,80})"/.exec(start)?.[1] ?? null);
  return (
    told ??
    basename(path)
      .replace(/\.jsonl?$/, '')
      .slice(-8)
  );
}

function isDocument({ location }: SessionHandle): boolean {
  return location.endsWith('.json');
}

/** Sessions as Gemini CLI wrote them before it wrote lines: one JSON document, written again with each message. */
async function draftOfDocument(path: string, known: About): Promise<DraftRead> {
  const file = fileAt(path);
  if (file === null)
    return { kind: 'unreadable', detail: 'it is not a regular file', bytesRead: 0 };
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

async function* entriesOfDocument(path: string, cwd: string | null): EntryBlocks {
  const file = fileAt(path);
  if (file === null) return;
  const read = file.size > ENTRIES_BYTES ? null : documentAt(path, { most: ENTRIES_BYTES, cwd });
  if (read === null) {
    yield ['unreadable'];
    return;
  }
  const maker = entryMaker();
  for (const move of read.moves) yield maker.take(move);
  yield maker.rest();
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
