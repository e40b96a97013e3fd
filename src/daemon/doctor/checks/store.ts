import { readFleet } from '../../fleet/read-fleet.ts';
import { no, warn, yes, type Check } from '../check.ts';
import { daemonVariables } from '../daemon-variables.ts';

/** Where the records are, and that the daemon gets at them too. */
export const storeCheck: Check = {
  name: 'store',
  look: async ({ workspace }) => {
    const { store, choice, database, problems } = await readFleet(workspace);
    const [problem] = problems;
    if (store === 'files')
      return problem === undefined ? yes('files of this machine') : warn(problem, '');
    const fault = database?.fault ?? null;
    if (fault !== null) return no(fault.message, fault.hint);
    const variables = await daemonVariables(workspace);
    if (choice !== null && !variables.has(choice.variable))
      return no(`the daemon does not have ${choice.variable}`, variables.hint);
    const where = `PostgreSQL, ${database?.address ?? ''}, tables of version ${database?.schema ?? 0}`;
    return problem === undefined ? yes(where) : warn(`${where}: ${problem}`, '');
  },
};
