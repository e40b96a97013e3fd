/** What a run gives occasion to tell. Pure. */
import type { Occasion } from '../../words/notify.ts';
import { hasFailed, wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { replayedRun } from '../../words/slot.ts';

/** The runs of its routine right before it. */
export interface RunsBefore {
  /** How many in a row were not good; what was skipped, cancelled or a replay counts as nothing. */
  readonly failures: number;
  /** When the first of them began, before anybody could be told of it; ISO 8601; `null`: there is none. */
  readonly since: string | null;
}

/** A skipped run gives `always` alone: it is useful for a ping, and no other target is told. */
export function occasionsOf(view: RunView, before: RunsBefore): readonly Occasion[] {
  // What it compares with was told by the run that it goes over again; of a part tells its run.
  if (replayedRun(view.slot.key) !== null || view.part !== null) return [];
  if (view.state === 'waiting') return ['waiting'];
  if (view.state !== 'ended') return [];
  if (view.skipped !== null) return ['always'];
  const { result } = view;
  const failed = hasFailed(view);
  const found: Partial<Record<Occasion, boolean>> = {
    always: true,
    report: result?.report === 'valid' && !view.quiet,
    'findings-new': view.findings.new + view.findings.regressed > 0,
    failure: failed,
    recovered: wentWell(view) && before.failures > 0,
    held: result?.proposals === 'held',
    denied: view.denied.length > 0,
  };
  return ALL.filter((occasion) => found[occasion] === true);
}

const ALL: readonly Occasion[] = [
  'always',
  'report',
  'findings-new',
  'failure',
  'recovered',
  'held',
  'denied',
];

/** @param views ended runs of its routine that came before it, newest first */
export function runsBefore(views: readonly RunView[]): RunsBefore {
  let failures = 0;
  let since: string | null = null;
  for (const view of views) {
    if (countsForNothing(view)) continue;
    if (!hasFailed(view)) break;
    failures += 1;
    since = view.startedAt ?? view.endedAt;
  }
  return { failures, since };
}

function countsForNothing(view: RunView): boolean {
  return (
    view.state !== 'ended' ||
    view.skipped !== null ||
    view.part !== null ||
    view.result?.execution === 'cancelled' ||
    replayedRun(view.slot.key) !== null
  );
}
