import type { TopCommand } from '../command.ts';
import { activeCommands } from './active.ts';
import { againCommands } from './again.ts';
import { agentCommands } from './agents.ts';
import { changeSetCommands } from './change-sets/review.ts';
import { cleanUpCommands } from './clean-up.ts';
import { connectCommands } from './connect.ts';
import { decideCommands } from './decide.ts';
import { explainCommands } from './explain.ts';
import { fleetCommands } from './fleet.ts';
import { itemCommands } from './items.ts';
import { mcpCommands } from './mcp.ts';
import { messageCommands } from './messages.ts';
import { noteCommands } from './notes.ts';
import { operateCommands } from './operate.ts';
import { readinessCommands } from './readiness.ts';
import { reviewCommands } from './review.ts';
import { runCommands } from './run.ts';
import { searchCommands } from './search.ts';
import { seeCommands } from './see.ts';
import { serviceCommands } from './service.ts';
import { sessionCommands } from './sessions.ts';
import { tellCommands } from './tell.ts';
import { tryCommands } from './try.ts';

/** Every command there is, in the order of the help page. */
export const allCommands: readonly TopCommand[] = [
  ...tryCommands,
  ...runCommands,
  ...againCommands,
  ...seeCommands,
  ...searchCommands,
  ...sessionCommands,
  ...agentCommands,
  ...changeSetCommands,
  ...reviewCommands,
  ...decideCommands,
  ...explainCommands,
  ...noteCommands,
  ...itemCommands,
  ...activeCommands,
  ...operateCommands,
  ...connectCommands,
  ...messageCommands,
  ...serviceCommands,
  ...fleetCommands,
  ...readinessCommands,
  ...cleanUpCommands,
  ...mcpCommands,
  ...tellCommands,
];
