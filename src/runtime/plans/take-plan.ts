/** From what a planning run left to a plan that a person decides on. Safe to repeat: a run leaves one plan. */
import { join } from 'node:path';

import { PLAN_FILE, PlanLine } from '../../engines/plan-line.ts';
import { readPlan, type NumberedPlanLine } from '../../ledger/read-plan.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { runPaths } from '../../store/state-paths.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf, type ItemKey } from '../../words/ids.ts';
import type { ItemPlan } from '../../words/item-plan.ts';
import { formatOutcome } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

/** Throws `failed` when the run left none that can be used. It has ended. */
export async function takePlan(
  workspace: Workspace,
  view: RunView,
  item: ItemKey,
): Promise<ItemPlan> {
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
