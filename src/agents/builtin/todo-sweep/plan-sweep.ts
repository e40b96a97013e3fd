/**
 * What a sweep does, as data: every note past the limit with its news and its standing, what is gone, and
 * what the night adds. Pure. Nothing is dropped: a note that gets no item now has `waits` for its standing.
 */
import type { Brief, BriefContext, PriorFinding } from '../../../domain/brief.ts';
import type { TodoFact, TodosFacts } from '../../../domain/facts.ts';
import type { BranchName } from '../../../domain/ids.ts';
import { settledStanding, type Standing } from './standing.ts';

export interface DueNote {
  readonly todo: TodoFact;
  /** `back`: it was gone at the last report. */
  readonly news: 'new' | 'back' | 'known';
  readonly standing: Standing;
}

export interface SweepPlan {
  readonly facts: TodosFacts;
  /** Past the limit, oldest first. */
  readonly due: readonly DueNote[];
  /** Known before and not in the code any more. */
  readonly gone: readonly PriorFinding[];
  /** Known before, and young again because the line was changed. */
  readonly renewed: readonly TodoFact[];
  /** Written since the last report, not past the limit yet. */
  readonly added: readonly TodoFact[];
  readonly branches: readonly BranchStanding[];
  /** Why notes with `waits` wait. */
  readonly waitsFor: WaitReason;
  /** The date of the newest report before this one; `null` on the first night. */
  readonly lastReport: string | null;
  /** Nothing was reported or recorded before. */
  readonly first: boolean;
}

export interface BranchStanding {
  readonly branch: BranchName;
  readonly date: string;
  /** How many of the notes past the limit it covers; 0 when what it was made for is gone. */
  readonly covered: number;
}

export type WaitReason = 'not-allowed' | 'max' | 'max-open' | 'no-keys';

export function planSweep(brief: Brief, facts: TodosFacts): SweepPlan {
  const { context } = brief;
  const prior = new Map(context.findings.map((finding) => [finding.fingerprint, finding]));
  const room = roomFor(context);
  const keys = context.reservedItems.slice(0, room.count);
  const due = facts.items.toSorted(byAge).map((todo): DueNote => {
    const known = prior.get(todo.fingerprint);
    const settled = settledStanding(todo, known, context.branches);
    return { todo, news: newsOf(known), standing: settled ?? nextStanding(keys) };
  });
  const young = new Map(facts.younger.map((todo) => [todo.fingerprint, todo]));
  const past = new Set(facts.items.map((todo) => todo.fingerprint));
  const left = context.findings.filter(
    (finding) => isActive(finding) && !past.has(finding.fingerprint),
  );
  return {
    facts,
    due,
    // What was cut off for size may hold any of them.
    gone: facts.truncated > 0 ? [] : left.filter(({ fingerprint }) => !young.has(fingerprint)),
    renewed: left.flatMap(({ fingerprint }) => young.get(fingerprint) ?? []),
    added: addedSince(brief, facts.younger),
    branches: branchStandings(brief, due),
    waitsFor: room.reason,
    lastReport: context.reports[0]?.date ?? null,
    first: context.reports.length === 0 && context.findings.length === 0,
  };
}

/** True when nothing changed since the last report and this night adds nothing. */
export function isQuiet(plan: SweepPlan): boolean {
  return (
    !plan.first &&
    plan.gone.length + plan.renewed.length + plan.added.length === 0 &&
    plan.due.every(({ news, standing }) => news === 'known' && standing.kind !== 'proposed')
  );
}

/** How many of the notes stand there. */
export function countStanding(plan: SweepPlan, kind: Standing['kind']): number {
  return plan.due.filter(({ standing }) => standing.kind === kind).length;
}

function nextStanding(keys: BriefContext['reservedItems'][number][]): Standing {
  const item = keys.shift();
  return item === undefined ? { kind: 'waits' } : { kind: 'proposed', item };
}

function newsOf(prior: PriorFinding | undefined): DueNote['news'] {
  if (prior === undefined) return 'new';
  return prior.state === 'resolved' ? 'back' : 'known';
}

function isActive({ state }: PriorFinding): boolean {
  return state === 'new' || state === 'known' || state === 'regressed';
}

/** How many items may be proposed, and what forbids more. */
function roomFor(context: BriefContext): { readonly count: number; readonly reason: WaitReason } {
  if (context.fileItem === null) return { count: 0, reason: 'not-allowed' };
  const { max, maxOpen } = context.fileItem;
  const open = Math.max(0, maxOpen - context.openItems);
  const keys = context.reservedItems.length;
  if (open < max && open <= keys) return { count: open, reason: 'max-open' };
  return keys < max ? { count: keys, reason: 'no-keys' } : { count: max, reason: 'max' };
}

/** Since the window's beginning or the last report's day, whichever is later: a week's window is no week of news. */
function addedSince(brief: Brief, younger: readonly TodoFact[]): readonly TodoFact[] {
  const { from, to } = brief.window;
  const starts = [from, brief.context.reports[0]?.date]
    .map((instant) => Date.parse(instant ?? ''))
    .filter((instant) => !Number.isNaN(instant));
  if (starts.length === 0) return [];
  const start = Math.max(...starts);
  return younger.filter(
    ({ date }) => Date.parse(date) >= start && !(Date.parse(date) >= Date.parse(to)),
  );
}

/** Branches that cover a note, and those of this routine that have nothing left to cover. */
function branchStandings(brief: Brief, due: readonly DueNote[]): readonly BranchStanding[] {
  return brief.context.branches
    .map(({ branch, date, routine }) => ({
      own: routine === brief.routine.id,
      branch,
      date,
      covered: due.filter(
        ({ standing }) => standing.kind === 'covered' && standing.branch === branch,
      ).length,
    }))
    .filter(({ own, covered }) => own || covered > 0)
    .map(({ branch, date, covered }) => ({ branch, date, covered }));
}

/** Oldest first; then by place, so that equal ages keep their order from night to night. */
function byAge(a: TodoFact, b: TodoFact): number {
  const older = Date.parse(a.date) - Date.parse(b.date);
  if (older !== 0 && !Number.isNaN(older)) return older;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
