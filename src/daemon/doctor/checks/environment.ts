import { activeDefinitions } from '../active-definitions.ts';
import { no, yes, type Check } from '../check.ts';
import { daemonVariables } from '../daemon-variables.ts';

export const environmentCheck: Check = {
  name: 'environment',
  look: async (context) => {
    const variables = await daemonVariables(context.workspace);
    const missing = new Map<string, string[]>();
    let wanted = 0;
    for (const { definition } of await activeDefinitions(context)) {
      for (const name of definition.routine.permissions.env) {
        wanted += 1;
        if (variables.has(name)) continue;
        missing.set(name, [...(missing.get(name) ?? []), definition.routine.id]);
      }
    }
    if (missing.size === 0)
      return yes(wanted === 0 ? 'no variable is needed' : 'all that is needed');
    const words = [...missing].map(([name, ids]) => `${name} (${ids.join(', ')})`).join(', ');
    return no(`not set: ${words}`, variables.hint);
  },
};
