import { findEngine } from '../../../../agents/registry.ts';
import { no, yes } from '../../check.ts';
import type { RoutineCheck } from '../contract.ts';

export const engineCheck: RoutineCheck = {
  name: 'engine',
  look: async ({ definition, workspace }) => {
    const { agent } = definition.routine;
    const { env, location } = workspace;
    const found = await findEngine(agent.engine).preflight({ agent, env, root: location.root });
    if (found.kind === 'missing') return no(found.failure.message, found.failure.hint);
    return yes(found.version === null ? agent.engine : `${agent.engine} ${found.version}`);
  },
};
