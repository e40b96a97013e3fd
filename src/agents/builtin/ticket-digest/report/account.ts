/** What was read and what became of it, so that a reader can count. */
import { inlineCode, plural } from '../../../../domain/text.ts';
import { joinWords } from '../../join-words.ts';
import type { DigestPlan } from '../plan-digest.ts';
import { problemLines } from './problem-lines.ts';

const MAX_PROBLEMS = 20;

export function renderAccount(plan: DigestPlan): string {
  const { facts, source } = plan;
  if (source.unreadable === 0) return sumWords(plan);
  const head = `${plural(source.unreadable, 'record')} could not be read, or not wholly:`;
  return [sumWords(plan), head, problemLines(facts, MAX_PROBLEMS).join('\n')].join('\n\n');
}

/** `34 tickets read = 27 listed above, each once under its theme + 7 left out: 5 told by an earlier digest and …` */
function sumWords({ facts, themes }: DigestPlan): string {
  const { told, afterWindow, repeated } = facts.leftOut;
  const reasons = [
    [told, 'told by an earlier digest'],
    [afterWindow, 'created after this window'],
    [repeated, repeated === 1 ? 'a second record of a ticket' : 'second records of a ticket'],
    [facts.truncated, `beyond ${inlineCode('collect.tickets.max')}`],
  ] as const;
  const listed = themes.reduce((sum, { tickets }) => sum + tickets.length, 0);
  const left = reasons.reduce((sum, [count]) => sum + count, 0);
  if (listed + left === 0) return 'No ticket was read.';
  const why = reasons.flatMap(([count, words]) =>
    count === 0 ? [] : [`${count.toLocaleString('en-US')} ${words}`],
  );
  const rest = left === 0 ? '' : ` + ${left.toLocaleString('en-US')} left out: ${joinWords(why)}`;
  return `${plural(listed + left, 'ticket')} read = ${listed.toLocaleString('en-US')} listed above, each once under its theme${rest}.`;
}
