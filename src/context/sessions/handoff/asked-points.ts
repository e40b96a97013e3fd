/** What a session was asked for, and what its agent said last. Pure. */
import type { TranscriptEntry } from '../../transcript.ts';
import type { HandoffRequest, Point } from './contract.ts';

/** How our prompt begins what a routine asks for; before it stands how runs work. */
const TASK = '\n# Your task\n';
const MATERIALS = '\n# What you are given\n';
const MAX_ASKED = 8_000;
const MAX_LAST = 6_000;

/** The first says what it is all about, the last what it is about now. */
export function askedPoints({ transcript, session }: HandoffRequest): readonly Point[] {
  const asked = transcript.entries.filter(
    (entry): entry is Asked => entry.kind === 'asked' && entry.text.trim() !== '',
  );
  return asked.map(({ text, at }, index) => {
    const isFirst = index === 0;
    const own = isFirst && session.runId !== null ? taskOf(text) : text;
    const when = at === null ? '' : `[${at}] `;
    const weight = isFirst ? 1_000 : index === asked.length - 1 ? 900 : index;
    return { text: `${when}${own.trim().slice(0, MAX_ASKED)}`, weight };
  });
}

type Asked = Extract<TranscriptEntry, { readonly kind: 'asked' }>;

function taskOf(prompt: string): string {
  const at = prompt.indexOf(TASK);
  if (at === -1) return prompt;
  const end = prompt.indexOf(MATERIALS, at);
  return prompt.slice(at + TASK.length, end === -1 ? undefined : end);
}

export function lastWords(entries: readonly TranscriptEntry[]): readonly Point[] {
  const last = entries.findLast((entry) => entry.kind === 'said' && entry.text.trim() !== '');
  if (last?.kind !== 'said') return [];
  return [{ text: last.text.trim().slice(-MAX_LAST), weight: 1 }];
}
