/**
 * Recipe `todo-sweep`: what is new, old and gone among the notes in the code; an item for each note past the
 * limit; and a branch in which each such line carries its item's key. docs/routines/todo-sweep.md tells it
 * to people.
 */
import type { Brief } from '../../../context/brief.ts';
import type { CoverageFile, FileItemLine, ProposalLine } from '../../../engines/agent-contract.ts';
import { AppError } from '../../../words/errors.ts';
import type { FactsByCollector, TodoFact, TodosFacts } from '../../../words/facts.ts';
import type { RunId } from '../../../words/ids.ts';
import { joinWords, oneLine, plural } from '../../../words/text.ts';
import { commitPaths } from '../commit-branch.ts';
import type { RecipeRequest, RecipeResult } from '../recipe.ts';
import { noteAge, noteTitle } from './describe-note.ts';
import { listFindings, noteBody } from './list-findings.ts';
import { markNotes, type MarkOutcome, type NoteMark } from './mark-notes.ts';
import { marksWithinRules } from './marks-within-rules.ts';
import { type DueNote, isQuiet, isSetAside, planSweep, type SweepPlan } from './plan-sweep.ts';
import { formatLimit, notesPast, formatWait } from './report/format-standing.ts';
import { renderSweepReport } from './report/sweep-report.ts';

// The whole report of a night on which nothing changed.

/** Plain text, no Markdown: `Nothing new: 12 notes past 30 days, the same as on 2026-11-20; branch … waits with keys for all 12.` */
export function renderQuietLine(plan: SweepPlan, brief: Brief): string {
  const parts = [stateWords(plan, brief), ...formatBranch(plan), ...roomWords(plan, brief)];
  return `Nothing new: ${parts.join('; ')}.`;
}

function stateWords(plan: SweepPlan, brief: Brief): string {
  const { facts, lastReport } = plan;
  const due = plan.due.filter((note) => !isSetAside(note));
  const same =
    lastReport === null
      ? 'the same as before'
      : lastReport === brief.date
        ? 'the same as earlier today'
        : `the same as on ${lastReport}`;
  if (due.length > 0) return `${notesPast(due.length, facts)}, ${same}`;
  if (plan.due.length > 0)
    return `${notesPast(plan.due.length, facts)}, all set aside by people, ${same}`;
  const oldest = facts.younger[0];
  if (oldest === undefined) return `no TODO in ${plural(facts.coverage.examined, 'file')}`;
  return `0 of ${facts.younger.length.toLocaleString('en-US')} TODOs are ${formatLimit(facts)}, ${same}; the oldest is ${oldest.path}:${oldest.line} (${noteAge(oldest)})`;
}

/** Only what a person can change: that filing is not allowed is no news. */
function roomWords(plan: SweepPlan, brief: Brief): readonly string[] {
  const words = plan.waitsFor === 'not-allowed' ? null : formatWait(plan, brief);
  return words === null ? [] : [words];
}

function formatBranch({ branches, due }: SweepPlan): readonly string[] {
  const waiting = branches.filter(({ covered }) => covered > 0);
  if (waiting.length === 0) return [];
  const covered = waiting.reduce((sum, branch) => sum + branch.covered, 0);
  const keys = covered === due.length ? `all ${covered}` : `${covered} of them`;
  const shown = waiting.slice(0, 3).map(({ branch }) => branch);
  const more = waiting.length - shown.length;
  const names = joinWords(more > 0 ? [...shown, `${more} more`] : shown);
  return [
    waiting.length === 1
      ? `branch ${names} waits with keys for ${covered === 1 && due.length === 1 ? 'it' : keys}`
      : `branches ${names} wait with keys for ${keys}`,
  ];
}

// Which lines get which key tonight: lines of proposed items, lines of a branch that no longer merges, and with them lines
// of an untouched branch that waits, so that one new branch has them all and replaces it. To a branch that a person touched,
// the run only adds. Pure.

