/** Waits for something that happens in another process, by asking; fails with the last answer after three minutes or `withinMs`. */
import { setTimeout as pause } from 'node:timers/promises';

type Ask<Answer> = () => Answer | null | Promise<Answer | null>;

export async function waitUntil<Answer>(ask: Ask<Answer>, withinMs = 180_000): Promise<Answer> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await attempt(ask);
    if (answer.kind === 'value') return answer.value;
    if (performance.now() > deadline)
      throw new Error(
        `it did not happen within ${withinMs / 60_000} minutes; last: ${answer.problem}`,
      );
    await pause(50);
  }
}

type Attempt<Answer> =
  | { readonly kind: 'value'; readonly value: Answer }
  | { readonly kind: 'not-yet'; readonly problem: string };

async function attempt<Answer>(ask: Ask<Answer>): Promise<Attempt<Answer>> {
  try {
    const value = await ask();
    return value === null ? { kind: 'not-yet', problem: 'no' } : { kind: 'value', value };
  } catch (thrown) {
    return { kind: 'not-yet', problem: String(thrown) };
  }
}
