import { activeDefinitions } from '../active-definitions.ts';
import { yes, type Check, type Verdict } from '../check.ts';
import { connectionFaults } from '../connection-faults.ts';
import { daemonVariables } from '../daemon-variables.ts';

/** Of those that active routines use: what is wrong is told here, and not at six in the morning. */
export const connectionsCheck: Check = {
  name: 'connections',
  look: async (context) => {
    const { workspace } = context;
    const { commit } = await context.active();
    const looked = { workspace, variables: await daemonVariables(workspace), commit };
    const used = new Set<string>();
    let warning: Verdict | null = null;
    for (const { definition } of await activeDefinitions(context)) {
      const { names, fault } = await connectionFaults(definition, looked);
      for (const name of names) used.add(name);
      if (fault === null) continue;
      const named = { ...fault, detail: `${fault.detail} (${definition.routine.id})` };
      if (fault.ok === 'no') return named;
      warning ??= named;
    }
    return warning ?? yes(used.size === 0 ? 'none is used' : [...used].join(', '));
  },
};
