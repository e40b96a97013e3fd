/** What a change of the clocks does to one slot. Pure; for people who wonder why a slot is not at its time. */
import type { ScheduleRule } from '../words/trigger.ts';
import { nextInstants } from './next.ts';
import { wallAt, type WallMs } from './zone-offsets.ts';

export type ClockChange =
  /** Local times of day: the one that was meant does not exist, and the gap's end stands in for it. */
  | { readonly kind: 'gap'; readonly meant: string; readonly actual: string }
  /** The local time of day comes twice. */
  | { readonly kind: 'overlap'; readonly time: string; readonly turn: 'first' | 'second' };

const MINUTE_MS = 60_000;
/** Clocks have never been put back by more. */
const FURTHEST_MS = 3 * 3_600_000;

/** @param instant a slot of the rule @returns `null` for a slot like any other */
export function clockChangeAt(
  rule: ScheduleRule,
  timezone: string,
  instant: Date,
): ClockChange | null {
  const at = instant.getTime();
  const wall = wallAt(timezone, at);
  return gapBefore(rule, timezone, at) ?? overlapAt(timezone, at, wall);
}

/** A gap that ends at the slot, and holds a time of the rule that the clocks passed over. */
function gapBefore(rule: ScheduleRule, timezone: string, at: number): ClockChange | null {
  if (rule.kind === 'every') return null;
  const wall = wallAt(timezone, at);
  const begin = wallAt(timezone, at - MINUTE_MS) + MINUTE_MS;
  if (wall <= begin || isOwnTime(rule, wall)) return null;
  const meant = nextWall(rule, begin - 1);
  return meant !== null && meant < wall
    ? { kind: 'gap', meant: timeOf(meant), actual: timeOf(wall) }
    : null;
}

function overlapAt(timezone: string, at: number, wall: WallMs): ClockChange | null {
  const showsAgain = (side: number): boolean => {
    const offset = wallAt(timezone, at + side) - (at + side);
    const other = wall - offset;
    return other !== at && wallAt(timezone, other) === wall;
  };
  const time = timeOf(wall);
  if (showsAgain(FURTHEST_MS)) return { kind: 'overlap', time, turn: 'first' };
  return showsAgain(-FURTHEST_MS) ? { kind: 'overlap', time, turn: 'second' } : null;
}

function isOwnTime(rule: ScheduleRule, wall: WallMs): boolean {
  return nextWall(rule, wall - 1) === wall;
}

/** The rule on a calendar whose clocks never change. */
function nextWall(rule: ScheduleRule, after: WallMs): WallMs | null {
  return nextInstants(rule, 'UTC', { from: new Date(after), count: 1 })[0]?.getTime() ?? null;
}

/** `02:30` */
function timeOf(wall: WallMs): string {
  return new Date(wall).toISOString().slice(11, 16);
}
