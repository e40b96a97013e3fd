import { yes } from '../../check.ts';
import { connectionFaults } from '../../connection-faults.ts';
import { daemonVariables } from '../../daemon-variables.ts';
import type { RoutineCheck } from '../contract.ts';

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
