import { plural } from '../../../../words/text.ts';
import { yes } from '../../check.ts';
import type { RoutineCheck } from '../contract.ts';

/** Collected and rendered as for a run; nothing of it is kept. */
export const briefCheck: RoutineCheck = {
  name: 'brief',
  look: async ({ brief: render }) => {
    const { brief } = await render();
    const facts = Object.entries(brief.facts).map(
      ([collector, { coverage }]) =>
        `${collector}: ${coverage.found.toLocaleString('en-US')} of ${coverage.examined.toLocaleString('en-US')} examined`,
    );
    return yes([`a prompt of ${plural(brief.prompt.length, 'character')}`, ...facts].join('; '));
  },
};
