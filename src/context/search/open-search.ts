/** The index of a workspace with all that it is made of. */
import { join } from 'node:path';

import { makeFolder, readBytesIfThere, writeDurably, inspectPath } from '../../platform/files.ts';
import { forAll } from '../../platform/many-files.ts';
import { packageBuild } from '../../platform/package.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { runPaths } from '../../store/run-folder/run-paths.ts';
import { isRunId, type RoutineId, type RunId } from '../../words/ids.ts';
import { splitFrontMatter, beforeRunFacts } from '../../words/markdown-lines.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { answerQuery } from './answer-query.ts';
import type {
  SearchAnswer,
  SearchQuery,
  SearchSource,
  SearchDocument,
  SearchEntry,
  StampOf,
} from './contract.ts';
import { openLiveIndex, type LiveIndex } from './live-index.ts';
import { recordSources, sessionSource } from './record-sources.ts';
import { readSegment, writeSegment } from './segment-file.ts';
import { emptySegment } from './segment.ts';

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

/** Without its front matter and the facts of the run: every report has the same words there. */
async function reportText({ location, runs }: Workspace, id: RunId): Promise<string | null> {
  const facts = await inspectPath(runPaths(location.stateDir, id).report);
  if (facts !== null && (facts.kind !== 'file' || facts.size > MAX_BYTES)) return null;
  const markdown = await runs.readFile(id, 'report');
  return markdown === null ? null : beforeRunFacts(splitFrontMatter(markdown)[1]);
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
