import { readActivity } from '../../../routines/active/read-activity.ts';
import { unpushedCommits, formatUnpushed } from '../../../routines/unpushed-commits.ts';
import { warn, yes, type Check } from '../check.ts';

/** Definitions are read from the local branch, runs start from its upstream. */
export const pushedCheck: Check = {
  name: 'pushed',
  look: async ({ workspace }) => {
    const { definitions } = await readActivity(workspace);
    const unpushed = await unpushedCommits(workspace, definitions);
    if (unpushed === null) return yes('runs start from the commit that definitions are read from');
    return warn(
      formatUnpushed(unpushed),
      `Push them, or start runs from here: \`workspace: { base: ${unpushed.branch} }\``,
    );
  },
};
