import { activeDefinitions, no, yes, type Check, type Verdict, warn } from '../check.ts';
import { connectionFaults } from '../connection-faults.ts';
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

export const hooksCheck: Check = {
  name: 'hooks',
  look: async ({ active, workspace }) => {
    const { routines, daemon } = await active();
    const hooked = routines.flatMap(({ id, enabled, triggers }) =>
      enabled
        ? triggers.flatMap((one) => (one.kind === 'webhook' ? [{ id, secret: one.secret }] : []))
        : [],
    );
    if (hooked.length === 0) return yes('no routine listens to webhooks');
    const ids = [...new Set(hooked.map(({ id }) => id))].join(', ');
    if (daemon.hooksListen === null) {
      return warn(
        `${ids}: webhooks are not received, because no listener is set`,
        'Write `hooks: { listen: "127.0.0.1:8787" }` into roundsman.yaml, or tell of them by hand: roundsman emit',
      );
    }
    const variables = await daemonVariables(workspace);
    const without = hooked.filter(({ secret }) => !variables.has(secret));
    if (without.length === 0) return yes(`${ids}, on ${daemon.hooksListen}`);
    const words = without.map(({ id, secret }) => `${secret} (${id})`).join(', ');
    return no(`no secret is set: ${words}; deliveries are refused`, variables.hint);
  },
};
