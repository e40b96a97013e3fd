/** Messages about runs that nobody told of when they ended, or that wait for an answer. Made from records alone. */
import type { StoredRun } from '../../store/ports.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfRun } from '../../words/redaction/run-secrets.ts';
import { toRunView } from '../../words/run-view.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { tellRun, type TellParts } from '../tell-run.ts';
import { tellEach } from './tell-each.ts';

export async function tellStoredRun(
  workspace: Workspace,
  parts: TellParts,
  run: StoredRun,
): Promise<void> {
  const { spec, record } = run;
  const phase = record?.phase;
  if (phase?.kind !== 'ended' && phase?.kind !== 'waiting') return;
  if ((spec.routine.notify ?? []).length === 0) return;
  await tellRun(parts, {
    spec,
    view: toRunView(run),
    rests: record?.rests ?? 0,
    at: phase.kind === 'ended' ? phase.endedAt : phase.since,
    redactor: makeRedactor(secretsOfRun(spec.routine, workspace.env, spec.settings.connections)),
  });
}

export interface EndedSince {
  /** What ended before was told, or is too old to be news. */
  readonly since: string;
  /** Those that were looked at; remembered by whoever asks again. */
  readonly seen: Set<string>;
}

/** Gives what kept some of them from being told. */
export async function tellEndedRuns(
  workspace: Workspace,
  parts: TellParts,
  { since, seen }: EndedSince,
): Promise<readonly unknown[]> {
  const { views } = await workspace.runs.listViews();
  const ended = views.filter(
    ({ id, state, endedAt }) => state === 'ended' && (endedAt ?? '') >= since && !seen.has(id),
  );
  return tellEach(ended.toReversed(), async ({ id }) => {
    const isTold = await parts.told.has(`run:${id}`);
    const run = isTold ? null : await workspace.runs.read(id);
    if (run !== null) await tellStoredRun(workspace, parts, run);
    seen.add(id);
  });
}
