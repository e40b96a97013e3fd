/**
 * What a sweep does, as data: every note past the limit with its news and its standing, what is gone, and
 * what the night adds. Pure. Nothing is dropped: a note that gets no item now has `waits` for its standing.
 */
import type { Brief, BriefContext, PriorFinding } from '../../../context/brief.ts';
import { chooseNotes } from '../../../context/choose-notes.ts';
import { OUT_LIMITS } from '../../../engines/out-limits.ts';
import type { TodoFact, TodosFacts } from '../../../words/facts.ts';
import { bySeverity, type Severity } from '../../../words/finding.ts';
import { madeAt, type BranchName, type ItemKey } from '../../../words/ids.ts';
import { type LedgerNews, newsOf, readLedger } from './read-ledger.ts';
import { namesOf, settledStanding, type Standing } from './standing.ts';

// Which notes get an item tonight: the ones that matter first, and all of a file together where they fit. Pure.

/** @param open without an item, in their order. By fingerprint. */
export function shareKeys(
  open: readonly TodoFact[],
  keys: readonly ItemKey[],
): ReadonlyMap<string, ItemKey> {
  const chosen = new Set<TodoFact>();
  for (const note of open) {
    if (chosen.has(note)) continue;
    const room = keys.length - chosen.size;
    const file = open.filter(({ path }) => path === note.path);
    // A file with more notes than one night takes begins a night of its own.
    if (file.length > room && chosen.size > 0) continue;
    for (const one of file.slice(0, room)) chosen.add(one);
  }
  return new Map(
    [...chosen].flatMap(({ fingerprint }, index) => {
      const key = keys[index];
      return key === undefined ? [] : [[fingerprint, key] as const];
    }),
  );
}

export interface DueNote {
  readonly todo: TodoFact;
  /** Where else the same stands. */
  readonly places: readonly TodoFact[];
  /** Fingerprints that it and its places are or were known under. */
  readonly names: readonly string[];
  readonly news: News;
  readonly standing: Standing;
}

/** `unlisted`: beyond the number that a run can report, so it is unknown whether it is new; listed once others are gone. */
export type News = LedgerNews | 'unlisted';

export interface SweepPlan {
  readonly facts: TodosFacts;
  /** Past the limit and due, what matters first. */
  readonly due: readonly DueNote[];
  /** Past the limit, and nothing is to be done yet. */
  readonly later: readonly TodoFact[];
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
  /** Of this routine, and no person had to do with it: a branch of this run has all that it has. */
  readonly isReplaced: boolean;
  /** Such a one, which has keys of these that people turned down since: it is made again without them. Fingerprints. */
  readonly turnedDown: readonly string[];
}

export type WaitReason = 'not-allowed' | 'max' | 'max-open' | 'no-keys';

/** Findings that one run reports: one under the limit of the contract. */
export const MAX_FINDINGS = OUT_LIMITS.maxLines - 1;

export function planSweep(brief: Brief, facts: TodosFacts): SweepPlan {
  const { context } = brief;
  const room = roomFor(context);
  const { notes, later } = chooseNotes(facts, context.findings);
  const items = notes.map(({ todo }) => todo).toSorted(byRank);
  // What is left out of the items, known or not, must not seem to have moved there.
  const isNarrowed = (brief.narrowed ?? []).length > 0;
  const ledger = readLedger(context.findings, { ...facts, items }, isNarrowed);
  const places = new Map(notes.map((note) => [note.todo, note.places]));
  const listed = markUnlisted(items.map((todo) => ({ todo, news: newsOf(todo, ledger) })));
  const settled = new Map(
    items.map((todo) => [
      todo,
      settledStanding(
        { ...todo, issues: issuesOf(todo, places.get(todo) ?? []) },
        ledger.prior.get(todo.fingerprint),
        context,
      ),
    ]),
  );
  // An item needs its finding in the ledger, or the next run would ask for it again.
  const open = listed.filter(({ todo, news }) => news !== 'unlisted' && settled.get(todo) === null);
  const keys = shareKeys(
    open.map(({ todo }) => todo),
    context.reservedItems.slice(0, room.count),
  );
  const due = listed.map(({ todo, news }): DueNote => {
    const standing = settled.get(todo) ?? nextStanding(keys.get(todo.fingerprint));
    const also = places.get(todo) ?? [];
    const names = [todo, ...also].flatMap((one) => namesOf(one, ledger.prior.get(one.fingerprint)));
    return { todo, places: also, names, news, standing };
  });
  return {
    facts,
    due,
    later,
    gone: ledger.gone,
    renewed: ledger.renewed,
    added: addedSince(brief, facts.younger),
    branches: branchStandings(brief, due),
    waitsFor: room.reason,
    lastReport: context.reports[0]?.date ?? null,
    first: context.reports.length === 0 && context.findings.length === 0,
  };
}

