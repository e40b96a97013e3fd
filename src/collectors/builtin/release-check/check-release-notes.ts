/**
 * Recipe `release-check`: what the notes say against what was done, and a branch with the entries that are missing,
 * in the file's own manner. docs/routines/release-check.md tells it to people.
 */
import type { Brief, PriorFinding } from '../../../context/brief.ts';
import type { CoverageFile, FindingLine, ProposalLine } from '../../../engines/agent-contract.ts';
import { OUT_LIMITS } from '../../../engines/out-limits.ts';
import { AppError, assertNever } from '../../../words/errors.ts';
import type { FactsByCollector, ReleaseNotesFacts } from '../../../words/facts.ts';
import { inlineCode, oneLine, plural } from '../../../words/text.ts';
import { fitFindings } from '../fit-text.ts';
import type { RecipeRequest, RecipeResult } from '../recipe.ts';
import type { Issue } from './issue.ts';
import {
  type CheckPlan,
  type DueIssue,
  planCheck,
  type QuietReason,
  standingIssues,
} from './plan-check.ts';
import { proposeEdit } from './propose-edit.ts';
import { renderCheckReport } from './report/check-report.ts';
import { describeCommit, placeOf, quoteEntry, rangeName } from './report/describe.ts';

// The whole report when there is nothing to tell. Plain text, no Markdown.

export function renderQuietLine(plan: CheckPlan, reason: QuietReason): string {
  const { facts } = plan;
  switch (reason) {
    case 'deployment-checked': {
      const ref = oneLine(facts.deployment?.ref ?? '', 120);
      const sha = facts.deployment?.deployed.slice(0, 10) ?? '';
      return `Nothing new: ${sha} at ${ref} was checked already, by run ${facts.deployment?.checkedBy ?? ''}${stateWords(plan)}.`;
    }
    case 'empty-range':
      return `Nothing to check: there is no commit and no entry in ${rangeName(facts)}.`;
    case 'no-change':
      return `Nothing new in ${rangeName(facts)}${plan.lastReport === null ? '' : ` since ${plan.lastReport}`}${stateWords(plan)}.`;
    case 'no-notes':
      if (facts.retired !== undefined)
        return `Nothing to check: ${oneLine(facts.retired.path, 200)} ends at ${oneLine(facts.retired.version, 40)}, and at least five releases came after it.`;
      return `Nothing to check: no release notes were found in ${rangeName(facts)}. Set collect.release-notes.path if they have an unusual name.`;
    default:
      return assertNever(reason);
  }
}

function stateWords(plan: CheckPlan): string {
  const open = standingIssues(plan).length;
  if (open === 0) return '; the notes hold';
  const waiting = plan.branches.filter(({ covered }) => covered > 0);
  const names = waiting.map(
    ({ branch, covered }) => `branch ${branch} waits with ${covered} of them`,
  );
  return [`; ${plural(open, 'thing')} still to mend`, ...names].join(', ');
}

const MAX_PATH = 1_000;

/** One under the limit of the contract. */
const MAX_FINDINGS = OUT_LIMITS.maxLines - 1;

export async function checkReleaseNotes(request: RecipeRequest): Promise<RecipeResult> {
  const { brief, worktree, env, say } = request;
  const { name, facts } = findReleaseNotes(brief.facts);
  say(
    `checked ${plural(facts.items.length, 'entry', 'entries')} against ${plural(facts.commits.length, 'commit')} of ${rangeName(facts)}`,
  );
  const plan = planCheck(brief, facts);
  const listed = listFindings(plan);
  const result = {
    findings: listed.findings,
    proposals: [] as const,
    coverage: coverageOf(brief.facts, name),
  };
  if (plan.quiet !== null) {
    const reason = renderQuietLine(plan, plan.quiet);
    say('nothing new since the last report');
    return { ...result, report: reason, noop: { reason: reason.slice(0, 2_000) } };
  }
  const rules = brief.context.branchRules;
  const edit = await proposeEdit({ worktree, env, rules, run: brief.run, plan });
  say(`${plural(standingIssues(plan).length, 'thing')} to mend`);
  if (edit.kind === 'edited') {
    say(`added ${plural(edit.added.length, 'entry', 'entries')} to ${edit.paths.join(', ')}`);
  }
  const report = renderCheckReport({ plan, edit, leftOver: listed.left });
  const proposals = requestOf(brief, edit, rangeName(facts));
  return { ...result, report, proposals, noop: null };
}