interface MarkLists {
  readonly proposed: readonly NoteMark[];
  /** Of earlier nights. */
  readonly again: readonly NoteMark[];
}

export function listMarks({ due, branches }: Pick<SweepPlan, 'due' | 'branches'>): MarkLists {
  const proposed = due.filter(({ standing }) => standing.kind === 'proposed').flatMap(marksOf);
  const lapsed = due
    .filter(({ standing }) => standing.kind === 'carried' && standing.lapsed)
    .flatMap(marksOf);
  const isOutdated = branches.some(({ turnedDown }) => turnedDown.length > 0);
  if (proposed.length + lapsed.length === 0 && !isOutdated) return { proposed, again: [] };
  const replaced = new Set(
    branches.filter(({ isReplaced }) => isReplaced).map(({ branch }) => branch),
  );
  const waiting = due
    .filter(({ standing }) => standing.kind === 'covered' && replaced.has(standing.branch))
    .flatMap(marksOf);
  return { proposed, again: [...lapsed, ...waiting].filter(({ todo }) => mayHaveKey(todo)) };
}

/** Of one text, the lead is told where it cannot be marked; the other places are marked where they can. */
function marksOf({ todo, places, names, standing }: DueNote): readonly NoteMark[] {
  const item = 'item' in standing ? standing.item : null;
  if (item === null) return [];
  return [todo, ...places.filter(mayHaveKey)].map((one) => ({ todo: one, item, covers: names }));
}

function mayHaveKey({ comment, issues }: TodoFact): boolean {
  return comment && issues.length === 0;
}

export async function sweepTodos(request: RecipeRequest): Promise<RecipeResult> {
  const { brief, worktree, env, say } = request;
  const { name, facts } = findTodos(brief.facts);
  say(
    `examined ${plural(facts.coverage.examined, 'file')}: ${notesPast(facts.items.length, facts)}`,
  );
  const plan = planSweep(brief, facts);
  const listed = listFindings(plan);
  const result = {
    findings: listed.findings,
    coverage: coverageOf(brief.facts, name),
  };
  if (isQuiet(plan)) {
    const reason = renderQuietLine(plan, brief);
    say('nothing new since the last report');
    return { ...result, report: reason, proposals: [], noop: { reason: reason.slice(0, 2_000) } };
  }
  const { proposed, again } = listMarks(plan);
  const marks = [...proposed, ...again];
  const rules = brief.context.branchRules;
  const { allowed, skipped } = await marksWithinRules({ worktree, env, rules, marks });
  const done = await markNotes(worktree, allowed);
  // That an earlier key could not be put either was told when it was new.
  const isNew = ({ mark }: MarkOutcome['skipped'][number]): boolean => proposed.includes(mark);
  const outcome = { ...done, skipped: [...skipped, ...done.skipped].filter(isNew) };
  const lapsed = [
    ...(brief.context.lapsed ?? []),
    ...plan.branches.flatMap(({ turnedDown }) => turnedDown),
  ];
  const commitProblem = await commitMarks({ worktree, env, run: brief.run, outcome, lapsed });
  if (outcome.marked.length > 0) {
    say(
      `put keys on ${plural(outcome.marked.length, 'line')} in ${plural(outcome.paths.length, 'file')}`,
    );
  }
  const report = renderSweepReport({ plan, brief, outcome, commitProblem, leftOver: listed.left });
  const proposals = [...proposeItems(plan), ...requestOf(brief, outcome)];
  return { ...result, report, proposals, noop: null };
}

/** Of the branch with the keys, where the routine lets it be asked for. */
function requestOf({ context }: Brief, outcome: MarkOutcome): readonly ProposalLine[] {
  const { marked, paths } = outcome;
  if (context.pullRequest === undefined || marked.length === 0) return [];
  return [
    {
      type: 'pull-request',
      title: marksSubject(outcome),
      body: `It changes ${plural(marked.length, 'line')} in ${plural(paths.length, 'file')}: each gets the key of the item that is about it. Nothing else changes.`,
    },
  ];
}

