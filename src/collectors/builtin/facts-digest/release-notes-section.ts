/** Release notes in numbers, with what does not hold. The recipe release-check tells them in full. */
import type { ReleaseNotesFacts } from '../../../words/facts.ts';
import { groupBy } from '../../../words/group-by.ts';
import type { ReleaseNoteFact } from '../../../words/release-note.ts';
import { escapeMarkdown, inlineCode, plural } from '../../../words/text.ts';
import { countWords } from '../count-words.ts';
import { fitLine } from '../fit-text.ts';

const MAX_LISTED = 20;

/** The first time for a deployment, or anything that a release manager would want to know. */
export function hasReleaseNews({
  items,
  unmentioned,
  problems,
  deployment,
}: ReleaseNotesFacts): boolean {
  if ((deployment?.checkedBy ?? null) !== null) return false;
  return items.length + unmentioned.length + problems.length > 0;
}

export function tellReleaseNotes(facts: ReleaseNotesFacts): string {
  const { items, unmentioned, problems, deployment, truncated } = facts;
  if ((deployment?.checkedBy ?? null) !== null) return 'a deployment that was checked already';
  if (!hasReleaseNews(facts)) return 'no release notes';
  const unbacked = items.filter(({ backed }) => !backed).length;
  const wrong = [
    [unbacked, 'without a commit'],
    [
      unmentioned.length,
      unmentioned.length === 1 ? 'commit not mentioned' : 'commits not mentioned',
    ],
    [problems.length, problems.length === 1 ? 'problem' : 'problems'],
  ] as const;
  const told = wrong.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]));
  const notes = plural(items.length + truncated, 'release note');
  return [notes, ...(told.length === 0 ? ['all backed by commits'] : told)].join(', ');
}

export function renderReleaseNotes(facts: ReleaseNotesFacts): string {
  const { items, commits, unmentioned, problems } = facts;
  const silent = new Set<string>(unmentioned);
  return [
    [...rangeLine(facts), ...versionLines(items)].join('\n'),
    list(
      'Problems',
      problems.map(({ message }) => escapeMarkdown(fitLine(message, 200))),
    ),
    list(
      'Without a commit',
      items
        .filter(({ backed }) => !backed)
        .map(
          (entry) =>
            `${inlineCode(`${entry.path}:${entry.line}`)} ${escapeMarkdown(fitLine(entry.entry, 160))}`,
        ),
    ),
    list(
      'Not mentioned',
      commits
        .filter(({ sha }) => silent.has(sha))
        .map(
          ({ sha, subject, author }) =>
            `${escapeMarkdown(fitLine(subject, 160))} (\`${sha.slice(0, 10)}\`, ${escapeMarkdown(fitLine(author, 60))})`,
        ),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function rangeLine({ range, commits, moreCommits }: ReleaseNotesFacts): readonly string[] {
  const name = inlineCode(`${fitLine(range.fromName, 80)}..${fitLine(range.toName, 80)}`);
  return [`- Range: ${name}, ${plural(commits.length + moreCommits, 'commit')}`];
}

/** `1.3.0: Added 3 · Fixed 2`. */
function versionLines(items: readonly ReleaseNoteFact[]): readonly string[] {
  return [...groupBy(items, ({ version }) => version ?? 'Unreleased')]
    .slice(0, MAX_LISTED)
    .map(([version, own]) => {
      const sections = countWords(own.map(({ section }) => section ?? 'entries'))
        .map(({ name, count }) => `${escapeMarkdown(fitLine(name, 60))} ${count}`)
        .join(' · ');
      return `- ${escapeMarkdown(fitLine(version, 60))}: ${sections}`;
    });
}

function list(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const shown = lines.slice(0, MAX_LISTED).map((line) => `- ${line}`);
  const more = lines.length - shown.length;
  return [
    `**${title}**`,
    '',
    ...shown,
    ...(more > 0 ? [`- and ${more.toLocaleString('en-US')} more`] : []),
  ].join('\n');
}
