/** The index of a workspace with all that it is made of. */
import { join } from 'node:path';

import { inspectPath, makeFolder, readBytesIfThere, writeDurably } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { forAll } from '../../platform/many-files.ts';
import { packageBuild } from '../../platform/package.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { runPaths } from '../../store/run-folder/run-paths.ts';
import { splitFrontMatter } from '../../words/front-matter.ts';
import { isRoutineId, isRunId, type RoutineId, type RunId } from '../../words/ids.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { answerQuery } from './answer-query.ts';
import {
  SEARCH_KINDS,
  type SearchAnswer,
  type SearchDocument,
  type SearchEntry,
  type SearchQuery,
  type SearchSource,
  type StampOf,
} from './contract.ts';
import { type LiveIndex, openLiveIndex } from './live-index.ts';
import { recordSources } from './record-sources.ts';
import { emptySegment, type IndexedDocument, type Segment } from './segment.ts';
import { sessionSource } from './session-source.ts';

// A segment as bytes, and back. What is torn, of another version or another form is `null`: then it is made again. Pure.

/** Bumped when terms or bytes are made otherwise. */
const FORM = 1;

interface SegmentFile {
  readonly segment: Segment;
  /** Names this content. */
  readonly id: string;
  /** The content that it adds to; `null`: it stands alone. */
  readonly base: string | null;
}

function writeSegment(
  segment: Segment,
  { version, base }: { readonly version: string; readonly base: string | null },
): { readonly bytes: Uint8Array; readonly id: string } {
  const encoder = new TextEncoder();
  const sections = [
    encoder.encode(JSON.stringify(segment.documents.map(rowOf))),
    encoder.encode(segment.terms.join('\n')),
    bytesOf(segment.counts),
    bytesOf(segment.starts),
    segment.postings,
  ];
  const body = concat(sections);
  const id = sha256(body);
  const head = { form: FORM, version, base, id, sections: sections.map(({ length }) => length) };
  return { id, bytes: concat([encoder.encode(`${JSON.stringify(head)}\n`), body]) };
}

function readSegment(bytes: Uint8Array, version: string): SegmentFile | null {
  const end = bytes.indexOf(10);
  if (end === -1 || end > 10_000) return null;
  const decoder = new TextDecoder();
  const head = tryParseJson(decoder.decode(bytes.subarray(0, end)));
  if (!isRecord(head) || head['form'] !== FORM || head['version'] !== version) return null;
  const body = bytes.subarray(end + 1);
  if (typeof head['id'] !== 'string' || sha256(body) !== head['id']) return null;
  const lengths = Array.isArray(head['sections']) ? head['sections'].map(Number) : [];
  const sections: Uint8Array[] = [];
  let at = 0;
  for (const length of lengths) {
    sections.push(body.subarray(at, at + length));
    at += length;
  }
  const [documents, terms, counts, starts, postings] = sections;
  if (postings === undefined || at !== body.length) return null;
  const rows = tryParseJson(decoder.decode(documents));
  if (!Array.isArray(rows)) return null;
  const text = decoder.decode(terms);
  const segment: Segment = {
    documents: rows.flatMap(documentOf),
    terms: text === '' ? [] : text.split('\n'),
    counts: numbersOf(counts),
    starts: numbersOf(starts),
    postings: postings.slice(),
  };
  const isWhole =
    segment.documents.length === rows.length && segment.starts.length === segment.terms.length + 1;
  const base = typeof head['base'] === 'string' ? head['base'] : null;
  return isWhole ? { segment, id: head['id'], base } : null;
}

function rowOf({
  kind,
  id,
  stamp,
  title,
  at,
  routine,
  label,
  words,
}: IndexedDocument): readonly unknown[] {
  return [SEARCH_KINDS.indexOf(kind), id, stamp, title, at, routine, label, words];
}

