/** Commits of the window: breaking ones first, then by type, with who made them. */
import type { CommitFact, CommitsFacts } from '../../../words/facts.ts';
import { escapeMarkdown, plural } from '../../../words/text.ts';
import { countWords } from '../count-words.ts';
import { fitLine } from '../fit-text.ts';

const MAX_LISTED = 100;
/** What readers look for first; other types follow by number. */
const FIRST_TYPES = ['feat', 'fix', 'perf'];

export function tellCommits({ items, truncated }: CommitsFacts): string {
  if (items.length === 0) return 'no commits';
  const authors = new Set(items.map(({ author }) => author)).size;
  const breaking = items.filter((commit) => commit.breaking).length;
  const by = `${plural(items.length + truncated, 'commit')} by ${plural(authors, 'person', 'people')}`;
  return breaking === 0 ? by : `${by}, ${breaking} breaking`;
}

export function renderCommits({ items, truncated }: CommitsFacts): string {
  const listed = items.slice(0, MAX_LISTED);
  const breaking = listed.filter((commit) => commit.breaking);
  const calm = listed.filter((commit) => !commit.breaking);
  const more = items.length - listed.length + truncated;
  return [
    [
      `- Type: ${counted(items.map(({ type }) => type ?? 'other'))}`,
      ...scopeLine(items),
      `- Author: ${counted(items.map(({ author }) => author))}`,
    ].join('\n'),
    group('Breaking', breaking),
    ...typesOf(calm).map((type) =>
      group(
        type ?? 'Other',
        calm.filter((commit) => commit.type === type),
      ),
    ),
    more === 0 ? '' : `and ${plural(more, 'older commit')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function scopeLine(items: readonly CommitFact[]): readonly string[] {
  const scopes = items.flatMap(({ scope }) => scope ?? []);
  return scopes.length === 0 ? [] : [`- Area: ${counted(scopes)}`];
}

function counted(words: readonly string[]): string {
  const counts = countWords(words);
  const shown = counts
    .slice(0, 8)
    .map(({ name, count }) => `${escapeMarkdown(fitLine(name, 60))} ${count}`);
  const rest = counts.slice(8);
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  return [...shown, ...(rest.length === 0 ? [] : [`${rest.length} others ${others}`])].join(' · ');
}

/** Known types first, untyped last. */
function typesOf(commits: readonly CommitFact[]): readonly (string | null)[] {
  const byCount = countWords(commits.flatMap(({ type }) => type ?? [])).map(({ name }) => name);
  const first = FIRST_TYPES.filter((type) => byCount.includes(type));
  const rest = byCount.filter((type) => !FIRST_TYPES.includes(type));
  const untyped = commits.some(({ type }) => type === null) ? [null] : [];
  return [...first, ...rest, ...untyped];
}

function group(title: string, commits: readonly CommitFact[]): string {
  if (commits.length === 0) return '';
  const lines = commits.map(
    ({ subject, sha, author, date }) =>
      `- ${escapeMarkdown(fitLine(subject, 160))} (\`${sha.slice(0, 10)}\`, ${escapeMarkdown(fitLine(author, 60))}, ${date.slice(0, 10)})`,
  );
  return `**${escapeMarkdown(fitLine(title, 60))}**\n\n${lines.join('\n')}`;
}
