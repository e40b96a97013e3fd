import type { Facts, FactsByCollector } from '../../words/facts.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Page } from './page.ts';

const MOST_LINES = 15;

/** The built-in engine reads no prompt: it tells of what was found. */
export function writeFound(page: Page, found: FactsByCollector): void {
  for (const [name, facts] of Object.entries(found)) {
    const lines = factLines(facts);
    if (lines.length === 0) continue;
    page.line();
    page.line(page.paint('strong', name));
    for (const text of lines.slice(0, MOST_LINES)) page.line(`  ${oneLine(text, 200)}`);
    const more = lines.length - MOST_LINES;
    if (more > 0) page.line(page.paint('faint', `  and ${more} more: --json has them all`));
  }
}

function factLines(facts: Facts): readonly string[] {
  switch (facts.kind) {
    case 'todos':
      return facts.items.map(
        ({ path, line, marker, text, title }) =>
          `${path}:${line}  ${title ?? `${marker}: ${text}`}`,
      );
    case 'tickets':
      return facts.themes.map(
        ({ name, tickets }) => `${name}: ${plural(tickets.length, 'ticket')}`,
      );
    case 'release-notes':
      return [
        ...facts.items.flatMap(({ entry, path, line, backed }) =>
          backed ? [] : [`${path}:${line}  no commit backs: ${entry}`],
        ),
        ...facts.commits.flatMap(({ sha, subject }) =>
          facts.unmentioned.includes(sha)
            ? [`${sha.slice(0, 10)}  not in the notes: ${subject}`]
            : [],
        ),
        ...facts.problems.map(({ message }) => message),
      ];
    case 'commits':
      return facts.items.map(({ sha, subject }) => `${sha.slice(0, 10)}  ${subject}`);
    default:
      return [];
  }
}
