/** Tells each one; a failure does not stop the others. Gives what was thrown; the caller tries again later. */
export async function tellEach<One>(
  all: readonly One[],
  tell: (one: One) => Promise<void>,
): Promise<readonly unknown[]> {
  const problems: unknown[] = [];
  for (const one of all) {
    try {
      await tell(one);
    } catch (thrown) {
      problems.push(thrown);
    }
  }
  return problems;
}
