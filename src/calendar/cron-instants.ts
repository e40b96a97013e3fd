/**
 * When a cron line is due in a zone. Changes of the clock as Debian's cron: a time of day that falls into a gap is due
 * at its end, one in an overlap once, the first time; a line with a wildcard or a step in its time follows the clock
 * as it goes. Pure.
 */
import { CronPattern } from 'croner';

import { cronDates } from './cron-dates.ts';
import type { CronWords } from './cron-line.ts';
import { keepRecent } from './keep-recent.ts';
import { placeOf, wallAt, type WallMs, zoneOffsets, type OffsetChange } from './zone-offsets.ts';

const valuesOf = keepRecent<readonly number[]>(1024, (fieldAndWord) => {
  const [field = '', word = ''] = fieldAndWord.split(' ');
  if (field === 'hour') return indices(new CronPattern(`0 0 ${word} * * *`).hour);
  return field === 'minute'
    ? indices(new CronPattern(`0 ${word} * * * *`).minute)
    : indices(new CronPattern(`${word} * * * * *`).second);
});

const DAY_MS = 86_400_000;

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

/** The wall times that a cron line names, on a calendar whose clocks never change. Pure. */
interface CronWalls {
  /** The first after `wall`; `null`: none. */
  next(wall: WallMs): WallMs | null;
  /** How many in [from, to); both whole seconds. */
  count(from: WallMs, to: WallMs): number;
}

/** Throws what croner throws for a line that it cannot read. */
function cronWalls({ time, date }: CronWords): CronWalls {
  const times = cronTimes(time);
  const dates = cronDates(date);
  const before = (wall: WallMs, day: number): number =>
    dates.next(day) === day ? times.before((wall - day * DAY_MS) / 1000) : 0;
  return {
    next: (wall) => {
      const day = Math.floor(wall / DAY_MS);
      if (dates.next(day) === day) {
        const today = times.next(Math.floor((wall - day * DAY_MS) / 1000));
        if (today !== null) return day * DAY_MS + today * 1000;
      }
      const later = dates.next(day + 1);
      return later === null ? null : later * DAY_MS + (times.next(-1) ?? 0) * 1000;
    },
    count: (from, to) => {
      if (to <= from) return 0;
      const [first, last] = [Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)];
      return dates.count(first, last) * times.perDay - before(from, first) + before(to, last);
    },
  };
}

/** The times of day of a cron line: seconds, minutes, hours. Read by croner. A time is in seconds since midnight. Pure. */
interface CronTimes {
  /** Of a whole day. */
  readonly perDay: number;
  /** The first after `time`, which may be -1; `null`: none on that day. */
  next(time: number): number | null;
  /** How many before `time`. */
  before(time: number): number;
}

/** @param words three: second, minute, hour; checked before. Equal words share their lists. */
function cronTimes(words: string): CronTimes {
  const [second = '0', minute = '0', hour = '0'] = words.split(' ');
  const seconds = valuesOf(`second ${second}`);
  const minutes = valuesOf(`minute ${minute}`);
  const hours = valuesOf(`hour ${hour}`);
  const perHour = minutes.length * seconds.length;
  return {
    perDay: hours.length * perHour,
    next: (time) => {
      const at = time + 1;
      const [h, m] = [Math.floor(at / 3600), Math.floor(at / 60) % 60];
      const [firstM = 0] = minutes;
      const [firstS = 0] = seconds;
      if (hours.includes(h)) {
        const s = minutes.includes(m) ? from(seconds, at % 60) : undefined;
        if (s !== undefined) return h * 3600 + m * 60 + s;
        const later = from(minutes, m + 1);
        if (later !== undefined) return h * 3600 + later * 60 + firstS;
      }
      const later = from(hours, h + 1);
      return later === undefined ? null : later * 3600 + firstM * 60 + firstS;
    },
    before: (time) => {
      const [h, m, s] = [Math.floor(time / 3600), Math.floor(time / 60) % 60, time % 60];
      const inMinute = minutes.includes(m) ? below(seconds, s) : 0;
      const inHour = hours.includes(h) ? below(minutes, m) * seconds.length + inMinute : 0;
      return below(hours, h) * perHour + inHour;
    },
  };
}

function indices(flags: readonly number[]): readonly number[] {
  return flags.flatMap((flag, index) => (flag > 0 ? [index] : []));
}

function from(values: readonly number[], least: number): number | undefined {
  return values.find((value) => value >= least);
}

function below(values: readonly number[], limit: number): number {
  const index = values.findIndex((value) => value >= limit);
  return index === -1 ? values.length : index;
}
