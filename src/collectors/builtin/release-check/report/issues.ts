/** What is to be mended, in groups, the heaviest first; then what people set aside. */
import { assertNever } from '../../../../words/errors.ts';
import type { ReleaseNotesFacts } from '../../../../words/facts.ts';
import { standingIssues, type CheckPlan, type DueIssue } from '../plan-check.ts';
import { describeCommit, placeOf, quoteEntry } from './describe.ts';

const MAX_SHOWN = 100;

export function renderIssues(plan: CheckPlan): string {
  const standing = standingIssues(plan);
  const aside = plan.due.filter((one) => !standing.includes(one));
  const of = (test: (one: DueIssue) => boolean): readonly DueIssue[] => standing.filter(test);
  const groups = [
    group('Breaking changes without a mark', of(isBreaking), plan.facts),
    group(
      'Entries that no commit backs',
      of(({ issue }) => issue.matter.kind === 'unbacked'),
      plan.facts,
    ),
    group(
      'Changes that no entry mentions',
      of(({ issue }) => issue.matter.kind === 'unmentioned'),
      plan.facts,
    ),
    group('Entries that disagree with their commits', of(disagrees), plan.facts),
    group(
      'Versions, dates and headings',
      of((one) => one.issue.matter.kind === 'problem' && !isBreaking(one) && !disagrees(one)),
      plan.facts,
    ),
    group('Set aside by people', aside, plan.facts),
  ].filter((text) => text !== '');
  return groups.length === 0 ? 'None.' : groups.join('\n\n');
}

function isBreaking({ issue }: DueIssue): boolean {
  return issue.matter.kind === 'problem' && issue.matter.problem.code === 'breaking-unmarked';
}

const DISAGREE: readonly string[] = ['entry-differs', 'released-before', 'released-later'];

function disagrees({ issue: { matter } }: DueIssue): boolean {
  return matter.kind === 'problem' && DISAGREE.includes(matter.problem.code);
}

function group(title: string, list: readonly DueIssue[], facts: ReleaseNotesFacts): string {
  if (list.length === 0) return '';
  const lines = list
    .slice(0, MAX_SHOWN)
    .map((one) => `- ${tell(one, facts)}${formatStanding(one)}`);
  const more = list.length - lines.length;
  return [
    `### ${title} (${list.length})`,
    '',
    ...lines,
    ...(more > 0 ? [`- and ${more} more in \`roundsman findings\``] : []),
  ].join('\n');
}

function tell({ issue: { matter } }: DueIssue, facts: ReleaseNotesFacts): string {
  switch (matter.kind) {
    case 'unbacked': {
      const { entry } = matter;
      const version = entry.version === null ? 'unreleased' : quoteEntry(entry.version, 40);
      return `${placeOf(entry)} “${quoteEntry(entry.entry, 240)}” (${version})`;
    }
    case 'unmentioned': {
      const { commit } = matter;
      const note = commit.breakingNote === null ? '' : ` ${quoteEntry(commit.breakingNote, 200)}`;
      return `${commit.breaking ? `**Breaking.**${note} ` : ''}${describeCommit(commit)}`;
    }
    case 'problem': {
      const { problem } = matter;
      const place =
        problem.path === null ? '' : `${placeOf({ path: problem.path, line: problem.line })} `;
      const about = new Set(problem.commits);
      const commits = facts.commits.filter(({ sha }) => about.has(sha)).slice(0, 5);
      const shown = commits.map((commit) => `  - ${describeCommit(commit)}`);
      const advice = problem.advice === '' ? '' : ` ${quoteEntry(problem.advice)}`;
      return [`${place}${quoteEntry(problem.message)}${advice}`, ...shown].join('\n');
    }
    default:
      return assertNever(matter);
  }
}

function formatStanding({ standing, news }: DueIssue): string {
  switch (standing.kind) {
    case 'open':
      return news === 'back' ? ' — back' : '';
    case 'covered':
      return ' — branch waits';
    case 'refused':
      return ` — branch discarded${standing.reason === '' ? '' : `: ${quoteEntry(standing.reason, 120)}`}`;
    case 'dismissed':
    case 'snoozed':
      return ` — ${standing.kind}${standing.reason === '' ? '' : `: ${quoteEntry(standing.reason, 120)}`}`;
    default:
      return assertNever(standing);
  }
}
