/** The first sentence of a digest: how many tickets, from when, and how many of them cannot wait. */
import type { TicketsFacts } from '../../../../words/facts.ts';
import { plural } from '../../../../words/text.ts';
import { joinWords } from '../../join-words.ts';
import type { DigestPlan } from '../plan-digest.ts';
import { formatWindow } from './format-window.ts';

export function formatLead({ brief, facts, themes, urgent, source }: DigestPlan): string {
  const window = formatWindow(brief);
  if (facts.items.length === 0) {
    return source.broken
      ? `**No ticket could be read, so nobody can say whether any came in ${window}.**`
      : `No ticket came in ${window}, as far as the source could be read.`;
  }
  const named = themes.filter(({ other }) => !other).length;
  const where = named === 0 ? '' : ` in ${plural(named, 'theme')}`;
  const count = urgent.reduce((sum, { same }) => sum + 1 + same, 0);
  const urgency = count === 0 ? 'none urgent' : `${count} of them urgent`;
  const whole = `${plural(facts.items.length, 'ticket')}${where}, ${urgency}`;
  const older = olderWords(facts);
  const first = facts.firstTime ? ' This is the first digest.' : '';
  if (older.length === 0) return `${whole}, came in ${window}.${first}`;
  const inside = facts.items.filter(({ late }) => !late).length.toLocaleString('en-US');
  return `${whole}: ${joinWords([`${inside} came in ${window}`, ...older])}.`;
}

/** What counts though it was not created in the window, as far as anybody can say. */
function olderWords({ items, firstTime }: TicketsFacts): readonly string[] {
  const undated = items.filter(({ createdAt }) => createdAt === null).length;
  const late = items.filter((ticket) => ticket.late && ticket.createdAt !== null).length;
  const lateWords = firstTime
    ? 'older (the first digest takes up what it finds)'
    : 'late (older, and told by no digest before)';
  return [
    ...(late === 0
      ? []
      : [`${late.toLocaleString('en-US')} ${late === 1 ? 'is' : 'are'} ${lateWords}`]),
    ...(undated === 0
      ? []
      : [
          `${undated.toLocaleString('en-US')} ${undated === 1 ? 'has' : 'have'} no date that can be read`,
        ]),
  ];
}
