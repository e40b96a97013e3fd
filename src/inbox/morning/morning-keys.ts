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

/** What a terminal in raw mode sends, as keys: several may come at once, and sequences that mean nothing here are dropped. Pure. */
/* oxlint-disable no-control-regex -- control characters are what this file is about */
const NAMED: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0003': 'interrupt',
  '\u0004': 'interrupt',
  '\u001b': 'escape',
  '\u001b[C': 'right',
  '\u001b[D': 'left',
  '\u001bOC': 'right',
  '\u001bOD': 'left',
};
/** A whole sequence, else one character. Lone surrogates are passed over by `u`. */
const PIECES = /\u001b(?:\[[0-9;?<>=]*[ -/]*[@-~]|O[A-Za-z])|[\s\S]/gu;

export function splitKeys(chunk: string): readonly string[] {
  return (chunk.match(PIECES) ?? []).flatMap((piece) => {
    const named = NAMED[piece];
    if (named !== undefined) return [named];
    return /^[\u0000-\u001f\u007f-\u009f]/.test(piece) ? [] : [piece];
  });
}
