import type { Brief } from '../../../../context/brief.ts';
import { assertNever } from '../../../../words/errors.ts';
import type { TodosFacts } from '../../../../words/facts.ts';
import { groupBy } from '../../../../words/group-by.ts';
import { escapeMarkdown, inlineCode, plural } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';
import { countStanding, type SweepPlan } from '../plan-sweep.ts';
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

// How many notes got no item tonight, and what has to happen before they get one.

/** A sentence without its full stop; `null` when no note waits. */
export function formatWait(plan: SweepPlan, brief: Brief): string | null {
  const count = countStanding(plan, 'waits');
  if (count === 0) return null;
  const wait = count === 1 ? '1 finding waits' : `${plural(count, 'finding')} wait`;
  const { fileItem, openItems } = brief.context;
  switch (plan.waitsFor) {
    case 'not-allowed':
      return `${plural(count, 'finding')} ${count === 1 ? 'has' : 'have'} no item; this routine may not file any`;
    case 'max':
      return `${wait} for a later night: a run proposes at most ${plural(fileItem?.max ?? 0, 'item')}`;
    case 'max-open': {
      const open = openItems + countStanding(plan, 'proposed');
      return `${wait} for room: ${open} of at most ${plural(fileItem?.maxOpen ?? 0, 'item')} are proposed or open`;
    }
    case 'no-keys':
      return `${wait} for a later night: no more keys were set aside for this run`;
    default:
      return assertNever(plan.waitsFor);
  }
}

// What is not due yet, in one line: how many notes wait, and for what.
const MAX_SHOWN = 5;

/** Empty when nothing waits. */
export function formatDueLater({ later }: Pick<SweepPlan, 'later'>): string {
  if (later.length === 0) return '';
  const groups = [...groupBy(later, ({ dueLater }) => dueLater?.until ?? '')].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const shown = groups.slice(0, MAX_SHOWN).map(([until, [first, ...more]]) => {
    const place = first === undefined ? '' : `: ${inlineCode(`${first.path}:${first.line}`)}`;
    return `${escapeMarkdown(fitLine(until, 60))}${place}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  });
  const rest = groups.length - shown.length;
  const others = rest === 0 ? [] : [`${rest} others`];
  return `Not due yet: ${plural(later.length, 'note')} (${[...shown, ...others].join(' · ')}).`;
}

/** `older than 30 days`; `of any age` when the limit is zero. */
export function formatLimit({ olderThanDays }: Pick<TodosFacts, 'olderThanDays'>): string {
  return olderThanDays <= 0 ? 'of any age' : `older than ${plural(olderThanDays, 'day')}`;
}

/** `12 notes past 30 days`, `1 note` when there is no limit. */
export function notesPast(
  count: number,
  { olderThanDays }: Pick<TodosFacts, 'olderThanDays'>,
): string {
  const notes = plural(count, 'note');
  return olderThanDays <= 0 ? notes : `${notes} past ${plural(olderThanDays, 'day')}`;
}
