/** The coming slots of a routine or of a cron line. */
import type { ScheduleRule, Trigger } from '../domain/routine.ts';
import { instantsOf } from './coming-slots.ts';
import type { Workspace } from './contract.ts';
import { readCatalog } from './definitions.ts';
import { findEntry, soundRoutine } from './find-routine.ts';

export interface ComingSlot {
  /** ISO 8601, UTC. */
  readonly instant: string;
  /** The zone it was reckoned in. */
  readonly timezone: string;
}

export interface SlotSearch {
  /** Slots after this instant. */
  readonly from: Date;
  readonly count: number;
}

/** Throws `not-found`, or `invalid-definition` when the routine is broken. */
export async function nextOfRoutine(
  workspace: Workspace,
  { id, from, count }: SlotSearch & { readonly id: string },
): Promise<readonly ComingSlot[]> {
  const routine = soundRoutine(findEntry(await readCatalog(workspace), id));
  return slotsOf(routine.triggers, { from, count });
}

/** Throws `usage` for a line or a zone that does not hold. */
export async function nextOfCron({
  expression,
  timezone,
  from,
  count,
}: SlotSearch & {
  readonly expression: string;
  readonly timezone: string;
}): Promise<readonly ComingSlot[]> {
  return slotsOfRule({ kind: 'cron', expression }, timezone, { from, count });
}

/** The first slot of all, `null` without a schedule ahead. */
export async function firstOf(
  triggers: readonly Trigger[],
  from: Date,
): Promise<ComingSlot | null> {
  return (await slotsOf(triggers, { from, count: 1 }))[0] ?? null;
}

/** Two schedules that are due at one instant are one slot. */
async function slotsOf(
  triggers: readonly Trigger[],
  search: SlotSearch,
): Promise<readonly ComingSlot[]> {
  const slots = new Map<string, ComingSlot>();
  for (const trigger of triggers) {
    if (trigger.kind !== 'schedule') continue;
    for (const slot of await slotsOfRule(trigger.when, trigger.timezone, search)) {
      if (!slots.has(slot.instant)) slots.set(slot.instant, slot);
    }
  }
  return [...slots.values()]
    .toSorted((a, b) => (a.instant < b.instant ? -1 : 1))
    .slice(0, search.count);
}

async function slotsOfRule(
  rule: ScheduleRule,
  timezone: string,
  { from, count }: SlotSearch,
): Promise<readonly ComingSlot[]> {
  const instants = await instantsOf(rule, { timezone, from, count });
  return instants.map((instant) => ({ instant: instant.toISOString(), timezone }));
}