/** This recipe reads the notes alone, and says so of whatever else was collected. */
function coverageOf(byCollector: FactsByCollector, name: string): CoverageFile {
  return Object.fromEntries(
    Object.entries(byCollector).map(([collector, facts]) => {
      const read = collector === name && facts.kind === 'todos';
      return [collector, { examined: read ? facts.items.length : 0 }];
    }),
  );
}

function findTodos(byCollector: FactsByCollector): {
  readonly name: string;
  readonly facts: TodosFacts;
} {
  for (const [name, facts] of Object.entries(byCollector)) {
    if (facts.kind === 'todos') return { name, facts };
  }
  throw new AppError('invalid-definition', {
    code: 'facts-missing',
    message: 'the recipe todo-sweep needs the facts of the collector todos, and the brief has none',
    hint: 'Add it to the routine: collect: [{ todos: { older-than: 30d } }].',
  });
}

/**
 * The items that a sweep asks for: one for each note whose turn it is.
 * What matters first, keys in the order they were reserved.
 */
export function proposeItems({ due, facts }: SweepPlan): readonly FileItemLine[] {
  return due.flatMap(({ todo, places, standing }): FileItemLine[] => {
    if (standing.kind !== 'proposed') return [];
    return [
      {
        type: 'file-item',
        key: standing.item,
        title: noteTitle(todo),
        body: `${noteBody(todo, places)}\n\n${whyFiled(facts)}`,
        findings: [todo.fingerprint],
      },
    ];
  });
}

function whyFiled(facts: TodosFacts): string {
  return `Proposed because the note is ${formatLimit(facts)} and no item carries it.`;
}

/** One commit of the files that were marked, and of nothing else; no hook, no signature, no maintenance. */
interface CommitRequest {
  readonly worktree: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: RunId | null;
  readonly outcome: MarkOutcome;
  /**
   * Fingerprints of a branch that no longer merges, or that people turned down: what of it still stands is marked again, the
   * rest is gone.
   */
  readonly lapsed?: readonly string[];
}

/** `null` when the commit was made, else what went wrong; the changed files are then still in the worktree. */
export async function commitMarks(request: CommitRequest): Promise<string | null> {
  const { worktree, env, outcome } = request;
  return commitPaths({ worktree, env, paths: outcome.paths, message: commitMessage(request) });
}

/**
 * Lines that the key alone changed are no one's work: a trailer lets blame pass over the commit. Others say what it covers, so
 * that it takes the place of a branch that has no more than that, and later nights add nothing for it.
 */
export function commitMessage({
  outcome,
  run,
  lapsed = [],
}: Pick<CommitRequest, 'outcome' | 'run' | 'lapsed'>): string {
  const { marked } = outcome;
  const lines = marked.map(
    ({ todo, item }) => `${item} ${oneLine(`${todo.path}:${todo.line} ${noteTitle(todo)}`, 160)}`,
  );
  const covers = new Set([...marked.flatMap((mark) => mark.covers), ...lapsed]);
  const trailers = [
    ...[...covers].map((fingerprint) => `Roundsman-Covers: ${fingerprint}`),
    'Roundsman-Blame: ignore',
    ...(run === null ? [] : [`Roundsman-Run: ${run}`]),
  ];
  return [marksSubject(outcome), '', ...lines, '', ...trailers, ''].join('\n');
}

/** One line for what was marked. */
function marksSubject({ marked }: MarkOutcome): string {
  const keys = [...new Set(marked.map(({ item }) => item))].toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  const range = keys.length < 3 ? keys.join(' and ') : `${keys[0] ?? ''} … ${keys.at(-1) ?? ''}`;
  return `Link ${plural(marked.length, 'TODO')} to ${range}`;
}
