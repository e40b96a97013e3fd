/** What a look at the runs found, for the log of the daemon: each run once for each thing that is to be said of it. */
import { verdictOf } from '../runtime/live-runs.ts';
import type { StoredRun } from '../store/ports.ts';
import { formatVerdict } from '../words/format-verdict.ts';
import { shortIdOf } from '../words/ids.ts';
import { restPhase, restClause } from '../words/rest.ts';
import { oneLine } from '../words/text.ts';
import type { DaemonLog } from './daemon-log.ts';
import type { RunLook } from './run-book.ts';

/** @param sent the runs that a supervisor was sent to now */
export type TellLook = (look: RunLook, sent: readonly StoredRun[]) => void;

export function lookTeller(log: DaemonLog): TellLook {
  const told = new Set<string>();
  let first = true;
  return ({ unfinished, orphaned, resting, foreign }, sent) => {
    if (first) {
      // Of before this daemon: their supervisors went on without one.
      const attended = unfinished.filter(
        (run) => !orphaned.includes(run) && !resting.includes(run),
      );
      for (const run of attended) log.say('info', `${nameOf(run)} goes on`);
    }
    first = false;
    for (const run of resting) {
      const rest = `${run.spec.id} ${run.record?.rests ?? 0}`;
      if (told.has(rest)) continue;
      told.add(rest);
      log.say('info', `${nameOf(run)} ${reasonOfRest(run)}`);
    }
    for (const run of [...foreign, ...unfinished]) {
      const { id } = run.spec;
      const words = formatVerdict(verdictOf(run));
      if (words === null || orphaned.includes(run) || told.has(id)) continue;
      told.add(id);
      log.say('warning', `run ${shortIdOf(id)}: ${words}`);
    }
    for (const run of sent) {
      if (resting.includes(run)) {
        log.say('info', `${nameOf(run)} goes on now`);
        continue;
      }
      const words = formatVerdict(verdictOf(run)) ?? 'no supervisor came up for it';
      log.say('warning', `run ${shortIdOf(run.spec.id)}: ${words}`);
    }
  };
}

function nameOf({ spec }: StoredRun): string {
  return `run ${shortIdOf(spec.id)} of ${spec.routine.id}`;
}

/** Until when, for what, and for a question with what it is answered. */
function reasonOfRest({ spec, record }: StoredRun): string {
  const phase = restPhase(record);
  if (phase === null) return 'rests';
  const next =
    phase.kind === 'parked' ? oneLine(phase.reason, 300) : `roundsman answer ${shortIdOf(spec.id)}`;
  return `${restClause(phase)}: ${next}`;
}
