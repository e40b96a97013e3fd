/**
 * When a cron line is due in a zone. Changes of the clock as Debian's cron: a time of day that falls into a gap is due
 * at its end, one in an overlap once, the first time; a line with a wildcard or a step in its time follows the clock
 * as it goes. Pure.
 */
import type { CronWords } from './cron-line.ts';
import { cronWalls, type CronWalls } from './cron-walls.ts';
import { placeOf, wallAt, type WallMs } from './wall-time.ts';
import { zoneOffsets, type OffsetChange } from './zone-offsets.ts';

export interface CronInstants {
  /** The first after `from`; `null`: none. */
  next(from: number): number | null;
  /** How many in (from, to]. Without walking them: by lists of times and of dates. */
  count(from: number, to: number): number;
}

/** A longer one is a correction of the calendar, such as a day that a zone never had: there is nothing to make up for. */
const LONGEST_GAP_MS = 3 * 3_600_000;

/** Throws what croner throws for a line that it cannot read. */
export function cronInstants(words: CronWords, timezone: string): CronInstants {
  const walls = cronWalls(words);
  return {
    next: words.fixedTime
      ? (from) => nextFixed(walls, timezone, from)
      : (from) => nextFollowing(walls, timezone, from),
    count: (from, to) => {
      const range = { from: nextSecond(from), to: nextSecond(to) };
      return words.fixedTime
        ? countFixed(walls, timezone, range)
        : countFollowing(walls, timezone, range);
    },
  };
}

function nextFixed(walls: CronWalls, timezone: string, from: number): number | null {
  const here = placeOf(timezone, wallAt(timezone, from));
  // Clocks show the overlap for the second time: all of it was due before.
  const repeated = here.kind === 'twice' && from >= here.change.at;
  let after = repeated ? here.change.at + here.change.before - 1 : wallAt(timezone, from);
  for (;;) {
    const wall = walls.next(after);
    if (wall === null) return null;
    const place = placeOf(timezone, wall);
    if (place.kind === 'once') return place.instant;
    if (place.kind === 'twice') return place.first;
    const { at, before } = place.change;
    if (isMadeUpFor(place.change) && at > from) return at;
    after = Math.max(wall, at + before);
  }
}

function nextFollowing(walls: CronWalls, timezone: string, from: number): number | null {
  const wallNow = wallAt(timezone, from);
  const here = placeOf(timezone, wallNow);
  let after = wallNow;
  if (here.kind === 'twice' && from < here.change.at) {
    const { at, before, after: offset } = here.change;
    const wall = walls.next(wallNow);
    if (wall !== null && wall < at + before) return wall - before;
    after = at + offset - 1;
  }
  for (;;) {
    const wall = walls.next(after);
    if (wall === null) return null;
    const place = placeOf(timezone, wall);
    if (place.kind === 'once') return place.instant;
    if (place.kind === 'twice') return place.first > from ? place.first : place.second;
    after = place.change.at + place.change.after - 1;
  }
}

/** Instants in [from, to), whole seconds. */
interface Range {
  readonly from: number;
  readonly to: number;
}

function countFollowing(walls: CronWalls, timezone: string, range: Range): number {
  return sum(
    segments(timezone, range).map(({ from, to, offset }) =>
      walls.count(from + offset, to + offset),
    ),
  );
}

function countFixed(walls: CronWalls, timezone: string, range: Range): number {
  const shown = segments(timezone, range).map(({ from, to, offset }) => {
    const place = placeOf(timezone, from + offset);
    // What the clocks show for the second time was counted with the first.
    const repeated = place.kind === 'twice' && from >= place.change.at;
    const begin = repeated ? place.change.at + place.change.before : from + offset;
    return walls.count(begin, to + offset);
  });
  const madeUpFor = zoneOffsets(timezone)
    .changes(range.from, range.to - 1)
    .filter((change) => isMadeUpFor(change) && isDueAtEnd(walls, change));
  return sum(shown) + madeUpFor.length;
}

/** Times of the gap are due at its end, unless that is a time of the line anyway. */
function isDueAtEnd(walls: CronWalls, { at, before, after }: OffsetChange): boolean {
  const end: WallMs = at + after;
  return walls.count(at + before, end) > 0 && walls.count(end, end + 1000) === 0;
}

function isMadeUpFor({ before, after }: OffsetChange): boolean {
  return after > before && after - before <= LONGEST_GAP_MS;
}

/** The range in pieces of one offset each. */
function segments(timezone: string, { from, to }: Range): readonly (Range & { offset: number })[] {
  const offsets = zoneOffsets(timezone);
  const begins = [from, ...offsets.changes(from + 1, to - 1).map(({ at }) => at)];
  return begins.map((begin, index) => ({
    from: begin,
    to: begins[index + 1] ?? to,
    offset: offsets.at(begin),
  }));
}

function nextSecond(instant: number): number {
  return Math.floor(instant / 1000) * 1000 + 1000;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
