import { openRunStarter } from '../../runtime/run-starter.ts';
import { warmSupervisor } from '../../runtime/warm-supervisor.ts';
import { slotSpec } from '../../scheduler/build-run-spec.ts';
import { sharedCalendar } from '../../scheduler/calendar.ts';
import type { RunStarter } from '../../scheduler/contract.ts';
import { readRoutineHistory } from '../../scheduler/window-rule.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { DaemonLog } from '../daemon-log.ts';

/** Starts runs as the daemon of one machine does. */
export function starterHere(workspace: Workspace, log: DaemonLog): RunStarter {
  const parts = { workspace, calendar: sharedCalendar(), active: () => null, commit: () => null };
  return openRunStarter({
    workspace,
    by: 'daemon',
    // Its planner looked at what is in its way.
    live: async () => [],
    specOf: async (request) => {
      const { record } = request;
      const stored = await workspace.definitions.read(record.definition);
      const history =
        stored === null
          ? { lastRun: null, lastSuccess: null, lastDeploy: null }
          : await readRoutineHistory(workspace, stored.routine, record.slot);
      const spec = await slotSpec({ ...parts, coverageOf: () => history }, request);
      return { ...spec, leased: true };
    },
    supervisor: () => warmSupervisor(workspace.env, workspace.programs),
    onStarted: ({ id, routine, attempt }) => {
      const again = attempt > 1 ? `, attempt ${attempt}` : '';
      log.say('info', `${routine.id}: run ${shortIdOf(id)} started${again}`);
    },
  });
}
