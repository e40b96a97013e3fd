/** Between wall clocks and instants, by the platform's time zone database. Pure. */

/** A wall time written as if it were UTC: milliseconds, good for arithmetic on calendar fields only. */
export type WallMs = number;

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show at an instant, to the second. */
export function wallAt(timezone: string, instantMs: number): WallMs {
  const fields = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatOf(timezone).formatToParts(instantMs)) {
    if (type in fields) Object.assign(fields, { [type]: Number(value) });
  }
  const { year, month, day, hour, minute, second } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * The instant at which the clocks of a zone show a wall time. In an overlap the first; in a gap, which no
 * clock shows, the instant at which the gap ends.
 */
export function instantOf(timezone: string, wall: WallMs): number {
  const day = 86_400_000;
  // The offsets in force around it; no zone changes twice within two days.
  const before = wallAt(timezone, wall - day) - (wall - day);
  const after = wallAt(timezone, wall + day) - (wall + day);
  const candidates = [wall - before, wall - after].toSorted((left, right) => left - right);
  const match = candidates.find((instant) => wallAt(timezone, instant) === wall);
  return match ?? endOfGap(timezone, wall - day, wall + day, wall);
}

/** By halves: the first instant whose wall time is past the one that does not exist. */
function endOfGap(...[timezone, low, high, wall]: [string, number, number, WallMs]): number {
  let before = low;
  let past = high;
  while (past - before > 1) {
    const middle = Math.floor((before + past) / 2);
    if (wallAt(timezone, middle) >= wall) past = middle;
    else before = middle;
  }
  return past;
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
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
  formats.set(timezone, made);
  return made;
}
