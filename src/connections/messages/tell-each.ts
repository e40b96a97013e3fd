/** One that cannot be told keeps none of the others from it. Gives what was thrown; whoever calls comes again. */
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
