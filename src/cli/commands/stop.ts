import { readPresence } from '../../daemon/read-status.ts';
import { stopDaemon } from '../../daemon/stop-daemon.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { shortIdOf } from '../../words/ids.ts';
import { localTime } from '../../words/local-time.ts';
import { plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

/** Nothing to stop is fine: what was wanted holds. */
export async function stopCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const stopped = await stopDaemon(workspace);
  const unfinished = await workspace.runs.listUnfinished();
  const going = unfinished.length;
  if (call.json) {
    writeJson(call.terminal, {
      stopped: stopped !== null,
      pid: stopped?.process.pid ?? null,
      runsGoingOn: going,
    });
    return 0;
  }
  const page = openPage(call.terminal);
  if (stopped === null) {
    const { last } = await lastOf(workspace.location.stateDir);
    page.line(`No daemon runs here.${last}`);
  } else {
    page.line(
      `Stopped the daemon (process ${stopped.process.pid}, since ${localTime(stopped.since, hostTimezone())}).`,
    );
  }
  if (going > 0) {
    const ids = unfinished.slice(0, 3).map(({ spec }) => `roundsman cancel ${shortIdOf(spec.id)}`);
    page.line(
      `${plural(going, 'run')} continued. To stop ${going === 1 ? 'it' : 'them'} too: ${ids.join(', ')}`,
    );
  }
  return 0;
}

async function lastOf(stateDir: string): Promise<{ readonly last: string }> {
  const presence = await readPresence(stateDir);
  const stoppedAt = presence.kind === 'none' ? (presence.last?.stoppedAt ?? null) : null;
  return {
    last:
      stoppedAt === null ? '' : ` The last one stopped at ${localTime(stoppedAt, hostTimezone())}.`,
  };
}
