/** Has an item split up: by an engine, in a run of its own, or without one, by where its findings are. */
import { findItem } from '../../context/items/find-item.ts';
import { itemForRun } from '../../context/items/item-for-run.ts';
import { surveyItems } from '../../context/items/survey-items.ts';
import { planFromFindings } from '../../ledger/plan-from-findings.ts';
import { newRunId } from '../../platform/ids.ts';
import { readContext } from '../../routines/definitions.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { ItemPlan } from '../../words/item-plan.ts';
import type { Item } from '../../words/item.ts';
import { ENGINE_IDS, type EngineId } from '../../words/routine.ts';
import { oneLine } from '../../words/text.ts';
import type { RunHandle, WarmSupervisor, Workspace } from '../../workspace/contract.ts';
import { startRun } from '../start-run.ts';
import { planSituation } from './current-plan.ts';
import { planRoutine } from './plan-routine.ts';

export interface PlanRequest {
  /** As typed. */
  readonly item: string;
  /** As typed; `null`: that of roundsman.yaml, else none. */
  readonly engine: string | null;
  /** `key=value`, laid over the routine of the run. */
  readonly overrides: readonly string[];
  /** One that waits is declined. */
  readonly again: boolean;
  readonly supervisor: WarmSupervisor | null;
}

export type StartedPlan =
  | { readonly kind: 'made'; readonly item: Item; readonly plan: ItemPlan }
  | { readonly kind: 'running'; readonly item: Item; readonly handle: RunHandle };

/** Throws `usage`, `not-found`, `refused`, `invalid-definition`. */
export async function startPlan(workspace: Workspace, request: PlanRequest): Promise<StartedPlan> {
  const forItem = await itemForRun(workspace, request.item);
  const item = await findItem(workspace, request.item);
  const engine = await engineFor(workspace, request);
  await clearTheWay(workspace, item, request.again);
  if (engine === 'builtin')
    return { kind: 'made', item, plan: await planByFindings(workspace, item) };
  const loaded = await planRoutine(workspace, { engine, overrides: request.overrides });
  const { warnings: _warnings, ...definition } = loaded;
  const { supervisor } = request;
  const handle = await startRun({
    workspace,
    ...definition,
    ...forItem,
    item: { key: item.key, purpose: 'plan' },
    // It changes nothing.
    touches: [],
    ...(supervisor === null ? {} : { supervisor }),
  });
  return { kind: 'running', item, handle };
}

/** Throws `usage` for what is no engine. */
async function engineFor(
  workspace: Workspace,
  { engine: text, overrides }: PlanRequest,
): Promise<EngineId> {
  const set = overrides
    .findLast((one) => one.startsWith('agent.engine='))
    ?.slice('agent.engine='.length);
  const typed = text ?? set ?? null;
  if (typed === null) {
    const { context } = await readContext(workspace);
    const usual = context.workspace.engine;
    // What these two start is named by each routine.
    return usual === null || usual === 'acp' || usual === 'command' ? 'builtin' : usual;
  }
  const engine = ENGINE_IDS.find((one) => one === typed);
  if (engine !== undefined) return engine;
  throw new AppError('usage', {
    code: 'unknown-engine',
    message: `there is no engine "${oneLine(typed, 40)}"`,
    hint: `There are: ${ENGINE_IDS.join(', ')}.`,
  });
}

/** One plan of an item at a time. Throws `refused`. */
async function clearTheWay(workspace: Workspace, { key }: Item, again: boolean): Promise<void> {
  const { plan, planning } = await planSituation(workspace, key);
  if (planning !== null) {
    const id = shortIdOf(planning);
    throw new AppError('refused', {
      code: 'still-planning',
      message: `run ${id} is at a plan of ${key} already`,
      hint: `Watch it: roundsman logs ${id} -f   or end it: roundsman cancel ${id}`,
    });
  }
  // One that waits is declined by the new one, once that is there.
  if (plan === null || plan.state !== 'proposed' || again) return;
  throw new AppError('refused', {
    code: 'plan-waits',
    message: `a plan of ${key} waits for a yes or no`,
    hint: `Look: roundsman plan ${key} --show   take it: roundsman plan accept ${key}   or make another: roundsman plan ${key} --again`,
  });
}

/** Throws `refused` when there is nothing to go by. */
async function planByFindings(workspace: Workspace, { key }: Item): Promise<ItemPlan> {
  const survey = await surveyItems(workspace);
  const found = survey.find(({ item }) => item.key === key);
  const open = new Set(
    (found?.ties.findings ?? [])
      .filter(({ state }) => state !== 'resolved' && state !== 'dismissed')
      .map(({ id }) => id),
  );
  const findings = (await workspace.findings.listAll()).filter(({ id }) => open.has(id));
  const tasks = planFromFindings(findings);
  if (tasks.length < 2) {
    throw new AppError('refused', {
      code: 'nothing-to-split',
      message:
        tasks.length === 0
          ? `${key} has no open finding by which it could be split up without a model`
          : `${key} has one open finding: there is nothing to split up without a model`,
      hint: `Have an engine look at it: roundsman plan ${key} --engine claude   which are here: roundsman agents`,
    });
  }
  const now = workspace.clock.now();
  const plan: ItemPlan = {
    id: newRunId(now),
    item: key,
    state: 'proposed',
    engine: 'builtin',
    run: null,
    tasks,
    problems: [],
    createdAt: now.toISOString(),
    decision: null,
  };
  await workspace.plans.create(plan);
  return plan;
}
