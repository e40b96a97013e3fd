import { warn, yes } from '../../check.ts';
import { judgeRisk } from '../../checks/definitions.ts';
import { connectionFaults } from '../../connection-faults.ts';
import { daemonVariables } from '../../daemon-variables.ts';
import type { RoutineCheck } from '../contract.ts';

/** What it would reach, told in full: it is the way out of whatever it reads. */
export const networkCheck: RoutineCheck = {
  name: 'network',
  look: async ({ definition, isolation }) => {
    const { allow, setup } = definition.routine.permissions.network;
    const { level } = await isolation();
    const hosts = allow.length === 0 ? 'none' : allow.join(', ');
    if (level !== 'sandbox') {
      return allow.length === 0
        ? yes(`open: at level ${level} nothing limits it`)
        : warn(
            `open: at level ${level} nothing holds it to ${hosts}`,
            'Only a sandbox limits what is reached: write `isolation: sandbox` to insist on it.',
          );
    }
    const wantsSetup = definition.routine.workspace.setup.length > 0;
    return yes(wantsSetup ? `${hosts}; in set-up also ${setup.join(', ') || 'none'}` : hosts);
  },
};

/** Their credentials, as the daemon would have them, and their hosts; `connect NAME` asks the other side. */
export const connectionsCheck: RoutineCheck = {
  name: 'connections',
  look: async ({ definition, workspace, active }) => {
    const variables = await daemonVariables(workspace);
    const { commit } = await active();
    const { names, fault } = await connectionFaults(definition, { workspace, variables, commit });
    return fault ?? yes(names.length === 0 ? 'none is used' : names.join(', '));
  },
};

export const routineRiskCheck: RoutineCheck = {
  name: 'risk',
  look: async ({ workspace, definition }) => judgeRisk(workspace, definition.routine),
};
