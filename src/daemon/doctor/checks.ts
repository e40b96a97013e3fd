/** Every check there is, in the order in which they are told: the machine first, then what is to run on it. */
import type { Check } from './check.ts';
import { clockCheck } from './checks/clock.ts';
import { connectionsCheck } from './checks/connections.ts';
import { daemonCheck } from './checks/daemon.ts';
import { definitionsCheck } from './checks/definitions.ts';
import { diskCheck } from './checks/disk.ts';
import { enginesCheck } from './checks/engines.ts';
import { environmentCheck } from './checks/environment.ts';
import { gitCheck } from './checks/git.ts';
import { heldWorkCheck } from './checks/held-work.ts';
import { hooksCheck } from './checks/hooks.ts';
import { isolationCheck } from './checks/isolation.ts';
import { lingerCheck } from './checks/linger.ts';
import { locksCheck } from './checks/locks.ts';
import { messagesCheck } from './checks/messages.ts';
import { nodeCheck } from './checks/node.ts';
import { pausesCheck } from './checks/pauses.ts';
import { pushedCheck } from './checks/pushed.ts';
import { quarantineCheck } from './checks/quarantine.ts';
import { reportsCheck } from './checks/reports.ts';
import { restsCheck } from './checks/rests.ts';
import { riskCheck } from './checks/risk.ts';
import { stateFolderCheck } from './checks/state-folder.ts';
import { storeCheck } from './checks/store.ts';
import { timezoneCheck } from './checks/timezone.ts';

export const CHECKS: readonly Check[] = [
  gitCheck,
  nodeCheck,
  stateFolderCheck,
  storeCheck,
  diskCheck,
  locksCheck,
  clockCheck,
  timezoneCheck,
  reportsCheck,
  definitionsCheck,
  pushedCheck,
  enginesCheck,
  environmentCheck,
  connectionsCheck,
  isolationCheck,
  riskCheck,
  hooksCheck,
  pausesCheck,
  messagesCheck,
  restsCheck,
  heldWorkCheck,
  quarantineCheck,
  daemonCheck,
  lingerCheck,
];
