/**
 * What a commit's message does at a forge when it is pushed: somebody is mentioned, an issue is closed once it is merged. A
 * message cannot be broken up as a text can, for it is part of the commit. Pure; hostile.
 */
import { oneLine } from '../text.ts';

/** An address of mail mentions nobody. */
const MENTION = String.raw`(?<![\p{L}\p{N}_.+/-])@(?=[\p{L}\p{N}_])`;
/** Of GitHub and GitLab; the reference may stand on the next line, of the same or of another project, or be an address. */
const CLOSING =
  String.raw`\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)\b:?\s*` +
  String.raw`(?:issues?\s+)?(?:[\w./-]*[#!&]\d|gh-\d|https?:\/\/\S*\d)`;
const MOST = 10;

/** The lines of it, shortened. */
export function outwardWords(message: string): readonly string[] {
  const found = [...message.matchAll(new RegExp(`${MENTION}|${CLOSING}`, 'giu'))];
  const lines = found.map(({ index, 0: words }) => {
    const from = message.lastIndexOf('\n', index) + 1;
    const to = message.indexOf('\n', index + words.length);
    return oneLine(message.slice(from, to < 0 ? undefined : to), 120);
  });
  return [...new Set(lines)].slice(0, MOST);
}

/** Why nobody pushes it unseen; `null`: nothing keeps it. */
export function whyNotUnseen(words: readonly string[]): string | null {
  if (words.length === 0) return null;
  const told = words.slice(0, 3).map((line) => JSON.stringify(line));
  const more = words.length > told.length ? ` and ${words.length - told.length} more` : '';
  return `its commit messages close or mention: ${told.join(', ')}${more}`;
}
