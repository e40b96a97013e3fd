/**
 * How often people took what runs made. Pure. Work counts once, however often it was gone over: a branch and those that go
 * on from it are one piece of work, and what was taken back counts as not taken.
 */
import { groupBy } from '../words/group-by.ts';
import { median } from '../words/median.ts';
import type { BranchVerdict } from '../words/review/branch-verdict.ts';

/** One branch, or several that continue from one another. */
export interface Work {
  readonly routine: string;
  readonly engine: string;
  /** The total over all of its runs; `null`: at least one run used something whose price is unknown. */
  readonly costUsd: number | null;
  /** When the newest of it was handed back, ISO 8601. */
  readonly madeAt: string;
  /** On all of its branches, oldest first. */
  readonly verdicts: readonly Pick<BranchVerdict, 'kind' | 'at'>[];
}

export type Decision = 'landed' | 'undone' | 'turned-down' | 'open';

export interface AcceptanceRow {
  readonly routine: string;
  /** `null`: all of them together. */
  readonly engine: string | null;
  readonly made: number;
  readonly decided: number;
  readonly landed: number;
  readonly undone: number;
  readonly turnedDown: number;
  readonly open: number;
  /** Of `decided`, 0 to 1; `null` while fewer than five are decided: it would say nothing. */
  readonly rate: number | null;
  /** Of all work, also what was not taken; `null`: not known of some. */
  readonly costUsd: number | null;
  /** `null`: none was taken, or it is not known. */
  readonly costPerLanded: number | null;
  /** From when it was handed back to the first decision, in milliseconds, the one in the middle; `null`: none. */
  readonly medianWaitMs: number | null;
}

/** Fewer are no figure. */
export const LEAST_DECIDED = 5;

/** The last word that counts; a comment, a split or a replacement is not a decision. */
export function decisionOn(verdicts: Work['verdicts']): {
  readonly decision: Decision;
  /** Of the first decision, ISO 8601. */
  readonly at: string | null;
} {
  let decision: Decision = 'open';
  let at: string | null = null;
  for (const verdict of verdicts) {
    const next = decisionOf(verdict.kind);
    if (next === null) continue;
    decision = next;
    at = next === 'open' ? null : (at ?? verdict.at);
  }
  return { decision, at };
}

function decisionOf(kind: BranchVerdict['kind']): Decision | null {
  switch (kind) {
    case 'landed':
    case 'accepted':
      return 'landed';
    case 'undone':
      return 'undone';
    case 'discarded':
    case 'rejected':
      return 'turned-down';
    case 'restored':
      return 'open';
    case 'commented':
    case 'split':
    case 'replaced':
      return null;
  }
}

/** For each routine a row of all, and below it one for each engine where there is more than one; by name. */
export function acceptanceRows(works: readonly Work[]): readonly AcceptanceRow[] {
  return [...groupBy(works, ({ routine }) => routine)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([routine, own]) => {
      const engines = [...groupBy(own, ({ engine }) => engine)].toSorted(([a], [b]) =>
        a < b ? -1 : 1,
      );
      const all = rowOf(routine, engines.length === 1 ? (engines[0]?.[0] ?? null) : null, own);
      if (engines.length < 2) return [all];
      return [all, ...engines.map(([engine, some]) => rowOf(routine, engine, some))];
    });
}

function rowOf(routine: string, engine: string | null, works: readonly Work[]): AcceptanceRow {
  const told = works.map((work) => ({ work, ...decisionOn(work.verdicts) }));
  const count = (wanted: Decision): number =>
    told.filter(({ decision }) => decision === wanted).length;
  const [landed, undone, turnedDown] = [count('landed'), count('undone'), count('turned-down')];
  const decided = landed + undone + turnedDown;
  const costUsd = works.reduce<number | null>(
    (sum, work) => (sum === null || work.costUsd === null ? null : sum + work.costUsd),
    0,
  );
  const waits = told.flatMap(({ work, at }) =>
    at === null ? [] : [Math.max(0, Date.parse(at) - Date.parse(work.madeAt))],
  );
  return {
    routine,
    engine,
    made: works.length,
    decided,
    landed,
    undone,
    turnedDown,
    open: works.length - decided,
    rate: decided < LEAST_DECIDED ? null : landed / decided,
    costUsd,
    costPerLanded: costUsd === null || landed === 0 ? null : costUsd / landed,
    medianWaitMs: median(waits.filter((ms) => !Number.isNaN(ms))),
  };
}

/** `3 of 4`, and of five or more also in percent: `7 of 9 (78%)`. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return 'none yet';
  const words = `${part} of ${whole}`;
  return whole < LEAST_DECIDED ? words : `${words} (${Math.round((100 * part) / whole)}%)`;
}
