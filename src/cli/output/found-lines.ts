import type { Facts, FactsByCollector, ReleaseNotesFacts } from '../../words/facts.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Page } from './page.ts';

const MOST_LINES = 15;

/** What was found, by collector. */
export function writeFound(page: Page, found: FactsByCollector): void {
  for (const [name, facts] of Object.entries(found)) writeList(page, name, factLines(facts));
}

/** Under a title of its own, cut after a screen; nothing where there is nothing. */
export function writeList(page: Page, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  page.line();
  page.line(page.paint('strong', title));
  for (const text of lines.slice(0, MOST_LINES)) page.line(`  ${oneLine(text, 300)}`);
  const more = lines.length - MOST_LINES;
  if (more > 0) page.line(page.paint('faint', `  and ${more} more: --json has them all`));
}

/** Of kinds that people read elsewhere, such as what a command printed: none. */
function factLines(facts: Facts): readonly string[] {
  if (facts.kind === 'todos')
    return facts.items.map(
      ({ path, line, marker, text, title }) => `${path}:${line}  ${title ?? `${marker}: ${text}`}`,
    );
  if (facts.kind === 'tickets')
    return facts.themes.map(({ name, tickets }) => `${name}: ${plural(tickets.length, 'ticket')}`);
  if (facts.kind === 'commits')
    return facts.items.map(({ sha, subject }) => `${sha.slice(0, 10)}  ${subject}`);
  return facts.kind === 'release-notes' ? issueLines(facts) : [];
}

function issueLines({
  items,
  commits,
  unmentioned,
  problems,
}: ReleaseNotesFacts): readonly string[] {
  return [
    ...items.flatMap(({ entry, path, line, backed }) =>
      backed ? [] : [`${path}:${line}  no commit backs: ${entry}`],
    ),
    ...commits.flatMap(({ sha, subject }) =>
      unmentioned.includes(sha) ? [`${sha.slice(0, 10)}  not in the notes: ${subject}`] : [],
    ),
    ...problems.map(({ message }) => message),
  ];
}
