/** Whether a release's lines name a change already: by its number, its id or its very words. Pure. */
import { inMood } from './moods.ts';
import { plainWords, type Unmentioned } from './word-entry.ts';

export function isNamedIn(lines: readonly string[], { commit, subject }: Unmentioned): boolean {
  const whole = lines.join('\n');
  if (commit.pullRequest !== null) {
    const number = new RegExp(
      String.raw`(?:[#!]|/pull/|/merge_requests/|\`)${commit.pullRequest}(?!\d)`,
    );
    if (number.test(whole)) return true;
  }
  if (whole.includes(commit.sha.slice(0, 7))) return true;
  const words = plainWords(subject, commit).replace(/\.$/, '');
  const said = squeeze(whole);
  const forms = (['imperative', 'past', 'present'] as const).map((mood) => inMood(words, mood));
  return [words, ...forms].some((form) => said.includes(squeeze(form)));
}

/** Broken lines, letter case and marks make no difference. */
function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(/[\\`]/g, '').replaceAll(/\s+/g, ' ').trim();
}
