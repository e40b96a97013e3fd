/** Kinds of waiting entries as people read them. */
import type { InboxKind } from '../../inbox/inbox-entry.ts';
import { ACT_KEYS } from '../../inbox/morning/morning-keys.ts';
import type { Tone } from '../parts/pieces.ts';

export const KIND_WORDS: Readonly<
  Record<InboxKind, readonly [one: string, many: string, tone: Tone]>
> = {
  question: ['question', 'Questions', 'warn'],
  'failed-run': ['failed run', 'Failed runs', 'bad'],
  message: ['message', 'Messages', 'bad'],
  finding: ['finding', 'Findings', 'plain'],
  proposal: ['request', 'Requests', 'plain'],
  'pull-request': ['pull request', 'Pull requests', 'plain'],
  'change-set': ['branch', 'Branches', 'busy'],
  report: ['report', 'Reports', 'good'],
  note: ['note', 'Notes', 'quiet'],
};

/** What is done on pages of its own, where what it takes is shown: it is not accepted from a list. */
export const NOT_FROM_LIST: readonly InboxKind[] = ['question', 'change-set'];

/** `accept`, `approve`, `read`. */
export function acceptWord(kind: InboxKind): string {
  return capital(ACT_KEYS[kind].find(({ act }) => act === 'accept')?.word ?? 'accept');
}

export function declineWord(kind: InboxKind): string {
  return capital(ACT_KEYS[kind].find(({ act }) => act === 'decline')?.word ?? 'dismiss');
}

export function declineNeedsReason(kind: InboxKind): boolean {
  return ACT_KEYS[kind].some(({ act, needs }) => act === 'decline' && needs);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
