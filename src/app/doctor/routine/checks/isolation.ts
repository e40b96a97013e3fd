import { yes } from '../../check.ts';
import type { RoutineCheck } from '../contract.ts';

/** A level that was asked for and cannot be had fails the run: it is never stepped down. */
export const isolationCheck: RoutineCheck = {
  name: 'isolation',
  look: async ({ isolation }) => {
    const { level, why } = await isolation();
    return yes(why === '' ? level : `${level}: ${why}`);
  },
};
