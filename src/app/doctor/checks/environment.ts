import { activeDefinitions } from '../active-definitions.ts';
import { no, yes, type Check } from '../check.ts';

/** Seen from here: a service may be given other variables than this terminal has. */
export const environmentCheck: Check = {
  name: 'environment',
  look: async (context) => {
    const { env } = context.workspace;
    const missing = new Map<string, string[]>();
    let wanted = 0;
    for (const { definition } of await activeDefinitions(context)) {
      for (const name of definition.routine.permissions.env) {
        wanted += 1;
        if ((env[name] ?? '') !== '') continue;
        missing.set(name, [...(missing.get(name) ?? []), definition.routine.id]);
      }
    }
    if (missing.size === 0)
      return yes(wanted === 0 ? 'no variable is needed' : 'all that is needed');
    const words = [...missing].map(([name, ids]) => `${name} (${ids.join(', ')})`).join(', ');
    return no(
      `not set: ${words}`,
      'Set it where the daemon is started, for a service in its unit.',
    );
  },
};
