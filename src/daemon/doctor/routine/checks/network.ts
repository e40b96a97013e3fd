import { warn, yes } from '../../check.ts';
import type { RoutineCheck } from '../contract.ts';

/** What it would reach, told in full: it is the way out of whatever it reads. */
export const networkCheck: RoutineCheck = {
  name: 'network',
  look: async ({ definition, isolation }) => {
    const { allow, setup } = definition.routine.permissions.network;
    const { level } = await isolation();
    const hosts = allow.length === 0 ? 'none' : allow.join(', ');
    if (level !== 'sandbox') {
      return allow.length === 0
        ? yes(`open: at level ${level} nothing limits it`)
        : warn(
            `open: at level ${level} nothing holds it to ${hosts}`,
            'Only a sandbox limits what is reached: write `isolation: sandbox` to insist on it.',
          );
    }
    const wantsSetup = definition.routine.workspace.setup.length > 0;
    return yes(wantsSetup ? `${hosts}; in set-up also ${setup.join(', ') || 'none'}` : hosts);
  },
};
