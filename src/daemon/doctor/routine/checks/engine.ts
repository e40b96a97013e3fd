import { findAccount } from '../../../../engines/find-credentials.ts';
import { findEngine } from '../../../../engines/registry.ts';
import { settingsOfEngines } from '../../../../routines/trust/trusted-settings.ts';
import { formatUserSettings } from '../../../../runtime/agents/list-agents.ts';
import { no, yes } from '../../check.ts';
import { whyDaemonDiffers } from '../../daemon-variables.ts';
import { unseenInside, formatUnseen } from '../../seen-inside.ts';
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
    const account = await findAccount({ engine, env, ...settings });
    const { credentials, userSettings, notUsed } = account;
    if (credentials.kind === 'missing')
      return no(credentials.failure.message, credentials.failure.hint);
    const differs = await whyDaemonDiffers(workspace, account);
    if (differs !== null) return differs;
    const { sandbox } = await isolation();
    const name = found.version === null ? agent.engine : `${agent.engine} ${found.version}`;
    const used = formatUserSettings(userSettings) ?? notUsed;
    const more = used === null ? '' : `; ${used}`;
    if (sandbox === null) return yes(`${name}${more}`);
    const [unseen] = await unseenInside(workspace, definition.routine, sandbox);
    if (unseen === undefined) return yes(`${name}, which a sandbox has${more}`);
    const { message, hint } = formatUnseen(unseen);
    return no(message, hint);
  },
};
