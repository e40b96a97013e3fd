/**
 * Makes what a person wanted of a plan: items, what they wait for, and runs. All of it is written down in the plan before
 * anything is made, and each thing is recognised when it is there: done again after a crash, it makes nothing twice. The
 * caller holds the ledger lock.
 */
import { withEvent } from '../../context/items/update-item.ts';
import { inOrder } from '../../ledger/item-plan.ts';
import { WAITS_FOR_TURN } from '../../scheduler/queue-run.ts';
import { AppError } from '../../words/errors.ts';
import type { ItemKey } from '../../words/ids.ts';
import type { ItemPlan, PlannedTask, Item, ItemLink } from '../../words/item.ts';
import { newSlotRecord } from '../../words/slot.ts';
import type { Workspace } from '../../workspace/contract.ts';

/** Told between two things that a crash may separate. */
export type PlanProbe = (
  point: 'wanted' | 'item-made' | 'item-noted' | 'slot-made',
) => Promise<void>;

/** Something of it was wanted: it may not all be there yet. */
export function isUnfinished({ tasks, state }: ItemPlan): boolean {
  return state === 'proposed' && tasks.some(({ wanted }) => wanted !== null);
}

/** Gives the plan as it is then. */
export async function finishPlan(
  workspace: Workspace,
  before: ItemPlan,
  probe: PlanProbe = async () => undefined,
): Promise<ItemPlan> {
  let plan = before;
  for (const { number } of inOrder(before.tasks)) {
    const task = plan.tasks.find((one) => one.number === number);
    if (task === undefined || task.wanted === null || task.made !== null) continue;
    const key = await makeTask(workspace, plan, task);
    await probe('item-made');
    plan = await written(workspace, plan, withTask(plan, { ...task, made: key }));
    await probe('item-noted');
  }
  await tieLateComers(workspace, plan);
  plan = await queueRuns(workspace, plan, probe);
  if (plan.state === 'proposed' && plan.tasks.every(({ made }) => made !== null)) {
    plan = await written(workspace, plan, { ...plan, state: 'settled' });
  }
  return plan;
}

async function written({ plans }: Workspace, before: ItemPlan, after: ItemPlan): Promise<ItemPlan> {
  await plans.replace(before, after);
  return after;
}

function withTask(plan: ItemPlan, task: PlannedTask): ItemPlan {
  return { ...plan, tasks: plan.tasks.map((one) => (one.number === task.number ? task : one)) };
}

/** The keys of what it waits for, as far as that was made. */
function blockersOf(plan: ItemPlan, task: PlannedTask): readonly ItemKey[] {
  return task.dependsOn.flatMap((number) => {
    const made = plan.tasks.find((one) => one.number === number)?.made ?? null;
    return made === null ? [] : [made];
  });
}

/** A crash may have come between the item and the note of it. */
async function makeTask(workspace: Workspace, plan: ItemPlan, task: PlannedTask): Promise<ItemKey> {
  const there = (await workspace.items.list()).find(
    ({ planned }) => planned?.plan === plan.id && planned.task === task.number,
  );
  if (there !== undefined) return there.key;
  const at = task.wanted?.at ?? workspace.clock.now().toISOString();
  const links = blockersOf(plan, task).map((id): ItemLink => ({ kind: 'blocked-by', id }));
  const made: Omit<Item, 'key'> = {
    state: 'open',
    title: task.title,
    body: task.body,
    routine: null,
    run: plan.run,
    findings: task.findings,
    createdAt: at,
    parent: plan.item,
    links,
    files: task.files,
    closed: null,
    planned: { plan: plan.id, task: task.number },
    history: [{ at, by: task.wanted?.by ?? '', what: `accepted it from the plan of ${plan.item}` }],
  };
  return (await workspace.items.make(made)).key;
}

/** What was accepted earlier waits for what it depends on from the moment that this is there. */
async function tieLateComers(workspace: Workspace, plan: ItemPlan): Promise<void> {
  for (const task of plan.tasks) {
    if (task.made === null) continue;
    const item = await workspace.items.read(task.made);
    if (item === null) continue;
    const links = item.links ?? [];
    const missing = blockersOf(plan, task).filter(
      (key) => item.planned?.plan === plan.id && !wasTied(item, key),
    );
    if (missing.length === 0) continue;
    const added = missing.map((id): ItemLink => ({ kind: 'blocked-by', id }));
    const event = {
      at: workspace.clock.now().toISOString(),
      by: task.wanted?.by ?? '',
      what: `tied it to ${missing.map((key) => `blocked-by:${key}`).join(', ')}`,
    };
    await workspace.items.replace(item, withEvent({ ...item, links: [...links, ...added] }, event));
  }
}

/** Also when a person took the tie away since: that is not undone. */
function wasTied({ links = [], history = [] }: Item, key: ItemKey): boolean {
  const name = `blocked-by:${key}`;
  return (
    links.some(({ kind, id }) => kind === 'blocked-by' && id === key) ||
    history.some(({ what }) => what.startsWith('untied it from') && what.includes(name))
  );
}

/** Slots are created exclusively, by keys that were chosen before: however often, each run is queued once. */
async function queueRuns(
  workspace: Workspace,
  before: ItemPlan,
  probe: PlanProbe,
): Promise<ItemPlan> {
  let plan = before;
  for (const task of inOrder(before.tasks)) {
    const { wanted, made, files } = task;
    if (wanted === null || wanted.run === null || wanted.run.queued || made === null) continue;
    const { routine, slot: key, definition } = wanted.run;
    if ((await workspace.definitions.read(definition)) === null) throw definitionGone(routine);
    const record = newSlotRecord({
      routine,
      slot: { key, scheduledFor: wanted.at, trigger: 'manual' },
      state: { kind: 'queued', reason: WAITS_FOR_TURN },
      definition,
      recordedAt: wanted.at,
      item: made,
      ...(files.length === 0 ? {} : { touches: files }),
    });
    await workspace.slots.create(record);
    await probe('slot-made');
    const queued = { ...wanted, run: { ...wanted.run, queued: true } };
    plan = await written(workspace, plan, withTask(plan, { ...task, wanted: queued }));
  }
  return plan;
}

function definitionGone(routine: string): AppError {
  return new AppError('refused', {
    code: 'definition-gone',
    message: `the definition of ${routine} that the runs were to have is no longer kept`,
    hint: 'Start them by hand: roundsman run … --item RM-n',
  });
}
