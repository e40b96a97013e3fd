/** One thing that an unattended night depends on. Checks know nothing of each other. */
import type { ActiveRoutines } from '../../routines/active-routines.ts';
import { AppError } from '../../words/errors.ts';
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
