/** Every entry of the range with its commits and what ties it to them, so that a person can check. */
import type { ReleaseNotesFacts } from '../../../../domain/facts.ts';
import type { ReleaseNoteFact } from '../../../../domain/release-note.ts';
import { groupBy } from '../../group-by.ts';
import { quoteEntry, tieWords } from './describe.ts';

const MAX_ROWS = 300;

export function renderEntryTable({ items, commits }: ReleaseNotesFacts): string {
  if (items.length === 0) return '';
  const subjects = new Map<string, string>(commits.map(({ sha, subject }) => [sha, subject]));
  const shown = items.slice(0, MAX_ROWS);
  const tables = [...groupBy(shown, ({ version }) => version ?? 'Unreleased')].map(
    ([version, own]) => {
      const date = own[0]?.date ?? null;
      const head = `**${quoteEntry(version, 60)}**${date === null ? '' : ` · ${quoteEntry(date, 20)}`}`;
      const rows = own.map((entry) => rowOf(entry, subjects));
      return [
        head,
        '',
        '| Line | Entry | Commits | Tied by |',
        '| --- | --- | --- | --- |',
        ...rows,
      ].join('\n');
    },
  );
  const more = items.length - shown.length;
  return [
    ...tables,
    ...(more > 0 ? [`and ${more.toLocaleString('en-US')} more entries`] : []),
  ].join('\n\n');
}

function rowOf(entry: ReleaseNoteFact, subjects: ReadonlyMap<string, string>): string {
  const shas = entry.commits.slice(0, 3).map((sha) => `\`${sha.slice(0, 7)}\``);
  const more = entry.commits.length - shas.length;
  const first = entry.commits[0];
  const subject = first === undefined ? '' : ` ${quoteEntry(subjects.get(first) ?? '', 60)}`;
  const commits = `${shas.join(' ')}${more > 0 ? ` and ${more} more` : ''}${shas.length === 1 ? subject : ''}`;
  return `| ${[String(entry.line), quoteEntry(entry.entry, 90), commits === '' ? '–' : commits, tieWords(entry)].join(' | ')} |`;
}
