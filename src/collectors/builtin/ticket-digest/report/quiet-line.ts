/** The whole report of a window without tickets. Plain text, no Markdown. */
import { oneLine, plural } from '../../../../words/text.ts';
import type { DigestPlan } from '../plan-digest.ts';
import { formatWindow } from './format-window.ts';

/** `No ticket came in on Friday 2026-11-20: 412 were read, all told before.` */
export function renderQuietLine({ brief, facts, source }: DigestPlan): string {
  const window = formatWindow(brief);
  if (source.broken)
    return `It is unknown whether a ticket came in ${window}: none could be read, and a person accepted that.`;
  const { told, afterWindow, repeated } = facts.leftOut;
  const read = told + afterWindow + repeated + facts.truncated;
  const origin = facts.origin === undefined ? '' : ` at ${oneLine(facts.origin.connection, 80)}`;
  if (read === 0 && source.unreadable === 0 && origin !== '')
    return `No ticket came in ${window}: nothing is new${origin}.`;
  const after =
    afterWindow === 0
      ? 'all told before'
      : `${afterWindow.toLocaleString('en-US')} of them came in later and ${afterWindow === 1 ? 'waits' : 'wait'} for the next digest`;
  const known =
    source.unreadable === 0
      ? ''
      : `; ${plural(source.unreadable, 'record')} could not be read, the same as before`;
  return `No ticket came in ${window}: ${plural(read, 'record')} read, ${after}${known}.`;
}
