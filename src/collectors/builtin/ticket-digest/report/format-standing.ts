import { assertNever } from '../../../../words/errors.ts';
import { escapeMarkdown } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';
import type { ThemeStanding } from '../theme-standing.ts';

/** What is done about a theme; nothing when nothing is. */
export function formatStanding(standing: ThemeStanding): readonly string[] {
  switch (standing.kind) {
    case 'dismissed':
    case 'snoozed': {
      const reason = escapeMarkdown(fitLine(standing.reason, 200));
      return [reason === '' ? standing.kind : `${standing.kind}: ${reason}`];
    }
    case 'carried':
      return [`carried by ${standing.item}`];
    case 'proposed':
      return [`${standing.item} proposed`];
    case 'waits':
      return ['waits for an item'];
    case 'open':
      return [];
    default:
      return assertNever(standing);
  }
}
