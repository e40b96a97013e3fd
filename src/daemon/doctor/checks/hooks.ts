import { no, warn, yes, type Check } from '../check.ts';
import { daemonVariables } from '../daemon-variables.ts';

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
