import { platformFacts } from '../../../platform/environment.ts';
import { no, yes, type Check, isAtLeast } from '../check.ts';

const OLDEST = '20.19.0';

export const nodeCheck: Check = {
  name: 'node',
  look: async () => {
    const { node } = platformFacts();
    return isAtLeast(node, OLDEST)
      ? yes(node)
      : no(`Node ${node} is too old`, `Install Node ${OLDEST} or newer.`);
  },
};
