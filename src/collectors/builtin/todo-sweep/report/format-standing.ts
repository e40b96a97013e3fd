import { assertNever } from '../../../../words/errors.ts';
import { escapeMarkdown } from '../../../../words/text.ts';
import type { Standing } from '../standing.ts';

/** What is done about a note, in a few words for a table. */
export function formatStanding(standing: Standing): string {
  switch (standing.kind) {
    case 'keyed':
      return escapeMarkdown(standing.issues.join(', '));
    case 'dismissed':
    case 'snoozed':
    case 'declined':
      return standing.kind;
    case 'covered':
      return standing.item === null ? 'branch waits' : `${standing.item}, branch waits`;
    case 'carried':
      return standing.item;
    case 'proposed':
      return `${standing.item}, proposed`;
    case 'waits':
      return 'waits';
    default:
      return assertNever(standing);
  }
}
