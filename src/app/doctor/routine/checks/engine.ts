import { findEngine } from '../../../../agents/registry.ts';
import { settingsOfEngines } from '../../../agents/engine-settings.ts';
import { findCredentials } from '../../../agents/find-credentials.ts';
import { no, yes } from '../../check.ts';
import { unseenInside, unseenWords } from '../../seen-inside.ts';
import type { RoutineCheck } from '../contract.ts';

export const engineCheck: RoutineCheck = {
  name: 'engine',
  look: async ({ definition, workspace, isolation }) => {
    const { agent } = definition.routine;
    const { env, location } = workspace;
    const engine = findEngine(agent.engine);
    const settings = (await settingsOfEngines(workspace))(agent.engine);
    const found = await engine.preflight({ agent, env, root: location.root, ...settings });
    if (found.kind === 'missing') return no(found.failure.message, found.failure.hint);
    const account = await findCredentials({ engine, env, ...settings });
    if (account.kind === 'missing') return no(account.failure.message, account.failure.hint);
    const { sandbox } = await isolation();
    const name = found.version === null ? agent.engine : `${agent.engine} ${found.version}`;
    if (sandbox === null) return yes(name);
    const [unseen] = await unseenInside(workspace, definition.routine, sandbox);
    if (unseen === undefined) return yes(`${name}, which a sandbox has`);
    const { message, hint } = unseenWords(unseen);
    return no(message, hint);
  },
};
