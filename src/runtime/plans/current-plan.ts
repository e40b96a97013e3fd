/** The plan of an item that there is to decide on: what ended runs left is taken first, and what a crash cut off is finished. */
import { join } from 'node:path';

import { PLAN_FILE, PlanLine } from '../../engines/agent-contract.ts';
import {
  planOverlaps,
  type PlanOverlap,
  readPlan,
  type NumberedPlanLine,
} from '../../ledger/item-plan.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { listBranches } from '../../review/list-branches.ts';
import { runPaths } from '../../store/run-folder/run-paths.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf, type ItemKey, type RunId } from '../../words/ids.ts';
import type { ItemPlan } from '../../words/item.ts';
import { formatOutcome } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { finishPlan, isUnfinished } from './make-wanted.ts';

/** A plan is decided on before so many runs ended since. */
const MOST_RUNS = 2_000;

interface PlanSituation {
  /** The newest; `null`: there never was one. */
  readonly plan: ItemPlan | null;
  /** A run that is at it. */
  readonly planning: RunId | null;
  /** Why the newest run that planned left none; `null`: it did, or there was none. */
  readonly failed: AppError | null;
}

export async function planSituation(workspace: Workspace, key: ItemKey): Promise<PlanSituation> {
  const { views } = await workspace.runs.listViews({ limit: MOST_RUNS });
  const runs = views.filter(({ item }) => item?.key === key && item.purpose === 'plan');
  const planning = runs.find(({ state }) => state !== 'ended')?.id ?? null;
  const newest = runs.find(({ state }) => state === 'ended');
  const failed = newest === undefined ? null : await tryTake(workspace, newest, key);
  const plans = (await workspace.plans.list()).filter(({ item }) => item === key);
  for (const plan of plans.filter(isUnfinished)) await resume(workspace, plan.id);
  const waiting = plans.filter(({ state }) => state === 'proposed');
  for (const plan of waiting.slice(0, -1)) await supersede(workspace, plan.id);
  const open = waiting.at(-1) ?? plans.at(-1) ?? null;
  const plan = open === null ? null : await workspace.plans.read(open.id);
  // A plan that was made since is what counts.
  const isOld = newest !== undefined && plan !== null && plan.id > newest.id;
  return { plan, planning, failed: isOld ? null : failed };
}

/** Throws `not-found` when there is none to decide on. */
export async function planToDecide(workspace: Workspace, key: ItemKey): Promise<ItemPlan> {
  const { plan, planning, failed } = await planSituation(workspace, key);
  if (plan !== null && plan.state === 'proposed') return plan;
  if (planning !== null) {
    throw new AppError('refused', {
      code: 'still-planning',
      message: `run ${shortIdOf(planning)} is still at the plan of ${key}`,
      hint: `Watch it: roundsman logs ${shortIdOf(planning)} -f`,
    });
  }
  if (failed !== null) throw failed;
  throw new AppError('not-found', {
    code: 'no-plan',
    message:
      plan === null
        ? `there is no plan of ${key}`
        : `the plan of ${key} was ${plan.state === 'declined' ? 'declined' : 'accepted, all of it'}`,
    hint: `Have one made: roundsman plan ${key}`,
  });
}

async function tryTake(
  workspace: Workspace,
  view: RunView,
  key: ItemKey,
): Promise<AppError | null> {
  try {
    await takePlan(workspace, view, key);
    return null;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.reason === 'no-plan') return thrown;
    throw thrown;
  }
}

async function resume(workspace: Workspace, id: string): Promise<void> {
  await changePlan(workspace, id, async (plan) => void (await finishPlan(workspace, plan)));
}

/** There is a newer one: of two plans of an item only one is to be decided on. */
async function supersede(workspace: Workspace, id: string): Promise<void> {
  await changePlan(workspace, id, async (plan) => {
    if (plan.state !== 'proposed') return;
    const at = workspace.clock.now().toISOString();
    const decision = { by: workspace.actor, at, reason: 'planned again' };
    await workspace.plans.replace(plan, { ...plan, state: 'declined', decision });
  });
}

async function changePlan(
  workspace: Workspace,
  id: string,
  change: (plan: ItemPlan) => Promise<void>,
): Promise<void> {
  await workspace.locks.ledger(async () => {
    const plan = await workspace.plans.read(id);
    if (plan !== null) await change(plan);
  });
}

/**
 * From what a planning run left to a plan that a person decides on. Safe to repeat: a run leaves one plan.
 * Throws `failed` when the run left none that can be used. It has ended.
 */
async function takePlan(workspace: Workspace, view: RunView, item: ItemKey): Promise<ItemPlan> {
  const there = await workspace.plans.read(view.id);
  if (there !== null) return there;
  const { tasks, problems } = readPlan(await linesOf(workspace, view));
  if (view.result?.report !== 'valid' || tasks.length === 0) throw noPlan(view);
  const plan: ItemPlan = {
    id: view.id,
    item,
    state: 'proposed',
    engine: view.engine,
    run: view.id,
    tasks: tasks.map((task) => ({ ...task, body: stripControls(task.body) })),
    problems,
    createdAt: view.endedAt ?? workspace.clock.now().toISOString(),
    decision: null,
  };
  await workspace.plans.create(plan);
  return (await workspace.plans.read(view.id)) ?? plan;
}

/** The validated copy, not what the agent could still have touched; and through its schema once more. */
async function linesOf(
  { location }: Workspace,
  { id }: RunView,
): Promise<readonly NumberedPlanLine[]> {
  const text = await readTextIfThere(join(runPaths(location.stateDir, id).accepted, PLAN_FILE));
  return (text ?? '').split('\n').flatMap((line): readonly NumberedPlanLine[] => {
    const entry = tryParseJson(line);
    if (!isRecord(entry) || typeof entry['line'] !== 'number') return [];
    const read = PlanLine.safeParse(entry['value']);
    return read.success ? [{ line: entry['line'], value: read.data }] : [];
  });
}

function noPlan(view: RunView): AppError {
  const id = shortIdOf(view.id);
  return new AppError('failed', {
    code: 'no-plan',
    message: `run ${id} left no plan that can be used: ${formatOutcome(view)}`,
    hint: `See what it did: roundsman show ${id}   once more: roundsman retry ${id}`,
  });
}

// A plan as people and scripts look at it: with whose files meet, and what was made of it.
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
