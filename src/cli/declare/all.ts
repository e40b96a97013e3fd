import type { TopCommand } from '../command.ts';
import { activeCommands } from './active.ts';
import { againCommands } from './again.ts';
import { agentCommands, mcpCommands, sessionCommands } from './agents.ts';
import { changeSetCommands } from './change-sets/review.ts';
import { connectCommands, messageCommands, tellCommands } from './connect.ts';
import { decideCommands } from './decide.ts';
import { itemCommands } from './items.ts';
import { noteCommands } from './notes.ts';
import { cleanUpCommands, fleetCommands, operateCommands, serviceCommands } from './operate.ts';
import { reviewCommands } from './review.ts';
import { runCommands } from './run.ts';
import { explainCommands, searchCommands, seeCommands } from './see.ts';
import { readinessCommands, tryCommands } from './try.ts';

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