/** Known notes are listed first, so that none of them seems resolved for want of room; then what matters. */
function markUnlisted(
  notes: readonly Pick<DueNote, 'todo' | 'news'>[],
): readonly Pick<DueNote, 'todo' | 'news'>[] {
  const isNew = ({ news }: Pick<DueNote, 'news'>): boolean => news === 'new';
  let room = MAX_FINDINGS - notes.filter((note) => !isNew(note)).length;
  return notes.map((note) => {
    if (!isNew(note)) return note;
    room -= 1;
    return room < 0 ? { todo: note.todo, news: 'unlisted' } : note;
  });
}

/** A person said that it may stay: the ledger sees it, and no report tells it. */
export function isSetAside({ standing: { kind } }: Pick<DueNote, 'standing'>): boolean {
  return kind === 'dismissed' || kind === 'snoozed' || kind === 'declined';
}

/** True when nothing changed since the last report and this night adds nothing. */
export function isQuiet(plan: SweepPlan): boolean {
  // A sweep that looked at no file is not quiet: its paths may be wrong.
  return (
    !plan.first &&
    plan.facts.coverage.examined > 0 &&
    plan.gone.length + plan.renewed.length + plan.added.length === 0 &&
    plan.due.every(
      ({ news, standing }) =>
        (news === 'known' || news === 'unlisted') &&
        standing.kind !== 'proposed' &&
        !(standing.kind === 'carried' && standing.lapsed),
    ) &&
    plan.branches.every(({ turnedDown }) => turnedDown.length === 0)
  );
}

/** How many of the notes stand there. */
export function countStanding(plan: SweepPlan, kind: Standing['kind']): number {
  return plan.due.filter(({ standing }) => standing.kind === kind).length;
}

/** One place with an issue stands for all of them. */
function issuesOf(todo: TodoFact, places: readonly TodoFact[]): readonly string[] {
  return [...new Set([todo, ...places].flatMap(({ issues }) => issues))];
}

function nextStanding(item: ItemKey | undefined): Standing {
  return item === undefined ? { kind: 'waits' } : { kind: 'proposed', item };
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
  const said = new Map(
    brief.context.findings.map(({ fingerprint, verdict }) => [fingerprint, verdict]),
  );
  const turnedDown = due.flatMap(({ standing, names }) => {
    const at = names.flatMap((name) => said.get(name)?.at ?? [])[0];
    return standing.kind !== 'dismissed' || at === undefined
      ? []
      : names.map((name) => ({ name, at }));
  });
  return brief.context.branches
    .map(({ branch, date, routine, run, covers, touched = false }) => ({
      own: routine === brief.routine.id,
      turnedDown: turnedDown.flatMap(({ name, at }) =>
        covers.includes(name) && Date.parse(at) > madeAt(run).getTime() ? [name] : [],
      ),
      touched,
      branch,
      date,
      covered: due.filter(
        ({ standing }) => standing.kind === 'covered' && standing.branch === branch,
      ).length,
    }))
    .filter(({ own, covered }) => own || covered > 0)
    .map(({ branch, date, covered, own, touched, turnedDown: names }) => ({
      branch,
      date,
      covered,
      isReplaced: own && !touched,
      turnedDown: own && !touched && covered > 0 ? names : [],
    }));
}

// What matters first: by severity, then by what can be acted on; among equals the older one. Pure.

/** Facts of before say nothing of it. */
const UNTOLD: Severity = 'low';
const MARKERS = ['FIXME', 'BUG', 'HACK'];

export function levelOf({ severity }: TodoFact): Severity {
  return severity?.level ?? UNTOLD;
}

export function byRank(a: TodoFact, b: TodoFact): number {
  return (
    bySeverity(levelOf(a), levelOf(b)) ||
    (a.doubts?.length ?? 0) - (b.doubts?.length ?? 0) ||
    markerRank(a) - markerRank(b) ||
    byAge(a, b)
  );
}

function markerRank({ marker, severity }: TodoFact): number {
  const rank = MARKERS.indexOf(marker);
  return severity === undefined || rank === -1 ? MARKERS.length : rank;
}

/** Oldest first; then by place, so that equal ages keep their order from night to night. */
function byAge(a: TodoFact, b: TodoFact): number {
  const older = Date.parse(a.date) - Date.parse(b.date);
  if (older !== 0 && !Number.isNaN(older)) return older;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
