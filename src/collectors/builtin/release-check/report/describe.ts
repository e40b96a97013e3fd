/** Entries, commits and problems in words, for findings and the report. */
import type { ReleaseCommit, ReleaseNoteFact } from '../../../../words/release-note.ts';
import { escapeMarkdown, inlineCode } from '../../../../words/text.ts';
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
