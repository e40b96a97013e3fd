/** Whether a version of dotted numbers is as new as another; what follows the numbers does not count. Pure. */
export function isAtLeast(version: string, oldest: string): boolean {
  const [have, need] = [version, oldest].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10)),
  );
  for (const [at, wanted] of (need ?? []).entries()) {
    const part = have?.[at] ?? 0;
    if (Number.isNaN(part)) return false;
    if (part !== wanted) return part > wanted;
  }
  return true;
}
