/** The first sentence of a digest: how many tickets, from when, and how many of them cannot wait. */
import { plural } from '../../../../domain/text.ts';
import type { DigestPlan } from '../plan-digest.ts';
import { windowWords } from './window-words.ts';

export function leadWords({ brief, facts, themes, urgent, source }: DigestPlan): string {
  const window = windowWords(brief);
  if (facts.items.length === 0) {
    return source.broken
      ? `**No ticket could be read, so nobody can say whether any came in ${window}.**`
      : `No ticket came in ${window}, as far as the source could be read.`;
  }
  const named = themes.filter(({ other }) => !other).length;
  const where = named === 0 ? '' : ` in ${plural(named, 'theme')}`;
  const count = urgent.reduce((sum, { same }) => sum + 1 + same, 0);
  const urgency = count === 0 ? 'none urgent' : `${count} of them urgent`;
  const late = facts.items.filter((ticket) => ticket.late).length;
  const whole = `${plural(facts.items.length, 'ticket')}${where}, ${urgency}`;
  const first = facts.firstTime ? ' This is the first digest.' : '';
  if (late === 0) return `${whole}, came in ${window}.${first}`;
  const inside = (facts.items.length - late).toLocaleString('en-US');
  return `${whole}: ${inside} came in ${window}, and ${lateWords(late, facts.firstTime)}.`;
}

function lateWords(late: number, firstTime: boolean): string {
  const [count, be] = [late.toLocaleString('en-US'), late === 1 ? 'is' : 'are'];
  return firstTime
    ? `${count} ${be} older, taken up because this is the first digest`
    : `${count} ${be} late, created before that and told by no digest`;
}