function documentOf(row: unknown): readonly IndexedDocument[] {
  const fields: readonly unknown[] = Array.isArray(row) ? row : [];
  const [kindNumber, id, stamp, title, at, routine, label, words] = fields;
  const kind = SEARCH_KINDS[Number(kindNumber)];
  if (kind === undefined || typeof id !== 'string' || typeof stamp !== 'string') return [];
  if (typeof title !== 'string' || typeof at !== 'string' || typeof words !== 'number') return [];
  return [
    {
      kind,
      id,
      stamp,
      title,
      at,
      routine: typeof routine === 'string' && isRoutineId(routine) ? routine : null,
      label: typeof label === 'string' ? label : null,
      words,
    },
  ];
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A copy: numbers lie at addresses that are multiples of four. */
function numbersOf(bytes: Uint8Array | undefined): Uint32Array {
  const copy = Uint8Array.from(bytes ?? []);
  return new Uint32Array(copy.buffer, 0, Math.floor(copy.length / 4));
}

function concat(sections: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(sections.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const section of sections) {
    whole.set(section, at);
    at += section.length;
  }
  return whole;
}

/** Of a report; a longer one is not opened. */
const MAX_BYTES = 5_000_000;
const ENDED = 'ended';

export interface OpenSearch {
  /** Takes up what changed since. Records and sessions may be looked at side by side, the same twice not. */
  refresh(what: 'all' | 'records' | 'sessions', signal?: AbortSignal): Promise<void>;
  /** Pays ahead what the first question with a slip would wait for. */
  prepare(): void;
  answer(query: SearchQuery): Promise<SearchAnswer>;
  /** How many documents there are so far. */
  size(): number;
  save(): Promise<void>;
}

export async function openSearch(workspace: Workspace): Promise<OpenSearch> {
  const folder = join(machinePaths(workspace.location.stateDir).cache, 'search');
  const { index, save } = await openStoredIndex(folder, packageBuild());
  const records: readonly SearchSource[] = [reportSource(workspace), ...recordSources(workspace)];
  const sessions: readonly SearchSource[] = [sessionSource(workspace)];
  const all = [...records, ...sessions];
  return {
    refresh: async (what, signal) => {
      await index.refresh({ all, records, sessions }[what], signal);
    },
    prepare: () => {
      for (const { dictionary } of index.parts()) dictionary();
    },
    answer: (query) => answerQuery(index, query, all),
    size: () => index.size(),
    save,
  };
}

/** The index in the cache folder: two files, each replaced whole. Whatever of them is torn or foreign is made again. */
interface StoredIndex {
  readonly index: LiveIndex;
  /** Writes what changed since it was opened or written last. One call at a time. */
  readonly save: () => Promise<void>;
}

/** @param version of the program: another one indexes again */
export async function openStoredIndex(folder: string, version: string): Promise<StoredIndex> {
  const paths = { base: join(folder, 'base.segment'), recent: join(folder, 'recent.segment') };
  const [baseBytes, recentBytes] = await Promise.all([
    readBytesIfThere(paths.base),
    readBytesIfThere(paths.recent),
  ]);
  const base = baseBytes === null ? null : readSegment(baseBytes, version);
  const recent = recentBytes === null ? null : readSegment(recentBytes, version);
  let baseId = base?.id ?? null;
  // What came since belongs to one large part, or to none where there was none.
  const belongs = recent !== null && recent.base === baseId;
  const index = openLiveIndex({
    base: base?.segment ?? emptySegment(),
    recent: belongs ? recent.segment : emptySegment(),
  });
  let saved = index.generations();
  return {
    index,
    save: async () => {
      const now = index.generations();
      const [large, small] = index.parts();
      if (large === undefined || small === undefined) return;
      if (now.base === saved.base && now.recent === saved.recent) return;
      await makeFolder(folder, 0o700);
      if (now.base !== saved.base) {
        const written = writeSegment(large.segment, { version, base: null });
        baseId = written.id;
        await writeDurably(paths.base, written.bytes);
      }
      const written = writeSegment(small.segment, { version, base: baseId });
      await writeDurably(paths.recent, written.bytes);
      saved = now;
    },
  };
}

/** The reports of runs that have ended; they no longer change. */
function reportSource(workspace: Workspace): SearchSource {
  const { stateDir } = workspace.location;
  const seen = { changedMs: -1, open: true };
  /** Of runs that are not indexed yet: read once for what they are, and not again for what they left. */
  const ended = new Map<string, EndedRun>();
  return {
    kinds: ['report'],
    list: async (stampOf) => {
      const changedMs = (await inspectPath(machinePaths(stateDir).runs))?.changedMs ?? 0;
      // Runs of other machines come without a folder here.
      if (seen.changedMs === changedMs && !seen.open && workspace.fleet === null) return null;
      const entries = await endedRuns(workspace, { stampOf, ended });
      seen.open = entries.some((entry) => entry === null);
      seen.changedMs = changedMs;
      return { entries: entries.filter((entry) => entry !== null), gaps: [] };
    },
    read: async ({ id, stamp }) => {
      const run = ended.get(id);
      ended.delete(id);
      const markdown = isRunId(id) ? await reportText(workspace, id) : null;
      if (run === undefined || markdown === null) return null;
      const { routine, at, label, part } = run;
      const heading = headingOf(markdown) ?? `${routine}, ${at.slice(0, 10)}`;
      const title = part === null ? heading : `${heading} (${part})`;
      return { kind: 'report', id, stamp, title, text: markdown, at, routine, label };
    },
    text: async ({ id }) => (isRunId(id) ? reportText(workspace, id) : null),
  };
}

interface EndedRun extends Pick<SearchDocument, 'at' | 'label'> {
  readonly routine: RoutineId;
  readonly part: string | null;
}

/** Without its front matter: every report has the same words there. */
async function reportText({ location, runs }: Workspace, id: RunId): Promise<string | null> {
  const facts = await inspectPath(runPaths(location.stateDir, id).report);
  if (facts !== null && (facts.kind !== 'file' || facts.size > MAX_BYTES)) return null;
  const markdown = await runs.readFile(id, 'report');
  return markdown === null ? null : splitFrontMatter(markdown)[1];
}

/** `null` for each that continues. What is indexed is not looked at: of thousands that is most. */
async function endedRuns(
  { runs }: Workspace,
  { stampOf, ended }: { readonly stampOf: StampOf; readonly ended: Map<string, EndedRun> },
): Promise<readonly (SearchEntry | null)[]> {
  const entryOf = (id: RunId): SearchEntry => ({ kind: 'report', id, stamp: ENDED });
  const ids = await runs.listIds();
  const known = ids.filter((id) => stampOf('report', id) === ENDED).map(entryOf);
  const others = ids.filter((id) => stampOf('report', id) !== ENDED);
  const looked = await forAll(others, async (id: RunId) => {
    const run = await runs.read(id).catch(() => null);
    const phase = run?.record?.phase;
    if (run === null || phase?.kind !== 'ended') return null;
    ended.set(id, {
      routine: run.spec.routine.id,
      at: phase.endedAt,
      label: run.record?.progress.report?.kind ?? null,
      part: run.spec.part?.label ?? null,
    });
    return entryOf(id);
  });
  return [...known, ...looked];
}

/** The first of the report's own headings. */
function headingOf(markdown: string): string | null {
  return /^# (.{1,200})/m.exec(markdown.slice(0, 5_000))?.[1]?.trim() ?? null;
}
