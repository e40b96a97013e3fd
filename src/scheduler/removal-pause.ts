/** The pause that keeps a removed routine from starting until its removal is committed. Pure. */
import type { Pause } from '../words/scheduled-routine.ts';

const REMOVED = 'removed; commit the removal of ';

export function removalReason(file: string): string {
  return `${REMOVED}${file}`;
}

/** Ending it brings no file back. */
export function isOfRemoval({ reason }: Pick<Pause, 'reason'>): boolean {
  return reason.startsWith(REMOVED);
}

/** Without those of routines whose removal is committed: they hold nothing back. @param active `null`: not known */
export function withoutRemoved(
  pauses: readonly Pause[],
  active: readonly { readonly id: string }[] | null,
): readonly Pause[] {
  if (active === null) return pauses;
  const ids = new Set(active.map(({ id }) => id));
  return pauses.filter((pause) => !isOfRemoval(pause) || ids.has(pause.routine));
}
