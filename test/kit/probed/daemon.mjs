/** A daemon that dies where the plan says, and so do the supervisors and workers that it starts. Argument: the folder. */
import { fileLog } from '../../../dist/app/daemon/daemon-log.js';
import { runDaemon } from '../../../dist/app/daemon/run-daemon.js';
import { startHookListener } from '../../../dist/web/hooks/start-hook-listener.js';
import { probe } from './killing-probe.mjs';
import { openProbed } from './open-probed.mjs';

const workspace = await openProbed(process.argv[2]);
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
await runDaemon({
  workspace,
  log: await fileLog(workspace),
  stop: stop.signal,
  listen: startHookListener,
  probe,
});
