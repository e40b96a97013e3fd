import { readActivity } from '../../../routines/active/read-activity.ts';
import { unpushedCommits, formatUnpushed } from '../../../routines/unpushed-commits.ts';
import { warn, yes, type Check } from '../check.ts';

/** Definitions are read from the local branch; where its upstream went another way, runs start from that. */
export const pushedCheck: Check = {
  name: 'pushed',
  look: async ({ workspace }) => {
    const { definitions } = await readActivity(workspace);
    const unpushed = await unpushedCommits(workspace, definitions);
    if (unpushed === null) return yes('runs start from the commit that definitions are read from');
    if (unpushed.runsHaveThem) return yes(formatUnpushed(unpushed));
    return warn(
      formatUnpushed(unpushed),
      `${unpushed.base} has other commits: bring both together (git pull), or set \`workspace: { base: ${unpushed.branch} }\``,
    );
  },
};
