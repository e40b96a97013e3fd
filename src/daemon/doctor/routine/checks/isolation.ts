import { decideHistory } from '../../../../sandbox/decide-level.ts';
import { formatHistory } from '../../../../words/format-history.ts';
import { warn, yes } from '../../check.ts';
import type { RoutineCheck } from '../contract.ts';

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
