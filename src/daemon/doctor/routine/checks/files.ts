import { missingFiles } from '../../../rehearse/missing-files.ts';
import { no, warn, yes } from '../../check.ts';
import type { RoutineCheck } from '../contract.ts';

/** Template and prompt at the base; programs of the condition, collectors, set-up, checks and the agent. */
export const filesCheck: RoutineCheck = {
  name: 'files',
  look: async ({ definition, workspace }) => {
    const problems = await missingFiles(workspace, definition);
    const failing = problems.filter(({ level }) => level === 'fail');
    const told = failing.length > 0 ? failing : problems;
    const [first] = told;
    if (first === undefined) return yes('all that it names is there');
    const words = told.map(({ message }) => message).join('; ');
    return failing.length > 0 ? no(words, first.hint) : warn(words, first.hint);
  },
};
