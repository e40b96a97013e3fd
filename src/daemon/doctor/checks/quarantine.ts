import { machinePaths } from '../../../store/machine-paths.ts';
import { listQuarantined } from '../../../store/run-folder/quarantine.ts';
import { shortIdOf } from '../../../words/ids.ts';
import { plural } from '../../../words/text.ts';
import { warn, yes, type Check } from '../check.ts';

const SHOWN = 3;

/** Their work is still in their folders, and nothing else reports it. */
export const quarantineCheck: Check = {
  name: 'quarantine',
  look: async ({ workspace }) => {
    const { stateDir } = workspace.location;
    const runs = await listQuarantined(stateDir);
    if (runs.length === 0) return yes('no run was set aside');
    const words = runs.slice(-SHOWN).map(({ id, problem }) => `${shortIdOf(id)} (${problem})`);
    return warn(
      `${plural(runs.length, 'run')} set aside because their folders do not tell what happened: ${words.join(', ')}`,
      `Look at what they hold, then remove them: ${machinePaths(stateDir).quarantine}`,
    );
  },
};
