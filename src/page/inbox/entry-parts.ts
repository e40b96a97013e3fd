/** Kinds of waiting entries as people read them. */
import type { InboxKind, InboxEntry } from '../../inbox/inbox-entry.ts';
import { ACT_KEYS } from '../../inbox/morning/morning-keys.ts';
import {
  findingLink,
  messageLink,
  path,
  proposalLink,
  runLink,
  safeUrl,
  setLink,
  withQuery,
} from '../links.ts';
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

/** `Accept`, `Approve`, `Mark as read`. */
export function acceptWord(kind: InboxKind): string {
  return buttonWord(ACT_KEYS[kind].find(({ act }) => act === 'accept')?.word ?? 'accept');
}

export function declineWord(kind: InboxKind): string {
  return buttonWord(ACT_KEYS[kind].find(({ act }) => act === 'decline')?.word ?? 'dismiss');
}

export function declineNeedsReason(kind: InboxKind): boolean {
  return ACT_KEYS[kind].some(({ act, needs }) => act === 'decline' && needs);
}

function buttonWord(word: string): string {
  return word === 'read' ? 'Mark as read' : word.charAt(0).toUpperCase() + word.slice(1);
}

// An entry in a form: which one, and in which state it was shown.
export interface Choice {
  readonly id: string;
  readonly stamp: string;
}

/** Ids hold no blank. */
export function writeChoice({ id, stamp }: Pick<InboxEntry, 'id' | 'stamp'>): string {
  return `${id} ${stamp}`;
}

export function readChoice(text: string): Choice {
  const cut = text.indexOf(' ');
  return cut < 0 ? { id: text, stamp: '' } : { id: text.slice(0, cut), stamp: text.slice(cut + 1) };
}

/** Of a whole group, as the value of one button: `accept`, then one choice a line. */
export function writeWhole(entries: readonly InboxEntry[]): string {
  return JSON.stringify(entries.map(writeChoice));
}

export function readWhole(text: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** One waiting entry, opened: a page of its own, and a piece beside the list. */
export function entryLink(id: string): string {
  return withQuery('/inbox/entry', { id });
}

/** The page of what waits, where all of it is shown. */
export function subjectLink({ kind, links }: InboxEntry): string {
  if (links.finding !== undefined) return findingLink(links.finding);
  if (links.proposal !== undefined) return proposalLink(links.proposal);
  if (links.pullRequest !== undefined) return safeUrl(links.url ?? '') ?? '/outbox';
  if (links.set !== undefined) return setLink(links.set);
  if (links.note !== undefined) return path('notes', links.note);
  if (links.message !== undefined) return messageLink(links.message);
  if (links.run !== undefined)
    return kind === 'report' ? `${runLink(links.run)}#report` : runLink(links.run);
  return '/inbox';
}
