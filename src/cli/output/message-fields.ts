import { formatTarget, formatMessageState } from '../../connections/messages/message-view.ts';
import { localTime, relativeTime } from '../../words/local-time.ts';
import { failureOf, type Message } from '../../words/message.ts';
import type { StyleName } from './style.ts';

export function messageStyle({ state }: Message): StyleName | null {
  switch (state.kind) {
    case 'sent':
      return 'good';
    case 'given-up':
      return 'bad';
    case 'dropped':
      return 'faint';
    case 'due':
    case 'held':
      return failureOf(state) === null ? null : 'warn';
    case 'sending':
      return null;
  }
}

export function messageFields(
  message: Message,
  { now, zone }: { readonly now: Date; readonly zone: string },
): readonly [string, string | null][] {
  const { id, target, tries, state, createdAt, contents } = message;
  const routines = new Set(contents.map(({ routine }) => routine ?? message.routine));
  return [
    ['message', id],
    ['state', formatMessageState(message)],
    ['to', formatTarget(target)],
    ['of', [...routines].join(', ')],
    ['made', `${localTime(createdAt, zone)} (${relativeTime(createdAt, now)})`],
    ['tries', tries === 0 ? null : String(tries)],
    ['answer', state.kind === 'sent' && state.receipt !== '' ? state.receipt : null],
  ];
}

/** Of a run: `M-… sent …`, one line each. */
export function messageLine(message: Message): string {
  return `${message.id}  ${formatTarget(message.target)}: ${formatMessageState(message)}`;
}
