// A listener for webhooks over a real state folder, for those who measure or kill it:
// node bench/hook-server.mjs STATE_DIR PORT. Prints its address, and a line whenever the scheduler would look.
import { systemClock } from '../.build/modules/platform/clock.js';
import { sha256 } from '../.build/modules/platform/hash.js';
import { eventIntake } from '../.build/modules/scheduler/events/event-intake.js';
import { startHookListener } from '../.build/modules/scheduler/hooks/start-hook-listener.js';
import { fileDeploymentStore } from '../.build/modules/store/files/file-definition-store.js';
import { fileEventStore } from '../.build/modules/store/files/file-definition-store.js';
import { fileLocks } from '../.build/modules/store/files/file-locks.js';
import { fileSlotStore } from '../.build/modules/store/files/file-slot-store.js';
import { DEFAULT_POLICY } from '../.build/modules/words/policy.js';

const [stateDir = '', port = '0'] = process.argv.slice(2);
const hook = (id, scheme) => ({
  id,
  name: id,
  definition: sha256(id),
  source: 'ref',
  enabled: true,
  triggers: [{ kind: 'webhook', scheme, secret: 'HOOK' }],
  policy: DEFAULT_POLICY,
});
const routines = [hook('by-standard', 'standard'), hook('by-github', 'github')];
const clock = systemClock;
const intake = eventIntake({
  slots: fileSlotStore(stateDir),
  events: fileEventStore(stateDir),
  deployments: fileDeploymentStore(stateDir),
  routines: () => routines,
  clock,
  exclusively: fileLocks(stateDir, clock).admission,
  wake: () => undefined,
});
const { address } = await startHookListener({
  listen: `127.0.0.1:${port}`,
  intake,
  routines: () => routines,
  env: process.env,
  clock,
  log: (line) => process.stderr.write(`${line}\n`),
});
process.stdout.write(`${address}\n`);
