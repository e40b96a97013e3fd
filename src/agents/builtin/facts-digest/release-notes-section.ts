/** Release notes in numbers. The recipe release-check tells them in full. */
import type { ReleaseNotesFacts } from '../../../domain/facts.ts';
import { escapeMarkdown, plural } from '../../../domain/text.ts';
import { fitLine } from '../fit-text.ts';

const MAX_LISTED = 50;

export function tellReleaseNotes({ items, unmentioned }: ReleaseNotesFacts): string {
  const unbacked = items.filter(({ backed }) => !backed).length;
  return `${plural(items.length, 'release note')}, ${unbacked} without a commit, ${plural(unmentioned.length, 'commit')} not mentioned`;
}

export function renderReleaseNotes({ items, unmentioned, commits }: ReleaseNotesFacts): string {
  const silent = new Set<string>(unmentioned);
  const lines = [
    ...items.map(
      ({ entry, version, backed }) =>
        `- ${escapeMarkdown(fitLine(version ?? 'unreleased', 60))}: ${escapeMarkdown(fitLine(entry, 160))}${backed ? '' : ' (no commit)'}`,
    ),
    ...commits
      .filter(({ sha }) => silent.has(sha))
      .map(
        ({ sha, subject }) =>
          `- not mentioned: ${escapeMarkdown(fitLine(subject, 160))} (\`${sha.slice(0, 10)}\`)`,
      ),
  ];
  const more = lines.length - MAX_LISTED;
  return [...lines.slice(0, MAX_LISTED), ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}
