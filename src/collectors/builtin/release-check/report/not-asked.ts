/** Commits that need no entry: taken back within the range, or of a kind that no user notices. All are listed. */
import type { ReleaseCommit } from '../../../../words/release-note.ts';
import { escapeMarkdown, plural } from '../../../../words/text.ts';
import { countWords } from '../../count-words.ts';
import { fitLine } from '../../fit-text.ts';
import type { CheckPlan } from '../plan-check.ts';
import { quoteEntry, shortSha } from './describe.ts';

const MAX_LISTED = 200;

export function renderNotAsked({ facts }: CheckPlan): string {
  const backing = new Set(facts.items.flatMap(({ commits }) => commits));
  const cancelled = facts.commits.filter((commit) => commit.cancelled);
  const hidden = facts.commits.filter(
    ({ cancelled: gone, userVisible, sha }) => !gone && !userVisible && !backing.has(sha),
  );
  const first =
    facts.changelog !== null && facts.range.from === null ? new Set(facts.unmentioned) : null;
  const early = facts.commits.filter(({ sha }) => first?.has(sha) === true);
  return [
    list(
      early,
      `${plural(early.length, 'commit')} before the first release, when everything is new and no entry is expected for each:`,
    ),
    list(
      cancelled,
      `${plural(cancelled.length, 'commit')} taken back within the range, so that nothing of ${cancelled.length === 1 ? 'it' : 'them'} is left:`,
    ),
    list(
      hidden,
      `${plural(hidden.length, 'commit')} that no user notices, as far as type, words and paths tell (${kinds(hidden)}):`,
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function kinds(commits: readonly ReleaseCommit[]): string {
  return countWords(commits.map(({ type, merge }) => type ?? (merge ? 'merge' : 'untyped')))
    .slice(0, 8)
    .map(({ name, count }) => `${escapeMarkdown(fitLine(name, 30))} ${count}`)
    .join(', ');
}

function list(commits: readonly ReleaseCommit[], lead: string): string {
  if (commits.length === 0) return '';
  const lines = commits
    .slice(0, MAX_LISTED)
    .map((commit) => `- ${shortSha(commit)} ${quoteEntry(commit.subject, 100)}`);
  const more = commits.length - lines.length;
  return [
    lead,
    '',
    ...lines,
    ...(more > 0 ? [`- and ${more.toLocaleString('en-US')} more`] : []),
  ].join('\n');
}
