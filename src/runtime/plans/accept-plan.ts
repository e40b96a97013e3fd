/** A person's yes or no to a plan. */
import { surveyItems } from '../../context/items/list-items.ts';
import { findItem } from '../../context/items/update-item.ts';
import { isSettled } from '../../ledger/item-standing.ts';
import { newRunId } from '../../platform/ids.ts';
import type { LoadedRoutine } from '../../routines/load-routine.ts';
import { pinDefinition } from '../../routines/pin-definition.ts';
import { AppError } from '../../words/errors.ts';
import { isSlotKey, type ItemKey } from '../../words/ids.ts';
import type { ItemPlan, PlannedTask, WantedTask } from '../../words/item.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { planToDecide } from './current-plan.ts';
import { finishPlan, type PlanProbe } from './make-wanted.ts';

interface AcceptRequest {
  /** As typed. */
  readonly item: string;
  /** Numbers of sub-items; empty: all that are left. */
  readonly numbers: readonly number[];
  /** A run of it is queued for each that waits for no other; `null`: none. */
  readonly routine: LoadedRoutine | null;
  readonly probe?: PlanProbe;
}

interface AcceptedPlan {
  readonly plan: ItemPlan;
  /** Items made now, in the order of the plan. */
  readonly made: readonly ItemKey[];
  /** Of those, the ones whose run is queued. */
  readonly queued: readonly ItemKey[];
  /** Of those, the ones that wait for others: their runs are for later. */
  readonly waiting: readonly ItemKey[];
}

/** Throws `usage`, `not-found`, `refused`. Accepting what was accepted makes nothing more. */
export async function acceptPlan(
  workspace: Workspace,
  { item: text, numbers, routine, probe = async () => undefined }: AcceptRequest,
): Promise<AcceptedPlan> {
  const item = await findItem(workspace, text);
  const { id } = await planToDecide(workspace, item.key);
  if (routine !== null) await pinDefinition(workspace, routine);
  const settled = routine === null ? new Set<ItemKey>() : await settledItems(workspace);
  const exclusively = workspace.locks.ledger;
  return exclusively(async () => {
    const before = await workspace.plans.read(id);
    if (before === null || before.state !== 'proposed') throw decidedMeanwhile(item.key);
    const chosen = chooseTasks(before, numbers);
    const wanted = wantTasks(workspace, before, { chosen, routine, settled });
    await workspace.plans.replace(before, wanted);
    await probe('wanted');
    const plan = await finishPlan(workspace, wanted, probe);
    const fresh = plan.tasks.filter(
      ({ number }) => chosen.has(number) && before.tasks.some(isUnmade(number)),
    );
    const keysOf = (tasks: readonly PlannedTask[]): readonly ItemKey[] =>
      tasks.flatMap(({ made }) => (made === null ? [] : [made]));
    return {
      plan,
      made: keysOf(fresh),
      queued: keysOf(fresh.filter((task) => task.wanted?.run !== null)),
      waiting: routine === null ? [] : keysOf(fresh.filter((task) => task.wanted?.run === null)),
    };
  });
}

/** What was made of it stays. Throws `usage`, `not-found`, `refused`. */
export async function declinePlan(
  workspace: Workspace,
  text: string,
  reason: string,
): Promise<ItemPlan> {
  const item = await findItem(workspace, text);
  const { id } = await planToDecide(workspace, item.key);
  const exclusively = workspace.locks.ledger;
  return exclusively(async () => {
    const before = await workspace.plans.read(id);
    if (before === null || before.state !== 'proposed') throw decidedMeanwhile(item.key);
    const decision = {
      by: workspace.actor,
      at: workspace.clock.now().toISOString(),
      reason: oneLine(reason, 1_000),
    };
    const plan: ItemPlan = { ...before, state: 'declined', decision };
    await workspace.plans.replace(before, plan);
    return plan;
  });
}

/** Nothing waits for them any more. */
async function settledItems(workspace: Workspace): Promise<ReadonlySet<ItemKey>> {
  const every = await surveyItems(workspace);
  return new Set(
    every.filter(({ standing }) => isSettled(standing.standing)).map(({ item }) => item.key),
  );
}

function isUnmade(number: number): (task: PlannedTask) => boolean {
  return (task) => task.number === number && task.made === null;
}

/** Throws `usage` for a number that is none of the plan's. */
function chooseTasks(plan: ItemPlan, numbers: readonly number[]): ReadonlySet<number> {
  const known = new Set(plan.tasks.map(({ number }) => number));
  const strange = numbers.find((number) => !known.has(number));
  if (strange === undefined) return numbers.length === 0 ? known : new Set(numbers);
  throw new AppError('usage', {
    code: 'no-such-task',
    message: `the plan of ${plan.item} has no sub-item ${strange}: it has ${plural(plan.tasks.length, 'sub-item')}, ${[...known].join(', ')}`,
    hint: `Look at it: roundsman plan ${plan.item} --show`,
  });
}

interface Wish {
  readonly chosen: ReadonlySet<number>;
  readonly routine: LoadedRoutine | null;
  readonly settled: ReadonlySet<ItemKey>;
}

/** What was wanted before stays as it was wanted. */
function wantTasks(workspace: Workspace, plan: ItemPlan, wish: Wish): ItemPlan {
  const { chosen, routine, settled } = wish;
  const now = workspace.clock.now();
  const by = workspace.actor;
  const isAhead = (number: number): boolean => {
    const made = plan.tasks.find((task) => task.number === number)?.made ?? null;
    return made === null ? chosen.has(number) : !settled.has(made);
  };
  const tasks = plan.tasks.map((task): PlannedTask => {
    if (!chosen.has(task.number) || task.wanted !== null) return task;
    const run = routine === null || task.dependsOn.some(isAhead) ? null : runFor(routine, now);
    return { ...task, wanted: { by, at: now.toISOString(), run } };
  });
  return { ...plan, tasks };
}

function runFor({ routine, definition }: LoadedRoutine, now: Date): WantedTask['run'] {
  const slot = `manual:${newRunId(now)}`;
  if (!isSlotKey(slot))
    throw new AppError('internal', { code: 'bad-slot-key', message: slot, hint: '' });
  return { routine: routine.id, slot, definition: definition.hash, queued: false };
}

function decidedMeanwhile(key: ItemKey): AppError {
  return new AppError('refused', {
    code: 'already-decided',
    message: `the plan of ${key} was decided in the meantime`,
    hint: `See the result: roundsman items show ${key}`,
  });
}
