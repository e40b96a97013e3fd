import { AppError } from '../domain/errors.ts';
/** The coming slots of a routine or of a cron line. */
import type { ScheduleRule, Trigger } from '../domain/routine.ts';
import { findRoutine } from '../routines/find-routine.ts';
import { isTimezone } from '../routines/is-timezone.ts';
import { checkSchedule, nextInstants } from '../scheduler/next.ts';
import type { Workspace } from './contract.ts';
import { invalidDefinition, readCatalog } from './definitions.ts';

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
  const catalog = await readCatalog(workspace);
  // The zone of a schedule may stand there.
  if (catalog.workspaceProblems.length > 0)
    throw invalidDefinition('roundsman.yaml', catalog.workspaceProblems);
  const { routine } = findRoutine(catalog, id);
  return slotsOf(routine.triggers, { from, count });
}

/** Throws `usage` for a line or a zone that does not hold. */
export function nextOfCron({
  expression,
  timezone,
  from,
  count,
}: SlotSearch & {
  readonly expression: string;
  readonly timezone: string;
}): readonly ComingSlot[] {
  if (!isTimezone(timezone)) {
    throw wrong(`there is no time zone ${timezone}`, 'Write an IANA name such as Europe/Berlin.');
  }
  const rule = { kind: 'cron', expression } as const;
  const fault = checkSchedule(rule, timezone);
  if (fault !== null) throw wrong(fault.message, fault.hint);
  return slotsOfRule(rule, timezone, { from, count });
}

/** The first slot of all, `null` without a schedule ahead. */
export function firstOf(triggers: readonly Trigger[], from: Date): ComingSlot | null {
  return slotsOf(triggers, { from, count: 1 })[0] ?? null;
}

/** Two schedules that are due at one instant are one slot. */
function slotsOf(triggers: readonly Trigger[], search: SlotSearch): readonly ComingSlot[] {
  const slots = new Map<string, ComingSlot>();
  for (const trigger of triggers) {
    if (trigger.kind !== 'schedule') continue;
    for (const slot of slotsOfRule(trigger.when, trigger.timezone, search)) {
      if (!slots.has(slot.instant)) slots.set(slot.instant, slot);
    }
  }
  return [...slots.values()]
    .toSorted((a, b) => (a.instant < b.instant ? -1 : 1))
    .slice(0, search.count);
}

function slotsOfRule(
  rule: ScheduleRule,
  timezone: string,
  search: SlotSearch,
): readonly ComingSlot[] {
  const instants = nextInstants(rule, timezone, search);
  return instants.map((instant) => ({ instant: instant.toISOString(), timezone }));
}

function wrong(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'bad-schedule', message, hint });
}
