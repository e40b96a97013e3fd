/** Asks every check at once; one that throws, or never answers, hides no other. */
import type { Clock } from '../../platform/clock.ts';
import { oneLine } from '../../words/text.ts';
import { no, verdictOf, type Verdict } from './check.ts';

export interface Answer extends Verdict {
  readonly name: string;
}

export interface Asked<Context> {
  readonly name: string;
  look(context: Context): Promise<Verdict>;
}

interface Asking<Context> {
  readonly context: Context;
  readonly clock: Clock;
  /** How long each may take. */
  readonly patienceMs: number;
}

/** In their order. Never rejects. */
export async function askAll<Context>(
  checks: readonly Asked<Context>[],
  { context, clock, patienceMs }: Asking<Context>,
): Promise<readonly Answer[]> {
  return Promise.all(
    checks.map(async (check) => {
      const done = new AbortController();
      const late = tooLate(clock, { ms: patienceMs, signal: done.signal });
      const { detail, ...verdict } = await answer(check, context, late);
      done.abort();
      return { name: check.name, ...verdict, detail: oneLine(detail, 500) };
    }),
  );
}

async function answer<Context>(
  check: Asked<Context>,
  context: Context,
  late: Promise<Verdict>,
): Promise<Verdict> {
  try {
    return await Promise.race([check.look(context), late]);
  } catch (thrown) {
    return verdictOf(thrown);
  }
}

async function tooLate(
  clock: Clock,
  { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
): Promise<Verdict> {
  await clock.sleep(ms, signal);
  return no(`no answer within ${ms / 1_000} s`, 'Look at what it waits for, and try again.');
}
