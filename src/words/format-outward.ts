/**
 * What a commit message causes at a forge when it is pushed: it mentions a user, or closes an issue once it is merged. It
 * cannot be made inert as other texts can, because it is part of the commit. Pure; the texts are hostile.
 */
import { oneLine } from './text.ts';

/** An email address is not a mention. */
const MENTION = String.raw`(?<![\p{L}\p{N}_.+/-])@(?=[\p{L}\p{N}_])`;
/** Of GitHub and GitLab; the reference may stand on the next line, of the same or of another project, or be an address. */
const CLOSING =
  String.raw`\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)\b:?\s{0,20}` +
  String.raw`(?:issues?\s{1,20})?(?:[\w./-]{0,200}[#!&]\d|gh-\d|https?:\/\/\S{0,300}\d)`;
const MOST = 10;
/** Longer ones are not read to their end, and said to be so. */
const MOST_READ = 100_000;
const AROUND = 100;

/** The lines of it, or what of them stands around. */
export function formatOutward(message: string): readonly string[] {
  const lines = new Set<string>();
  if (message.length > MOST_READ) lines.add(`a message of ${message.length} characters`);
  const read = message.slice(0, MOST_READ);
  for (const { index, 0: words } of read.matchAll(new RegExp(`${MENTION}|${CLOSING}`, 'giu'))) {
    const end = index + words.length;
    const before = read.slice(Math.max(0, index - AROUND), index);
    const [after = ''] = read.slice(end, end + AROUND).split('\n');
    lines.add(oneLine(before.slice(before.lastIndexOf('\n') + 1) + words + after, 120));
    if (lines.size === MOST) break;
  }
  return [...lines];
}

/** Why it is not pushed unless a person has seen it; `null`: nothing prevents the push. */
export function whyNotUnseen(words: readonly string[]): string | null {
  if (words.length === 0) return null;
  const told = words.slice(0, 3).map((line) => JSON.stringify(line));
  const more = words.length > told.length ? ` and ${words.length - told.length} more` : '';
  return `its commit messages close or mention: ${told.join(', ')}${more}`;
}
