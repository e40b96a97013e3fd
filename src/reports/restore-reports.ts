/** Makes the copies in reports/ again, from the originals in the run folders. */
import type { RoutineId, RunId } from '../words/ids.ts';
import { parseFrontMatter } from './front-matter.ts';
import { writeCopies, type CopyRequest } from './write-copies.ts';

export interface RestoreRequest {
  readonly workspace: CopyRequest['workspace'];
  readonly trackReports: boolean;
  /** Newest first; `original` gives the report as the run left it, `null`: it left none. */
  readonly runs: readonly {
    readonly run: RunId;
    readonly routine: RoutineId;
    readonly original: () => Promise<string | null>;
  }[];
}

export interface RestoreResult {
  readonly restored: readonly string[];
  /** Runs without an original: they ended before a report was written. */
  readonly without: readonly RunId[];
  readonly notices: readonly string[];
}

export async function restoreReports(request: RestoreRequest): Promise<RestoreResult> {
  const restored: string[] = [];
  const without: RunId[] = [];
  const notices = new Set<string>();
  const seen = new Set<RoutineId>();
  for (const { run, routine, original } of request.runs) {
    const markdown = await original();
    const fields = markdown === null ? null : parseFrontMatter(markdown);
    const date = fields?.['date'];
    if (markdown === null || typeof date !== 'string') {
      without.push(run);
      continue;
    }
    const isReplay = typeof fields?.['replay'] === 'string';
    const isPart = typeof fields?.['part'] === 'string';
    const latest = !isReplay && !isPart && !seen.has(routine);
    if (latest) seen.add(routine);
    const { workspace, trackReports } = request;
    const copy = await writeCopies({
      workspace,
      trackReports,
      run,
      routine,
      date,
      markdown,
      latest,
    });
    if (copy.path !== null) restored.push(copy.path);
    for (const notice of copy.notices) notices.add(notice);
  }
  return { restored, without, notices: [...notices] };
}
