/** Whether a release's lines name a change already: by its number, its id or its very words. Pure. */
import type { Unmentioned, WordedEntry } from './word-entry.ts';

export function isNamedIn(
  lines: readonly string[],
  { text }: WordedEntry,
  { commit }: Unmentioned,
): boolean {
  const whole = lines.join('\n');
  if (commit.pullRequest !== null) {
    const number = new RegExp(
      String.raw`(?:[#!]|/pull/|/merge_requests/|\`)${commit.pullRequest}(?!\d)`,
    );
    if (number.test(whole)) return true;
  }
  if (whole.includes(commit.sha.slice(0, 7))) return true;
  return squeeze(whole).includes(squeeze(text));
}

/** Broken lines and letter case make no difference. */
function squeeze(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
