/** One thing that an unattended night depends on. Checks know nothing of each other. */
import type { Clock } from '../../platform/clock.ts';
import type { ActiveRoutines } from '../../routines/active-routines.ts';
import type { StoredDefinition } from '../../store/definition-ports.ts';
import { AppError } from '../../words/errors.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

/** `no`: the night would fail. `warn`: it would not, but a user should know. */
export type Ok = 'yes' | 'no' | 'warn';

export interface Verdict {
  readonly ok: Ok;
  /** What was found, with its value; one line. */
  readonly detail: string;
  /** What to do; empty when there is nothing to do. */
  readonly hint: string;
}

export interface Check {
  /** Kebab-case, for scripts. */
  readonly name: string;
  /** May throw: then the answer is no. */
  look(context: CheckContext): Promise<Verdict>;
}

export interface CheckContext {
  readonly workspace: Workspace;
  /** Read on the first call and shared; rejects for each caller when it cannot be read. */
  readonly active: () => Promise<ActiveRoutines>;
}

export function yes(detail: string): Verdict {
  return { ok: 'yes', detail, hint: '' };
}

export function no(detail: string, hint: string): Verdict {
  return { ok: 'no', detail, hint };
}

export function warn(detail: string, hint: string): Verdict {
  return { ok: 'warn', detail, hint };
}

/** What a check that threw came to. */
export function verdictOf(thrown: unknown): Verdict {
  if (thrown instanceof AppError) return no(thrown.message, thrown.hint);
  return no(thrown instanceof Error ? thrown.message : String(thrown), '');
}

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

// Asks every check at once; one that throws, or never answers, hides no other.
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

interface ActiveDefinition {
  readonly scheduled: ScheduledRoutine;
  readonly definition: StoredDefinition;
}

/** Whole definitions of the routines that a daemon would start. */
export async function activeDefinitions({
  active,
  workspace,
}: CheckContext): Promise<readonly ActiveDefinition[]> {
  const { routines } = await active();
  const found: ActiveDefinition[] = [];
  for (const scheduled of routines) {
    if (!scheduled.enabled) continue;
    const definition = await workspace.definitions.read(scheduled.definition);
    if (definition !== null) found.push({ scheduled, definition });
  }
  return found;
}
