import { findAccount } from '../../../../engines/find-credentials.ts';
import { findEngine } from '../../../../engines/registry.ts';
import { settingsOfEngines } from '../../../../routines/trust/trusted-settings.ts';
import { formatUserSettings } from '../../../../runtime/agents/list-agents.ts';
import { decideHistory } from '../../../../sandbox/decide-level.ts';
import { formatHistory } from '../../../../words/format-history.ts';
import { no, yes, warn } from '../../check.ts';
import { unseenInside, formatUnseen } from '../../checks/engines.ts';
import { whyDaemonDiffers, daemonVariables } from '../../daemon-variables.ts';
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

/** A level that was asked for and cannot be had fails the run: it is never stepped down. */
export const isolationCheck: RoutineCheck = {
  name: 'isolation',
  look: async ({ isolation, definition: { routine } }) => {
    const { level, sandbox, notice } = await isolation();
    if (notice !== null)
      return warn(notice, 'Write `isolation: private` if you want that, or fix it.');
    const { history } = decideHistory({ routine, event: null, inputs: {} }, level);
    const by = sandbox === null ? '' : `, by ${sandbox.kind} ${sandbox.version}`;
    return yes(`${level}${by}; it can read ${formatHistory(history)}`);
  },
};

/** Those that the daemon would have, not those of this terminal. */
export const variablesCheck: RoutineCheck = {
  name: 'variables',
  look: async ({ definition, workspace }) => {
    const wanted = definition.routine.permissions.env;
    if (wanted.length === 0) return yes('none is needed');
    const variables = await daemonVariables(workspace);
    const unset = wanted.filter((name) => !variables.has(name));
    return unset.length === 0
      ? yes(wanted.join(', '))
      : no(`permissions.env: not set: ${unset.join(', ')}`, variables.hint);
  },
};
