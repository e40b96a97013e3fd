/** The quiet sweep of a daemon, as it really is: another process cleans up, so that the daemon stays small. */
import type { Workspace } from '../workspace/contract.ts';
import type { DaemonLog } from './daemon-log.ts';
import { wordsOf } from './daemon-status.ts';
import { doChore } from './do-chore.ts';
import type { OpenDaemon } from './open-daemon.ts';
import { startQuietSweep, type QuietSweep } from './quiet-sweep.ts';
import { isSweepReport } from './sweep-report.ts';

export interface SweepingParts {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  readonly daemon: Pick<OpenDaemon, 'running' | 'count'>;
}

export function sweepQuietly({ workspace, log, daemon }: SweepingParts): QuietSweep {
  const { clock, env, location } = workspace;
  // Each time the same is said once.
  const said = new Set<string>();
  return startQuietSweep({
    clock,
    running: () => daemon.running(),
    wakeAt: () => {
      const { wakeAt } = daemon.count.facts();
      return wakeAt === null ? null : Date.parse(wakeAt);
    },
    sweep: async (signal) => {
      const report = await doChore({
        name: 'sweep',
        folder: location.root,
        env,
        idle: true,
        signal,
      });
      if (!isSweepReport(report)) throw new TypeError('a clean-up gave no report');
      if (report.done !== null) log.say('info', report.done);
      for (const warning of report.warnings) {
        if (!said.has(warning)) log.say('warning', warning);
        said.add(warning);
      }
      return report.more ? 'more' : 'done';
    },
    onFailure: (thrown) => log.say('warning', `could not clean up: ${wordsOf(thrown)}`),
  });
}
