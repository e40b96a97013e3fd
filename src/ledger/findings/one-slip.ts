/** Words that a slip of the pen keeps apart. Pure. */

/** Equal but for one slip of the pen in a long word; never with another start. */
export function alike(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a === b) return true;
  if (Math.min(a.length, b.length) < 6 || Math.abs(a.length - b.length) > 1) return false;
  return a.slice(0, 2) === b.slice(0, 2) && isOneSlip(a, b);
}

function isOneSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [some, others] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (some.length + others.length <= 1) return true;
  if (some.length === 1 && others.length === 1) return true;
  return some.length === 2 && some === `${others[1] ?? ''}${others[0] ?? ''}`;
}
