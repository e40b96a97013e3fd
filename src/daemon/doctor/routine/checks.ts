/** What is looked at of a routine, in the order in which its run would meet it. */
import { baseCheck } from './checks/base.ts';
import { briefCheck } from './checks/brief.ts';
import { connectionsCheck } from './checks/connections.ts';
import { definitionCheck } from './checks/definition.ts';
import { engineCheck } from './checks/engine.ts';
import { filesCheck } from './checks/files.ts';
import { inputsCheck } from './checks/inputs.ts';
import { isolationCheck } from './checks/isolation.ts';
import { networkCheck } from './checks/network.ts';
import { routineRiskCheck } from './checks/risk.ts';
import { roomCheck } from './checks/room.ts';
import { triggerCheck } from './checks/trigger.ts';
import { variablesCheck } from './checks/variables.ts';
import type { RoutineCheck } from './contract.ts';

export const ROUTINE_CHECKS: readonly RoutineCheck[] = [
  definitionCheck,
  triggerCheck,
  engineCheck,
  variablesCheck,
  connectionsCheck,
  baseCheck,
  filesCheck,
  isolationCheck,
  networkCheck,
  routineRiskCheck,
  inputsCheck,
  roomCheck,
  briefCheck,
];
