/** What a look at the runs found, for the log of the daemon: each run once for each thing that is to be said of it. */
import { shortIdOf } from '../../domain/ids.ts';
import { verdictWords } from '../../domain/verdict-words.ts';
import { verdictOf } from '../../runtime/live-runs.ts';
import type { StoredRun } from '../../store/ports.ts';
import type { DaemonLog } from './daemon-log.ts';
import type { RunLook } from './run-book.ts';

/** @param sent the runs that a supervisor was sent to now */
export type TellLook = (look: RunLook, sent: readonly StoredRun[]) => void;

export function lookTeller(log: DaemonLog): TellLook {
  const told = new Set<string>();
  let first = true;
  return ({ unfinished, orphaned, foreign }, sent) => {
    if (first) {
      // Of before this daemon: their supervisors went on without one.
      for (const { spec } of unfinished.filter((run) => !orphaned.includes(run)))
        log.say('info', `run ${shortIdOf(spec.id)} of ${spec.routine.id} goes on`);
    }
    first = false;
    for (const run of [...foreign, ...unfinished]) {
      const { id } = run.spec;
      const words = verdictWords(verdictOf(run));
      if (words === null || orphaned.includes(run) || told.has(id)) continue;
      told.add(id);
      log.say('warning', `run ${shortIdOf(id)}: ${words}`);
    }
    for (const run of sent) {
      const words = verdictWords(verdictOf(run)) ?? 'no supervisor came up for it';
      log.say('warning', `run ${shortIdOf(run.spec.id)}: ${words}`);
    }
  };
}
