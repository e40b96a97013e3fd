/**
 * Runs at rest: parked until their model's side takes requests again, or waiting for an answer. No process is theirs, and
 * no clock runs. Pure.
 */
import type { AttemptPlan } from './agent-exit.ts';
import type { RunPhase, RunRecord } from './run.ts';

export type RestPhase = Extract<RunPhase, { readonly kind: 'parked' | 'waiting' }>;

/** A request to a run at rest, as stored in the run's folder. */
export type RestWish =
  | {
      readonly kind: 'answer';
      /** Hostile as far as anybody else's words are. */
      readonly text: string;
      readonly by: string;
      readonly at: string;
    }
  /** Not to wait any longer. */
  | { readonly kind: 'go-on'; readonly by: string; readonly at: string }
  | { readonly kind: 'cancel'; readonly reason: string };

/** Why a run at rest is to be taken up. */
export type RestEnd =
  | { readonly kind: 'cancelled'; readonly reason: string }
  | { readonly kind: 'answered'; readonly text: string; readonly by: string | null }
  /** The time of an answer is over, and there is no default. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'goes-on'; readonly by: string | null };

export function restPhase(record: Pick<RunRecord, 'phase'> | null): RestPhase | null {
  const phase = record?.phase;
  return phase?.kind === 'parked' || phase?.kind === 'waiting' ? phase : null;
}

/** `null`: it rests on. By the clock on the wall, whatever was done to it. */
export function endOfRest(phase: RestPhase, wish: RestWish | null, now: Date): RestEnd | null {
  if (wish?.kind === 'cancel') return { kind: 'cancelled', reason: wish.reason };
  if (phase.kind === 'parked') {
    if (wish?.kind === 'go-on') return { kind: 'goes-on', by: wish.by };
    return isPast(phase.until, now) ? { kind: 'goes-on', by: null } : null;
  }
  if (wish?.kind === 'answer') return { kind: 'answered', text: wish.text, by: wish.by };
  if (phase.until === null || !isPast(phase.until, now)) return null;
  const fallback = phase.question.default;
  return fallback === null
    ? { kind: 'unanswered' }
    : { kind: 'answered', text: fallback, by: null };
}

/** An instant that cannot be read is past: nothing rests for ever because of it. */
function isPast(instant: string, now: Date): boolean {
  return !(Date.parse(instant) > now.getTime());
}

/** The process that a run at rest continues with; `null`: with none, what there is is brought home. */
export function attemptAfterRest(
  record: RunRecord,
  phase: RestPhase,
  end: RestEnd,
): AttemptPlan | null {
  if (end.kind === 'cancelled' || end.kind === 'unanswered') return null;
  const before = record.attempt ?? null;
  if (before === null) return null;
  // Its time came, or it was told not to wait.
  const planned: AttemptPlan = { ...before, notBefore: null };
  if (end.kind === 'goes-on') return planned;
  if (phase.kind !== 'waiting') return planned;
  const { question } = phase.question;
  return { ...planned, reason: { kind: 'answered', question, answer: end.text, by: end.by } };
}

/** The same with a verb, after the name of the run. */
export function restClause(phase: RestPhase): string {
  return phase.kind === 'parked' ? `is ${formatRest(phase)}` : formatRest(phase);
}

/** The state of a run at rest, in words for people. */
export function formatRest(phase: RestPhase): string {
  if (phase.kind === 'parked') return `parked until ${phase.until}`;
  return phase.until === null ? 'waits for an answer' : `waits for an answer until ${phase.until}`;
}
