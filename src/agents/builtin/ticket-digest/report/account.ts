/** What was read and what became of it, so that a reader can count. */
import { inlineCode, plural } from '../../../../domain/text.ts';
import { joinWords } from '../../todo-sweep/report/join-words.ts';
import type { DigestPlan } from '../plan-digest.ts';
import { problemLines } from './problem-lines.ts';

const MAX_PROBLEMS = 20;

export function renderAccount({ facts, themes, source }: DigestPlan): string {
  const { told, afterWindow, repeated } = facts.leftOut;
  const listed = themes.reduce((sum, { tickets }) => sum + tickets.length, 0);
  const left = (
    [
      [told, 'told by an earlier digest'],
      [afterWindow, 'created after this stretch'],
      [repeated, 'a second record of the same ticket'],
      [facts.truncated, `beyond ${inlineCode('collect.tickets.max')}`],
    ] as const
  ).flatMap(([count, why]) => (count === 0 ? [] : [`${count.toLocaleString('en-US')} ${why}`]));
  const total = listed + told + afterWindow + repeated + facts.truncated;
  const leftOut = total - listed;
  const sum = `${plural(total, 'ticket')} read = ${listed.toLocaleString('en-US')} listed above, each once under its theme`;
  const account = `${sum}${leftOut === 0 ? '' : ` + ${leftOut.toLocaleString('en-US')} left out: ${joinWords(left)}`}.`;
  if (source.unreadable === 0) return account;
  const head = `${plural(source.unreadable, 'record')} could not be read, or not wholly:`;
  return [account, head, problemLines(facts, MAX_PROBLEMS).join('\n')].join('\n\n');
}
