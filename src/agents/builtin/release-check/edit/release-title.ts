/** Which headings name a release: `[1.2.0] - 2026-01-02`, `v1.2`, `Version 8.5.0`, `Unreleased`, `dev`. Pure. */

export interface ReleaseTitle {
  /** Without a leading `v`; `null` for one that names none. */
  readonly version: string | null;
  readonly pending: boolean;
  /** Nothing stands in it but version, date and the like. */
  readonly strict: boolean;
}

const VERSION =
  /(?<![\w.])v?(\d{1,5}(?:\.\d{1,5}){1,3}(?:[-+.]?[a-z][0-9a-z.+-]{0,40})?|\d{4,8}(?=\s*$))(?![\w])/i;
const PENDING =
  /^\W*(?:version\s+)?(?:unreleased|un-released|upcoming|next|dev|development|master|main|head|tbd|tba|trunk|pending|work in progress|in progress)\b/i;
const NOT_YET =
  /\(\s*(?:unreleased|not (?:yet )?released|in development|dev|tbd|tba|upcoming|xxxx-xx-xx|\?{2,}[-?]*)\s*\)|\b(?:unreleased|tbd|xxxx-xx-xx)\b/i;
const DATE =
  /\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}(?:st|nd|rd|th)?[ .-](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?[ -]\d{4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}/gi;

/** `null` for a heading that names no release. */
export function readReleaseTitle(title: string): ReleaseTitle | null {
  if (title.length > 300) return null;
  // Addresses and dates hold numbers that look like versions.
  const plain = title
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/https?:\S+/g, ' ')
    .replaceAll(DATE, ' ');
  const version = VERSION.exec(plain)?.[1] ?? null;
  const pending = PENDING.test(plain) || NOT_YET.test(title);
  if (version === null)
    return pending && wordsOf(plain).length <= 3 ? { version, pending, strict: true } : null;
  const words = wordsOf(plain.replace(VERSION, ' '));
  const known = words.filter(
    (word) =>
      !/^(?:v|version|release|released|rev|unreleased|tbd|dev|yanked|on|lts|latest)$/i.test(word),
  );
  const before = wordsOf(plain.slice(0, plain.indexOf(version)));
  return {
    version,
    pending,
    strict: known.length === 0 || (known.length === 1 && before.length === 1),
  };
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Za-z@][\w@/.-]*/g) ?? [];
}
