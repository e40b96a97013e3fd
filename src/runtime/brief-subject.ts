/** What `brief` was asked about: a routine stands for the next run, anything else for a run that was. */
import type { Catalog } from '../routines/catalog.ts';
import { readCatalog } from '../routines/definitions.ts';
import { knownRoutines } from '../routines/find-routine.ts';
import { findRun } from '../routines/find-run.ts';
import { runOfName } from '../routines/run-of-name.ts';
import { AppError } from '../words/errors.ts';
import { isRunId, shortIdOf } from '../words/ids.ts';
import type { RunView } from '../words/run.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { matchId } from '../workspace/match-id.ts';

export type BriefSubject =
  | { readonly kind: 'run'; readonly run: RunView }
  | {
      readonly kind: 'routine';
      readonly id: string;
      /** A run that the same text would stand for, were there no such routine. */
      readonly shadowed: RunView | null;
    };

/** Nothing given is the newest run. A routine wins over a shortened id: an id can be typed in full. */
export async function briefSubject(
  workspace: Workspace,
  text: string | null,
): Promise<BriefSubject> {
  if (text === null || isRunId(text)) return { kind: 'run', run: await findRun(workspace, text) };
  const [catalog, { views }] = await Promise.all([
    readCatalog(workspace),
    workspace.runs.listViews({ parts: true }),
  ]);
  const match = matchId(
    views.map(({ id }) => id),
    text,
  );
  if (catalog.entries.some(({ id }) => id === text)) {
    const shadowed = views.find(({ id }) => match.kind === 'one' && id === match.id) ?? null;
    return { kind: 'routine', id: text, shadowed };
  }
  if (match.kind !== 'none') return { kind: 'run', run: await findRun(workspace, text) };
  const former = views.find(({ routine }) => routine === text);
  if (former !== undefined) throw gone(text, former);
  const named = await runOfName(workspace, views, text);
  if (named !== null) return { kind: 'run', run: await findRun(workspace, named) };
  throw unknown(text, catalog);
}

function unknown(text: string, catalog: Catalog): AppError {
  const code = 'unknown-subject';
  const message = `no routine and no run matches "${oneLine(text, 80)}"`;
  return new AppError('not-found', { code, message, hint: knownRoutines(catalog, text) });
}

function gone(routine: string, last: RunView): AppError {
  return new AppError('not-found', {
    code: 'unknown-routine',
    message: `there is no routine "${oneLine(routine, 80)}" any more, so nothing can be told of its next run`,
    hint: `What its last run was told: roundsman brief ${shortIdOf(last.id)}`,
  });
}
