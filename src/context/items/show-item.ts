/** One item with all that belongs to it. */
import { verdictsOnBranches } from '../../ledger/branch-verdicts.ts';
import type { TiedBranch, TiedFinding, TiedRun, TiedSession } from '../../ledger/item-facts.ts';
import type { ItemKey } from '../../words/ids.ts';
import type { ItemPlan, ItemStanding } from '../../words/item.ts';
import type { BranchVerdict } from '../../words/review/branch-verdict.ts';
import type { Workspace } from '../../workspace/contract.ts';
import {
  toItemView,
  type ItemView,
  surveyItems,
  type StandingItem,
  type SurveyOptions,
} from './list-items.ts';
import { findItem } from './update-item.ts';

export interface ItemDetail extends ItemView {
  readonly ties: {
    readonly runs: readonly TiedRun[];
    readonly branches: readonly TiedBranch[];
    readonly sessions: readonly TiedSession[];
    readonly findings: readonly TiedFinding[];
  };
  /** Parent, sub-items, and what waits for what. */
  readonly family: readonly RelatedItem[];
  /** What people decided on its branches, oldest first. */
  readonly branchVerdicts: readonly BranchVerdict[];
  /** The newest plan of it that a person has not decided on. */
  readonly plan: Pick<ItemPlan, 'id' | 'engine' | 'createdAt'> | null;
}

export interface RelatedItem {
  readonly relation: 'parent' | 'child' | 'blocked-by' | 'blocks';
  readonly key: ItemKey;
  readonly title: string;
  readonly standing: ItemStanding;
}

/** Throws `usage`, `not-found`. */
export async function showItem(
  workspace: Workspace,
  text: string,
  options: SurveyOptions = {},
): Promise<ItemDetail> {
  const { key } = await findItem(workspace, text);
  const every = await surveyItems(workspace, options);
  const found = every.find(({ item }) => item.key === key);
  // It was there a moment ago, and items never go.
  if (found === undefined) throw new TypeError(`item ${key} is gone`);
  const plans = (await workspace.plans.list()).filter(
    (plan) => plan.item === key && plan.state === 'proposed',
  );
  const plan = plans.at(-1) ?? null;
  return {
    ...toItemView(found),
    ties: found.ties,
    family: familyOf(found, every),
    branchVerdicts: await verdictsOnBranches(
      workspace,
      found.ties.branches.map(({ name }) => name),
    ),
    plan: plan === null ? null : { id: plan.id, engine: plan.engine, createdAt: plan.createdAt },
  };
}

function familyOf(
  { item, children, blocks }: StandingItem,
  every: readonly StandingItem[],
): readonly RelatedItem[] {
  const named: (readonly [RelatedItem['relation'], ItemKey | string])[] = [
    ...(item.parent === undefined || item.parent === null
      ? []
      : [['parent', item.parent] as const]),
    ...children.map((key) => ['child', key] as const),
    ...(item.links ?? [])
      .filter(({ kind }) => kind === 'blocked-by')
      .map(({ id }) => ['blocked-by', id] as const),
    ...blocks.map((key) => ['blocks', key] as const),
  ];
  return named.flatMap(([relation, key]): readonly RelatedItem[] => {
    const found = every.find((one) => one.item.key === key);
    if (found === undefined) return [];
    const { title } = found.item;
    return [{ relation, key: found.item.key, title, standing: found.standing.standing }];
  });
}
