/** Which keys there are, and what each means for what is looked at. Pure data. */
import type { InboxKind } from '../inbox-entry.ts';

export type MorningAct = 'accept' | 'edit' | 'decline' | 'snooze';

export interface ActKey {
  readonly key: string;
  readonly act: MorningAct;
  /** As the person reads it: `approve`. */
  readonly word: string;
  /** What is asked for before it is done; `null`: nothing. */
  readonly asks: string | null;
  /** Whether an answer is needed. */
  readonly needs: boolean;
}

const SNOOZE = key('s', 'snooze', 'later');

export const ACT_KEYS: Readonly<Record<InboxKind, readonly ActKey[]>> = {
  question: [
    key('a', 'accept', 'answer', 'Your answer, or the number of an option', true),
    key('d', 'decline', 'end the run', 'Why to end the run', true),
    SNOOZE,
  ],
  'failed-run': [
    key('a', 'accept', 'read'),
    key('e', 'edit', 'run it again'),
    key('d', 'decline', 'read'),
    SNOOZE,
  ],
  message: [
    key('a', 'accept', 'send it now'),
    key('d', 'decline', 'drop', 'Why it is not to be sent; the reason stays with it', true),
    SNOOZE,
  ],
  finding: [
    key('a', 'accept', 'accept'),
    key('e', 'edit', 'accept, with a word', 'What to do about it', true),
    key('d', 'decline', 'dismiss', 'Why nothing should be done; later runs read it', true),
    SNOOZE,
  ],
  proposal: [
    key('a', 'accept', 'approve'),
    key('e', 'edit', 'change'),
    key('d', 'decline', 'decline', 'Why not; later runs read it', true),
    SNOOZE,
  ],
  'pull-request': [key('a', 'accept', 'read'), key('d', 'decline', 'read'), SNOOZE],
  'change-set': [
    key('a', 'accept', 'land'),
    key('e', 'edit', 'comment', 'What to tell its agent', true),
    key('d', 'decline', 'discard', 'Why; later runs read it, and the branch can be restored', true),
    SNOOZE,
  ],
  report: [key('a', 'accept', 'read'), key('d', 'decline', 'read'), SNOOZE],
  note: [
    key('a', 'accept', 'approve'),
    key('e', 'edit', 'change'),
    key('d', 'decline', 'reject', 'Why not; later runs read it', true),
    SNOOZE,
  ],
};

export function actKeyOf(kind: InboxKind, pressed: string): ActKey | null {
  return ACT_KEYS[kind].find((one) => one.key === pressed) ?? null;
}

/* oxlint-disable-next-line eslint/max-params -- a row of the table above */
function key(
  letter: string,
  act: MorningAct,
  word: string,
  asks: string | null = null,
  needs = false,
): ActKey {
  return { key: letter, act, word, asks, needs };
}
