import { findEngine } from '../../../agents/registry.ts';
import { plural } from '../../../domain/text.ts';
import { activeDefinitions } from '../active-definitions.ts';
import { no, yes, type Check } from '../check.ts';

export const enginesCheck: Check = {
  name: 'engines',
  look: async (context) => {
    const { workspace } = context;
    const ready = new Set<string>();
    const missing: { readonly routine: string; readonly message: string; readonly hint: string }[] =
      [];
    for (const { definition } of await activeDefinitions(context)) {
      const { id, agent } = definition.routine;
      const preflight = await findEngine(agent.engine).preflight({
        agent,
        env: workspace.env,
        root: workspace.location.root,
      });
      if (preflight.kind === 'ready') ready.add(agent.engine);
      else missing.push({ routine: id, ...preflight.failure });
    }
    const [first] = missing;
    if (first === undefined)
      return yes(ready.size === 0 ? 'none is needed' : `ready: ${[...ready].join(', ')}`);
    const more =
      missing.length === 1 ? '' : ` (and of ${plural(missing.length - 1, 'more routine')})`;
    return no(`of ${first.routine}${more}: ${first.message}`, first.hint);
  },
};
