/** What goes and what stays, with the reason. Pure: the whole of a clean-up, before anything is touched. */
import { formatBytes } from '../words/byte-size.ts';
import type {
  CleanUpDecision,
  CleanUpPlan,
  Remains,
  RunRepositoryFacts,
  Verdict,
} from './remains.ts';

export interface CleanUpPolicy {
  readonly now: Date;
  /** All of it together may take so much on the disk; `null`: no ceiling. */
  readonly ceilingBytes: number | null;
  /** What was set aside goes too: a person said so. */
  readonly setAside: boolean;
}

/** **Invariant:** nothing goes that is alive, that holds work, or that is doubtful, however little room there is. */
export function planCleanUp(found: readonly Remains[], policy: CleanUpPolicy): CleanUpPlan {
  const timely = found.map((remains) => ({ remains, verdict: judge(remains, policy) }));
  const usedBytes = sum(found);
  const { ceilingBytes } = policy;
  const decisions = ceilingBytes === null ? timely : underCeiling(timely, ceilingBytes);
  const leftBytes = sum(kept(decisions));
  const overBytes = ceilingBytes === null ? 0 : Math.max(0, leftBytes - ceilingBytes);
  return { decisions, usedBytes, leftBytes, ceilingBytes, overBytes };
}

function judge({ facts }: Remains, { now, setAside }: CleanUpPolicy): Verdict {
  switch (facts.kind) {
    case 'run-repository':
      return judgeRepository(facts, now);
    case 'ages':
      return new Date(facts.until) > now
        ? keep(facts.why, facts.until)
        : remove('its time is over');
    case 'left':
      return remove(facts.why);
    case 'asked':
      return setAside ? remove(facts.why) : keep(facts.why);
    case 'needed':
    case 'doubtful':
      return keep(facts.why);
  }
}

function judgeRepository(facts: RunRepositoryFacts, now: Date): Verdict {
  if (facts.attendedBy !== null) return keep(facts.attendedBy);
  if (facts.endedAt === null) return keep('its run has not ended');
  if (facts.unreadable !== null) return keep(facts.unreadable);
  if (facts.holds !== null) return keep(facts.holds);
  if (facts.touched !== null)
    return keep(`${facts.touched} in it was changed after the run had ended`);
  const how = facts.good ? 'well' : 'badly';
  // Its run ended and was never released: the usual time counts from the end.
  if (facts.keepUntil === null) return keep('no time is set yet for how long it is kept');
  if (new Date(facts.keepUntil) > now)
    return keep(`worktrees of runs that ended ${how} are kept for a while`, facts.keepUntil);
  return remove(`it was kept until ${facts.keepUntil}`);
}

/** The oldest first: worktrees of good runs, then caches, then worktrees of runs that went badly. */
function underCeiling(
  timely: readonly CleanUpDecision[],
  ceilingBytes: number,
): readonly CleanUpDecision[] {
  let over = sum(kept(timely)) - ceilingBytes;
  const early = new Set<Remains>();
  const candidates = kept(timely)
    .map((remains) => ({ remains, rank: rankOf(remains) }))
    .filter(({ rank }) => rank !== null)
    .toSorted(
      (a, b) => (a.rank ?? 0) - (b.rank ?? 0) || (a.remains.since < b.remains.since ? -1 : 1),
    );
  const waiting = new Map(timely.map(({ remains, verdict }) => [remains, verdict]));
  for (const { remains } of candidates) {
    if (over <= 0) break;
    const verdict = waiting.get(remains);
    // Only what is kept for its time's sake.
    if (verdict?.kind !== 'keep' || verdict.until === null || remains.bytes === 0) continue;
    early.add(remains);
    over -= remains.bytes;
  }
  const why = `what runs left takes more than ${formatBytes(ceilingBytes)} (keep.disk)`;
  return timely.map((decision) =>
    early.has(decision.remains)
      ? { ...decision, verdict: { kind: 'remove', why, early: true } }
      : decision,
  );
}

function rankOf({ facts }: Remains): number | null {
  if (facts.kind === 'run-repository') return facts.good ? 0 : 2;
  return facts.kind === 'ages' && facts.early ? 1 : null;
}

function kept(decisions: readonly CleanUpDecision[]): readonly Remains[] {
  return decisions.filter(({ verdict }) => verdict.kind === 'keep').map(({ remains }) => remains);
}

function sum(remains: readonly Remains[]): number {
  return remains.reduce((total, { bytes }) => total + bytes, 0);
}

function keep(why: string, until: string | null = null): Verdict {
  return { kind: 'keep', why, until };
}

function remove(why: string): Verdict {
  return { kind: 'remove', why, early: false };
}
