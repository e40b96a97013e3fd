/** Between wall clocks and instants. Pure. */
import { zoneOffsets, type OffsetChange } from './zone-offsets.ts';

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
