import { judgeRisk } from '../../checks/risk.ts';
import type { RoutineCheck } from '../contract.ts';

export const routineRiskCheck: RoutineCheck = {
  name: 'risk',
  look: async ({ workspace, definition }) => judgeRisk(workspace, definition.routine),
};
