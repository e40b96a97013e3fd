/** Entries, commits and problems in words, for findings and the report. */
import type { ReleaseNotesFacts } from '../../../../words/facts.ts';
import type { ReleaseCommit, ReleaseNoteFact } from '../../../../words/release-note.ts';
import { escapeMarkdown, inlineCode, plural } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';

/** `CHANGELOG.md:12` as inline code. */
export function placeOf({
  path,
  line,
}: {
  readonly path: string;
  readonly line: number | null;
}): string {
  return inlineCode(fitLine(line === null ? path : `${path}:${line}`, 300));
}

/** Words from outside on one line; of links only the words, and of code no marks, which do not nest. */
export function quoteEntry(text: string, max = 300): string {
  const plain = text.slice(0, 4_000).replaceAll(/\[([^[\]]{1,200})\]\([^()\s]{1,500}\)/g, '$1');
  return escapeMarkdown(fitLine(plain.replaceAll('`', ''), max));
}

export function shortSha({ sha }: Pick<ReleaseCommit, 'sha'>): string {
  return `\`${sha.slice(0, 10)}\``;
}

/** Sha, subject, author, day and pull request, on one line. */
export function describeCommit(commit: ReleaseCommit): string {
  const { subject, title = subject, author, coAuthors, date, pullRequest } = commit;
  const others = coAuthors.length === 0 ? '' : ` and ${coAuthors.length} more`;
  const number =
    pullRequest === null || title.includes(`#${pullRequest}`) ? [] : [`#${pullRequest}`];
  const told = [`${escapeMarkdown(fitLine(author, 60))}${others}`, date.slice(0, 10), ...number];
  return `${shortSha(commit)} ${quoteEntry(title, 160)} (${told.join(', ')})`;
}

/** One word for what ties an entry to its commits. */
export function tieWord({ by }: ReleaseNoteFact): string {
  return by ?? '–';
}

// The stretch of history that was checked, in words.

/** `v1.2.0..v1.3.0`; plain text. */
export function rangeName({ range }: Pick<ReleaseNotesFacts, 'range'>): string {
  return `${fitLine(range.fromName, 80)}..${fitLine(range.toName, 80)}`;
}

/** Programs that sign commits. */
const PROGRAM =
  /\[bot\]|^(?:claude|codex|(?:github )?copilot|cursor(?: agent)?|devin|gemini|opencode|roundsman)(?:\s|$)/i;

/** `41 commits by 9 people`; co-authors count, and no name twice. A program counts only where nobody else wrote anything. */
export function commitsByPeople({ commits, moreCommits }: ReleaseNotesFacts): string {
  const names = new Set(commits.flatMap(({ author, coAuthors }) => [author, ...coAuthors]));
  const persons = [...names].filter((name) => !PROGRAM.test(name));
  const people = persons.length === 0 ? names : new Set(persons);
  const count = plural(commits.length + moreCommits, 'commit');
  return commits.length === 0 ? count : `${count} by ${plural(people.size, 'person', 'people')}`;
}

/** What was deployed, after what, as a sentence; `null` when the routine follows no deployments. */
export function formatDeployment(facts: ReleaseNotesFacts): string | null {
  const { deployment } = facts;
  if (deployment === null) return null;
  const { ref, previous, deployed } = deployment;
  const now = inlineCode(deployed.slice(0, 10));
  const at = inlineCode(fitLine(ref, 120));
  if (previous === null) return `Deployed: ${now} at ${at}, the first that was seen.`;
  const before = inlineCode(previous.slice(0, 10));
  if (previous === deployed) return `Deployed: ${now} at ${at}, the same as before.`;
  return isRollback(facts)
    ? `Rolled back: ${at} went from ${before} to ${now}. What is told here is what users no longer have.`
    : `Deployed: ${before}..${now} at ${at}.`;
}

/** The range is then what the deployment took away. */
export function isRollback({ deployment }: Pick<ReleaseNotesFacts, 'deployment'>): boolean {
  return deployment?.rolledBack === true;
}
