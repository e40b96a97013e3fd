/** How far the clocks of a zone are from UTC, and when that changes, by the platform's time zone database. Pure. */

/** Milliseconds that clocks are ahead of UTC. */
export type Offset = number;

export interface OffsetChange {
  /** The first instant with the new offset. */
  readonly at: number;
  readonly before: Offset;
  readonly after: Offset;
}

export interface ZoneOffsets {
  at(instant: number): Offset;
  /** Those with from <= at <= to, ascending. */
  changes(from: number, to: number): readonly OffsetChange[];
}

/** No zone changes its clocks there and back within this. */
const STEP_MS = 7 * 86_400_000;

interface Step {
  readonly offset: Offset;
  readonly change: OffsetChange | null;
}

const zones = new Map<string, ZoneOffsets>();

/** Throws a RangeError for a zone that the platform does not know. */
export function zoneOffsets(timezone: string): ZoneOffsets {
  const known = zones.get(timezone);
  if (known !== undefined) return known;
  const made = offsetsOf(offsetReader(timezone));
  zones.set(timezone, made);
  return made;
}

function offsetsOf(read: (instant: number) => Offset): ZoneOffsets {
  const steps = new Map<number, Step>();
  const stepOf = (index: number): Step => {
    const known = steps.get(index);
    if (known !== undefined) return known;
    const offset = read(index * STEP_MS);
    const after = read((index + 1) * STEP_MS);
    const change =
      offset === after ? null : { at: changeIn(read, index * STEP_MS), before: offset, after };
    const made = { offset, change };
    steps.set(index, made);
    return made;
  };
  return {
    at: (instant) => {
      const { offset, change } = stepOf(Math.floor(instant / STEP_MS));
      return change !== null && instant >= change.at ? change.after : offset;
    },
    changes: (from, to) => {
      const found: OffsetChange[] = [];
      for (let index = Math.floor(from / STEP_MS); index * STEP_MS <= to; index += 1) {
        const { change } = stepOf(index);
        if (change !== null && change.at >= from && change.at <= to) found.push(change);
      }
      return found;
    },
  };
}

/** By halves, to the second. */
function changeIn(read: (instant: number) => Offset, begin: number): number {
  const offset = read(begin);
  let still = begin;
  let changed = begin + STEP_MS;
  while (changed - still > 1000) {
    const middle = Math.floor((still + changed) / 2000) * 1000;
    if (read(middle) === offset) still = middle;
    else changed = middle;
  }
  return changed;
}

function offsetReader(timezone: string): (instant: number) => Offset {
  // Known without the data of zones, whose first use costs a process some 20 ms.
  if (timezone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const fields = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
    for (const { type, value } of format.formatToParts(instant)) {
      if (type in fields) Object.assign(fields, { [type]: Number(value) });
    }
    const { year, month, day, hour, minute, second } = fields;
    return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
  };
}

// Between wall clocks and instants. Pure.

/** A wall time written as if it were UTC: milliseconds, good for arithmetic on calendar fields only. */
export type WallMs = number;

/** Where clocks show a wall time. */
export type WallPlace =
  | { readonly kind: 'once'; readonly instant: number }
  | {
      readonly kind: 'twice';
      readonly first: number;
      readonly second: number;
      readonly change: OffsetChange;
    }
  /** Never: they jump over it. */
  | { readonly kind: 'gap'; readonly change: OffsetChange };

const DAY_MS = 86_400_000;
/** A zone is ahead of UTC by 15 h at most, and behind by as much. */
const FURTHEST_MS = 16 * 3_600_000;

/** What the clocks of a zone show at an instant, to the second. */
export function wallAt(timezone: string, instant: number): WallMs {
  const second = Math.floor(instant / 1000) * 1000;
  return second + zoneOffsets(timezone).at(second);
}

export function placeOf(timezone: string, wall: WallMs): WallPlace {
  const offsets = zoneOffsets(timezone);
  for (const change of offsets.changes(wall - 2 * FURTHEST_MS, wall + 2 * FURTHEST_MS)) {
    const { at, before, after } = change;
    if (wall >= at + before && wall < at + after) return { kind: 'gap', change };
    if (wall >= at + after && wall < at + before) {
      return { kind: 'twice', first: wall - before, second: wall - after, change };
    }
  }
  const guess = wall - offsets.at(wall - DAY_MS);
  const instant = guess + offsets.at(guess) === wall ? guess : wall - offsets.at(wall + DAY_MS);
  return { kind: 'once', instant };
}

/**
 * The instant at which the clocks of a zone show a wall time. In an overlap the first; in a gap, which no
 * clock shows, the instant at which the gap ends.
 */
export function instantOf(timezone: string, wall: WallMs): number {
  const place = placeOf(timezone, wall);
  switch (place.kind) {
    case 'once':
      return place.instant;
    case 'twice':
      return place.first;
    case 'gap':
      return place.change.at;
  }
}
