import { terminalLog } from '../../daemon/daemon-log.ts';
import { coreCount } from '../../platform/environment.ts';
import { growSparingly } from '../../platform/shed-memory.ts';
import { onSignals } from '../../platform/terminal.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { writeJson } from '../output/write-json.ts';
import { readCount } from '../read-count.ts';

/** As many as a machine carries without being asked. */
const MOST_BY_ITSELF = 4;

/** Until it is told to drain, or with `--once` until nothing waits. */
export async function workCommand(call: CommandCall): Promise<number> {
  const { options, terminal, clock } = call;
  const places = readCount(options, {
    name: 'places',
    byDefault: Math.min(MOST_BY_ITSELF, coreCount()),
    most: 1_000,
  });
  const workspace = await openWorkspace(call);
  growSparingly();
  const { workerLabels } = await import('../../daemon/fleet/worker-labels.ts');
  const { runWorker } = await import('../../daemon/fleet/run-worker.ts');
  const drain = new AbortController();
  const end = (): void => drain.abort();
  // A closed terminal ends nothing.
  const unlisten = onSignals({ SIGTERM: end, SIGINT: end, SIGHUP: () => undefined });
  try {
    await runWorker({
      workspace,
      log: terminalLog((line) => terminal.err(line), clock),
      labels: await workerLabels(workspace, options.list('label')),
      places,
      once: options.flag('once'),
      drain: drain.signal,
    });
  } finally {
    unlisten();
  }
  if (call.json) writeJson(terminal, { working: false });
  return 0;
}
