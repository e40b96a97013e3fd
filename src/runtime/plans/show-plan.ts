/** A plan as people and scripts look at it: with whose files meet, and what was made of it. */
import { planOverlaps, type PlanOverlap } from '../../ledger/plan-overlaps.ts';
import { listBranches } from '../../review/list-branches.ts';
import type { ItemPlan } from '../../words/item-plan.ts';
import type { Workspace } from '../../workspace/contract.ts';

export interface PlanView extends ItemPlan {
  readonly overlaps: readonly PlanOverlap[];
}

/** Looks at what is open now: branches that wait, and other items. */
export async function showPlan(workspace: Workspace, plan: ItemPlan): Promise<PlanView> {
  const own = new Set(plan.tasks.map(({ made }) => made));
  const items = (await workspace.items.list())
    .filter(({ state, key }) => state === 'open' && key !== plan.item && !own.has(key))
    .map(({ key, files = [] }) => ({ key, files }));
  const { branches } = await listBranches(workspace);
  const work = { items, branches: branches.map(({ branch: name, files }) => ({ name, files })) };
  return { ...plan, overlaps: planOverlaps(plan.tasks, work) };
}
