/** Which line of one text is which of another: the shortest way from the one to the other (Myers). Pure. */

/** Steps of that way; past them the texts are as good as different ones. */
const MOST_STEPS = 1_000;

export interface LineMap {
  /** For each old line its place now, from 0; -1: it is not there any more, or could be more than one of them. */
  readonly certain: readonly number[];
  /** Lines of now that were there before, one way or the other. */
  readonly kept: ReadonlySet<number>;
}

/** `null`: too much has changed to say. */
export function mapBothWays(old: readonly string[], now: readonly string[]): LineMap | null {
  const down = mapLines(old, now);
  const turned = mapLines(old.toReversed(), now.toReversed());
  if (down === null || turned === null) return null;
  // Of lines that are repeated the one way takes the first that will do, the other the last.
  const up = turned.toReversed().map((at) => (at === -1 ? -1 : now.length - 1 - at));
  const certain = down.map((at, index) => (at === up[index] ? at : -1));
  return { certain, kept: new Set([...down, ...up]) };
}

/** For each line of `old` its place in `now`, by one of several ways where there are several. */
export function mapLines(old: readonly string[], now: readonly string[]): readonly number[] | null {
  const least = Math.min(old.length, now.length);
  let head = 0;
  while (head < least && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < least - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const inner = mapInner(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  if (inner === null) return null;
  return [
    ...Array.from({ length: head }, (_, index) => index),
    ...inner.map((at) => (at === -1 ? -1 : at + head)),
    ...Array.from({ length: tail }, (_, index) => now.length - tail + index),
  ];
}

function mapInner(old: readonly string[], now: readonly string[]): number[] | null {
  const map = old.map(() => -1);
  if (old.length === 0 || now.length === 0) return map;
  const trail = reachEnd(old, now);
  if (trail === null) return null;
  let [x, y] = [old.length, now.length];
  for (let steps = trail.length - 1; steps >= 0 && (x > 0 || y > 0); steps -= 1) {
    const before = trail[steps - 1];
    const diagonal = x - y;
    const down = before === undefined || comesDown(before, { steps, diagonal });
    const left = down ? diagonal + 1 : diagonal - 1;
    const startX = before === undefined ? 0 : (before[left + steps - 1] ?? 0);
    const startY = before === undefined ? 0 : startX - left;
    const [slideX, slideY] =
      before === undefined ? [0, 0] : down ? [startX, startY + 1] : [startX + 1, startY];
    while (x > slideX && y > slideY) {
      x -= 1;
      y -= 1;
      map[x] = y;
    }
    [x, y] = [startX, startY];
  }
  return map;
}

/** Of each number of steps how far each diagonal came: `furthest[diagonal + steps]`. */
function reachEnd(old: readonly string[], now: readonly string[]): readonly Int32Array[] | null {
  const trail: Int32Array[] = [];
  for (let steps = 0; steps <= MOST_STEPS; steps += 1) {
    const before = trail[steps - 1];
    const furthest = new Int32Array(2 * steps + 1);
    trail.push(furthest);
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      let x = startOf(before, { steps, diagonal });
      let y = x - diagonal;
      while (x < old.length && y < now.length && old[x] === now[y]) {
        x += 1;
        y += 1;
      }
      furthest[diagonal + steps] = x;
      if (x >= old.length && y >= now.length) return trail;
    }
  }
  return null;
}

interface At {
  readonly steps: number;
  readonly diagonal: number;
}

function startOf(before: Int32Array | undefined, at: At): number {
  if (before === undefined) return 0;
  const { steps, diagonal } = at;
  return comesDown(before, at)
    ? (before[diagonal + steps] ?? 0)
    : (before[diagonal + steps - 2] ?? 0) + 1;
}

/** Whether a line was put in to get here, and none taken out. */
function comesDown(before: Int32Array, { steps, diagonal }: At): boolean {
  if (diagonal === -steps) return true;
  if (diagonal === steps) return false;
  return (before[diagonal + steps - 2] ?? -1) < (before[diagonal + steps] ?? -1);
}
