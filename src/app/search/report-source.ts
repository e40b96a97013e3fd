/** The reports of runs that have ended; nobody changes them any more. */
import type { SearchEntry, SearchSource, StampOf } from '../../context/search/contract.ts';
import { isRunId, type RunId } from '../../domain/ids.ts';
import type { RunRecord } from '../../domain/run.ts';
import { inspectPath } from '../../platform/files.ts';
import { forAll } from '../../platform/many-files.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { runPaths, workspacePaths } from '../../store/state-paths.ts';
import type { Workspace } from '../contract.ts';

/** Of a report; a longer one is not opened. */
const MAX_BYTES = 5_000_000;
const ENDED = 'ended';

export function reportSource(workspace: Workspace): SearchSource {
  const { stateDir } = workspace.location;
  const seen = { changedMs: -1, open: true };
  const text = async (id: RunId): Promise<string | null> => {
    const read = await readUntrusted(runPaths(stateDir, id).report, MAX_BYTES);
    return read.kind === 'content' ? new TextDecoder().decode(read.bytes) : null;
  };
  return {
    kinds: ['report'],
    list: async (stampOf) => {
      const changedMs = (await inspectPath(workspacePaths(stateDir).runs))?.changedMs ?? 0;
      if (seen.changedMs === changedMs && !seen.open) return null;
      const entries = await endedRuns(workspace, stampOf);
      seen.open = entries.some((entry) => entry === null);
      seen.changedMs = changedMs;
      return { entries: entries.filter((entry) => entry !== null), gaps: [] };
    },
    read: async ({ id, stamp }) => {
      if (!isRunId(id)) return null;
      const run = await workspace.runs.read(id);
      const markdown = await text(id);
      if (run === null || markdown === null) return null;
      const { routine, part } = run.spec;
      const at = endOf(run.record) ?? run.spec.admittedAt;
      const title = `${headingOf(markdown) ?? `${routine.id}, ${at.slice(0, 10)}`}${part === undefined ? '' : ` (${part.label})`}`;
      const label = run.record?.progress.report?.kind ?? null;
      return { kind: 'report', id, stamp, title, text: markdown, at, routine: routine.id, label };
    },
    text: ({ id }) => (isRunId(id) ? text(id) : Promise.resolve(null)),
  };
}

/** `null` for each that goes on. */
async function endedRuns(
  { runs }: Workspace,
  stampOf: StampOf,
): Promise<readonly (SearchEntry | null)[]> {
  return forAll(await runs.listIds(), async (id: RunId) => {
    const entry: SearchEntry = { kind: 'report', id, stamp: ENDED };
    if (stampOf('report', id) === ENDED) return entry;
    const run = await runs.read(id).catch(() => null);
    return endOf(run?.record ?? null) === null ? null : entry;
  });
}

function endOf(record: RunRecord | null): string | null {
  return record?.phase.kind === 'ended' ? record.phase.endedAt : null;
}

/** The first of the report's own headings. */
function headingOf(markdown: string): string | null {
  return /^# (.{1,200})/m.exec(markdown.slice(0, 5_000))?.[1]?.trim() ?? null;
}
