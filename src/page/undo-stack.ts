/** What a session of the page decided and can take back, newest first. Kept in memory: it ends with the daemon. */

export interface UndoStep {
  /** What was done: `accepted 3`. */
  readonly said: string;
  /** Each takes one decision back, and says so; in the order in which they are to be run. */
  readonly back: readonly (() => Promise<string>)[];
}

export interface UndoStack {
  push(step: UndoStep): void;
  newest(): UndoStep | null;
  /** The newest, which is then forgotten. */
  take(): UndoStep | null;
}

const MOST_STEPS = 30;
const MOST_SESSIONS = 50;

/** By session. */
export function openUndoStacks(): (session: string) => UndoStack {
  const stacks = new Map<string, UndoStep[]>();
  const stepsOf = (session: string): UndoStep[] => {
    const steps = stacks.get(session) ?? [];
    stacks.delete(session);
    stacks.set(session, steps);
    for (const oldest of stacks.keys()) if (stacks.size > MOST_SESSIONS) stacks.delete(oldest);
    return steps;
  };
  return (session) => ({
    push: (step) => {
      const steps = stepsOf(session);
      steps.push(step);
      if (steps.length > MOST_STEPS) steps.shift();
    },
    newest: () => stacks.get(session)?.at(-1) ?? null,
    take: () => stepsOf(session).pop() ?? null,
  });
}
