/** The reports of runs that have ended; nobody changes them any more. */
import { inspectPath, readTextIfThere } from '../../platform/files.ts';
import { forAll } from '../../platform/many-files.ts';
import { runPaths, workspacePaths } from '../../store/state-paths.ts';
import { isRunId, type RoutineId, type RunId } from '../../words/ids.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { SearchDocument, SearchEntry, SearchSource, StampOf } from './contract.ts';

/** Of a report; a longer one is not opened. */
const MAX_BYTES = 5_000_000;
const ENDED = 'ended';

export function reportSource(workspace: Workspace): SearchSource {
  const { stateDir } = workspace.location;
  const seen = { changedMs: -1, open: true };
  /** Of runs that are not indexed yet: read once for what they are, and not again for what they left. */
  const ended = new Map<string, EndedRun>();
  return {
    kinds: ['report'],
    list: async (stampOf) => {
      const changedMs = (await inspectPath(workspacePaths(stateDir).runs))?.changedMs ?? 0;
      if (seen.changedMs === changedMs && !seen.open) return null;
      const entries = await endedRuns(workspace, { stampOf, ended });
      seen.open = entries.some((entry) => entry === null);
      seen.changedMs = changedMs;
      return { entries: entries.filter((entry) => entry !== null), gaps: [] };
    },
    read: async ({ id, stamp }) => {
      const run = ended.get(id);
      ended.delete(id);
      const markdown = isRunId(id) ? await reportText(stateDir, id) : null;
      if (run === undefined || markdown === null) return null;
      const { routine, at, label, part } = run;
      const heading = headingOf(markdown) ?? `${routine}, ${at.slice(0, 10)}`;
      const title = part === null ? heading : `${heading} (${part})`;
      return { kind: 'report', id, stamp, title, text: markdown, at, routine, label };
    },
    text: async ({ id }) => (isRunId(id) ? reportText(stateDir, id) : null),
  };
}

interface EndedRun extends Pick<SearchDocument, 'at' | 'label'> {
  readonly routine: RoutineId;
  readonly part: string | null;
}

async function reportText(stateDir: string, id: RunId): Promise<string | null> {
  const path = runPaths(stateDir, id).report;
  const facts = await inspectPath(path);
  return facts?.kind === 'file' && facts.size <= MAX_BYTES ? readTextIfThere(path) : null;
}

/** `null` for each that goes on. What is indexed is not looked at: of thousands that is most. */
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
