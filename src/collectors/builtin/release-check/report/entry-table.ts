/**
 * Every entry of the range with its commits and what ties it to them. What is tied by words or files alone can be wrong,
 * so those stand below once more, with both sides to compare.
 */
import type { ReleaseNotesFacts } from '../../../../words/facts.ts';
import { groupBy } from '../../../../words/group-by.ts';
import type { ReleaseCommit, ReleaseNoteFact } from '../../../../words/release-note.ts';
import { placeOf, quoteEntry, shortSha, tieWord } from './describe.ts';

const MAX_ROWS = 300;
const MAX_WEAK = 50;

export function renderEntryTable({ items, commits }: ReleaseNotesFacts): string {
  if (items.length === 0) return '';
  const shown = items.slice(0, MAX_ROWS);
  const tables = [...groupBy(shown, ({ version }) => version ?? 'Unreleased')].map(tableOf);
  const more = items.length - shown.length;
  return [
    ...tables,
    ...(more > 0 ? [`and ${more.toLocaleString('en-US')} more entries`] : []),
    weakTies(items, new Map(commits.map((commit) => [commit.sha, commit]))),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function tableOf([version, entries]: readonly [string, readonly ReleaseNoteFact[]]): string {
  const date = entries[0]?.date ?? null;
  const head = `**${quoteEntry(version, 60)}**${date === null ? '' : ` · ${quoteEntry(date, 20)}`}`;
  const rows = entries.map((entry) => {
    const [first] = entry.commits;
    const more = entry.commits.length - 1;
    const commits =
      first === undefined ? '–' : `\`${first.slice(0, 7)}\`${more > 0 ? ` +${more}` : ''}`;
    return `| ${[String(entry.line), quoteEntry(entry.entry, 44), commits, tieWord(entry)].join(' | ')} |`;
  });
  return [
    head,
    '',
    '| Line | Entry | Commits | Tied by |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function weakTies(
  items: readonly ReleaseNoteFact[],
  commits: ReadonlyMap<string, ReleaseCommit>,
): string {
  const weak = items.filter(({ by }) => by === 'words' || by === 'files');
  if (weak.length === 0) return '';
  const lines = weak.slice(0, MAX_WEAK).map((entry) => {
    const told = entry.commits.slice(0, 2).flatMap((sha) => {
      const commit = commits.get(sha);
      return commit === undefined
        ? []
        : [`${shortSha(commit)} “${quoteEntry(commit.subject, 100)}”`];
    });
    return `- ${placeOf(entry)} “${quoteEntry(entry.entry, 120)}”: ${told.join(', ')}`;
  });
  const more = weak.length - lines.length;
  return [
    'Tied by words or files alone, so worth a look:',
    '',
    ...lines,
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n');
}
