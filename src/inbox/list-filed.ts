/** Runs that have ended, page by page: what filed itself away stays listed. */
import { forAll } from '../platform/many-files.ts';
import { toRunView } from '../words/run-view.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface FiledRequest {
  /** Default: 50. */
  readonly limit?: number;
  /** The id of a run: those older than it. */
  readonly after?: string;
}

export interface FiledRuns {
  /** Newest first; parts of others are told by those. */
  readonly runs: readonly RunView[];
  /** What to ask for as `after`; `null`: that was all. */
  readonly next: string | null;
}

/** Opens no more runs than it gives, but for parts and those under way. */
export async function listFiled(
  { runs }: Pick<Workspace, 'runs'>,
  { limit = 50, after }: FiledRequest = {},
): Promise<FiledRuns> {
  const ids = (await runs.listIds()).filter((id) => after === undefined || id < after);
  const found: RunView[] = [];
  let at = 0;
  while (found.length < limit && at < ids.length) {
    const page = ids.slice(at, at + limit - found.length);
    at += page.length;
    for (const run of await forAll(page, (id) => runs.read(id))) {
      const view = run === null ? null : toRunView(run);
      if (view?.state === 'ended' && view.part === null) found.push(view);
    }
  }
  return { runs: found, next: at < ids.length ? (ids[at - 1] ?? null) : null };
}