/** Of the branch with the entries that were missing, where the routine lets it be asked for. */
function requestOf(
  { context }: Brief,
  edit: Awaited<ReturnType<typeof proposeEdit>>,
  range: string,
): readonly ProposalLine[] {
  if (context.pullRequest === undefined || edit.kind !== 'edited') return [];
  const count = plural(edit.added.length, 'missing entry', 'missing entries');
  return [
    {
      type: 'pull-request',
      title: oneLine(`Add ${count} to the release notes of ${range}`, 240),
      body: `${count} for users, in the form that the notes have, in ${edit.paths.map(inlineCode).join(', ')}.`,
    },
  ];
}

/** This recipe reads the notes alone, and says so of whatever else was collected. */
function coverageOf(byCollector: FactsByCollector, name: string): CoverageFile {
  return Object.fromEntries(
    Object.entries(byCollector).map(([collector, facts]) => [
      collector,
      { examined: collector === name ? facts.items.length : 0 },
    ]),
  );
}

function findReleaseNotes(byCollector: FactsByCollector): {
  readonly name: string;
  readonly facts: ReleaseNotesFacts;
} {
  for (const [name, facts] of Object.entries(byCollector)) {
    if (facts.kind === 'release-notes') return { name, facts };
  }
  throw new AppError('invalid-definition', {
    code: 'facts-missing',
    message:
      'the recipe release-check needs the facts of the collector release-notes, and the brief has none',
    hint: 'Add it to the routine: collect: [release-notes].',
  });
}

/** The findings of a check: one for each issue, as far as a run may report. */
interface ListedFindings {
  readonly findings: readonly FindingLine[];
  /** Issues that did not fit; they come up as others go. */
  readonly left: number;
}

/**
 * Known ones first, so that none of them seems mended for want of room; then the heaviest. A quiet run lists only what
 * is known: it has nothing new to say.
 */
export function listFindings({ due, waiting, quiet }: CheckPlan): ListedFindings {
  const known = due.filter(({ news }) => news === 'known');
  const fresh = quiet === null ? due.filter(({ news }) => news !== 'known') : [];
  const kept = waiting.slice(0, MAX_FINDINGS).map(waitingFinding);
  const fitting = new Set([...known, ...fresh].slice(0, MAX_FINDINGS - kept.length));
  const findings = fitFindings([...due.filter((one) => fitting.has(one)).map(findingOf), ...kept]);
  return { findings, left: quiet === null ? due.length + waiting.length - findings.length : 0 };
}

/** Its range is not checked any more; as long as nobody decides, it is not gone. */
function waitingFinding({ title, fingerprint, firstSeen }: PriorFinding): FindingLine {
  return {
    title,
    body: `Found in a range that is not checked any more; the report of ${firstSeen.slice(0, 10)} tells it in full.`,
    severity: 'info',
    fingerprint,
  };
}

function findingOf({ issue }: DueIssue): FindingLine {
  const { path, line } = placeIn(issue);
  return {
    title: issue.title,
    body: bodyOf(issue),
    severity: issue.severity,
    ...(path === null || path.length > MAX_PATH
      ? {}
      : { path, ...(line === null ? {} : { line }) }),
    fingerprint: issue.fingerprint,
  };
}

function placeIn({ matter }: Issue): {
  readonly path: string | null;
  readonly line: number | null;
} {
  switch (matter.kind) {
    case 'unbacked':
      return matter.entry;
    case 'unmentioned':
      return { path: null, line: null };
    case 'problem':
      return matter.problem;
  }
}

function bodyOf({ matter }: Issue): string {
  switch (matter.kind) {
    case 'unbacked': {
      const { entry } = matter;
      return `${placeOf(entry)}\n\n${quoteEntry(entry.entry)}\n\nNo commit of the range makes it true, by number, words or files.`;
    }
    case 'unmentioned': {
      const files = matter.commit.files.slice(0, 10).map((file) => `- ${inlineCode(file)}`);
      return [
        describeCommit(matter.commit),
        ...(files.length === 0 ? [] : [files.join('\n')]),
      ].join('\n\n');
    }
    case 'problem': {
      const { path, line, advice } = matter.problem;
      const place = path === null ? [] : [placeOf({ path, line })];
      return [...place, quoteEntry(matter.problem.message), quoteEntry(advice)].join('\n\n');
    }
  }
}
