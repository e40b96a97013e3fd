/** A finding, its item RM-1 and its issue harbour/lamps#1. */
import type { Proposal } from '../../../src/words/proposal.ts';
import type { KitIssue } from './github-state.ts';
import { trackerWorld, type TrackerWorld } from './tracker-world.ts';

export interface FiledIssue extends TrackerWorld {
  readonly issue: KitIssue;
  /** Files the same finding again, approved; what came of it. */
  readonly again: () => Promise<string | undefined>;
  readonly act: (line: Parameters<TrackerWorld['propose']>[0][number]) => Promise<Proposal>;
}

export async function filedIssue(
  options: Parameters<typeof trackerWorld>[0] = {},
): Promise<FiledIssue> {
  const world = await trackerWorld(options);
  const act: FiledIssue['act'] = async (line) => {
    const [proposal] = await world.propose([line]);
    if (proposal === undefined) throw new TypeError('nothing was proposed');
    return proposal;
  };
  const file = async (title: string): Promise<string | undefined> => {
    const proposal = await act({ type: 'new', title, findings: ['lamp-1'] });
    return (await world.approve(proposal)).applying?.outcome;
  };
  await world.report('lamp-1', 'The lamp at the quay is out');
  await file('Mend the lamp');
  const [issue] = world.server.state.issues;
  if (issue === undefined) throw new TypeError('no issue was made');
  return { ...world, issue, act, again: () => file('Again') };
}
