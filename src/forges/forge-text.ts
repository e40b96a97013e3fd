/** Text of agents on its way into a forge, where words do things: mentions, closing keywords, references, commands. Pure. */
import { withoutDisguises, withoutMarkup, stripControls } from '../words/text.ts';

const BREAK = '\u200b';

/**
 * Markdown that reads the same and has no effect: it mentions no user, closes and references no issue, contains no command
 * line (GitLab's quick actions), loads and hides nothing, and none of its comments is taken for a mark of ours.
 */
export function inertMarkdown(text: string): string {
  return (
    withoutMarkup(withoutDisguises(stripControls(text)))
      .replace(/@(?=[\p{L}\p{N}_[-])/gu, `@${BREAK}`)
      // `#12`, `!12` and `&12` of GitLab, `GH-12`; what stands before it makes no difference.
      .replace(/([#!&$%~])(?=\d)/g, `$1${BREAK}`)
      .replace(/\b(gh\\?-)(?=\d)/gi, `$1${BREAK}`)
      // A bare URL of an issue is a reference too.
      .replace(
        /(\/(?:-\/)?(?:issues|pull|pulls|merge_requests|work_items|epics)\\?\/)(?=\d)/gi,
        `$1${BREAK}`,
      )
      .replace(/^([ \t>]*)\/(?=[a-z])/gim, `$1${BREAK}/`)
  );
}

/** One line of a title: no draft prefix of GitLab that it was not given, nothing that refers. */
export function inertTitle(text: string, max = 240): string {
  const flat = inertMarkdown(text).replace(/\s+/g, ' ').trim();
  const plain = flat.replace(/^(?:\[?\(?(?:draft|wip)\)?\]?\s*:?\s+|(?:draft|wip):)+/i, '');
  return Array.from(plain === '' ? flat : plain)
    .slice(0, max)
    .join('');
}
