/** What an entry says of itself: whether it breaks something, and what it names. Pure. */

const BREAKING_SECTION = /\bbreaking\b|\bincompatib|^(?:\W*)major(?: changes?)?$|[⚠💥]/iu;
const NOT_BREAKING = /\b(?:non|not|no|without|un)[- ]?(?:a[- ])?breaking\b/gi;
const BREAKING_TEXT =
  /\bBREAKING\b|\*\*\s*breaking|\[breaking\b|^\W*breaking\b|\bbreaking[- ]changes?\b|\bbackwards?[- ]incompatib|[⚠💥]/iu;
/** Most entries say nothing of the kind; this spares them the rest. */
const MAYBE_BREAKING = /breaking|incompatib|!:|[⚠💥]/iu;
const LOUD = /\bBREAKING\b/;
/** `feat!: …`, `**api!:** …`. */
const BANG = /^(?:\*\*)?[A-Za-z][\w-]*(?:\([^()]*\))?!:/;

export function isBreakingEntry(text: string, section: string | null): boolean {
  if (section !== null && BREAKING_SECTION.test(section.replaceAll(NOT_BREAKING, ''))) return true;
  if (!MAYBE_BREAKING.test(text)) return false;
  const plain = text.replaceAll(NOT_BREAKING, '');
  return LOUD.test(plain) || BANG.test(plain) || saysBreaking(plain);
}

/** `BREAKING` in capitals is read above; in small letters only where it is a label or has its noun. */
function saysBreaking(text: string): boolean {
  return BREAKING_TEXT.test(text.replaceAll(/\bbreaking\b(?![- ]changes?\b|[*\]:!])/g, ' '));
}

const URL_REFERENCE =
  /https?:\/\/[\w.:-]{1,100}\/([\w.~-]{1,100}(?:\/[\w.~-]{1,100}){1,4}?)\/(?:-\/)?(pull|pulls|issues|pull-requests|merge_requests|commits?)\/(\d{1,9}|[0-9a-f]{7,40})(?![\w])/gi;
const ROLE =
  /[:{](?:gh|ghpull|ghissue|issues?|pr|prs|pull|bug|ticket|mr)[:}]`(?:[^`<]{0,100}<)?#?(\d{1,9})>?`/gi;
const FOREIGN = /(?<![\w./#-])([\w.-]{1,60}\/[\w.-]{1,100})#([1-9]\d{0,8})(?![\w-])/g;
const NUMBER = /(?<![\w&#/.:-])(?:#|GH-|gh-)([1-9]\d{0,8})(?![\w-])/g;
const MERGE_REQUEST = /(?<![\w!/.])!([1-9]\d{0,8})(?![\w-])/g;
const KEY = /(?<![\w&#/.-])[A-Z][A-Z0-9]{1,9}-[1-9]\d{0,8}(?![\w-])/g;
/** Names of standards, processors and advisories that look like keys. */
const NOT_KEYS =
  /^(?:UTF|ISO|SHA|AES|RFC|MD|CVE|CWE|GHSA|PEP|GH|IEEE|ECMA|ES|HTTP|TLS|RSA|BASE|UCS|CP|X|PY|RESP|ARM)-/;
const HEX = /(?:`|\[`?|\(|^)([0-9a-f]{7,40})(?=`|\]|\)|:\s|,|\s*$)/g;
/** A whole id needs no marks around it. */
const FULL_ID = /(?<![\w/.#-])[0-9a-f]{40}(?!\w)/g;

/**
 * Issues, pull requests and commits that a text names, each once, in order of appearance: `#12`, `!34`, `ABC-3`,
 * commit ids of 7 to 40 characters, and `owner/name#12` for another repository than `home`.
 * @param home `owner/name` that most links of the notes lead to; `null` when unknown
 */
export function findReferences(text: string, home: string | null): readonly string[] {
  // Every one of them holds a digit.
  if (!/\d/.test(text)) return [];
  const found: { readonly index: number; readonly reference: string }[] = [];
  const add = (index: number, reference: string): void => void found.push({ index, reference });
  for (const match of text.matchAll(URL_REFERENCE)) {
    const [, place = '', kind = '', id = ''] = match;
    add(match.index, urlReference({ place, kind, id }, home));
  }
  const bare = text.replaceAll(/\b(?:https?|mailto):[^\s)\]>"']+/g, (url) =>
    ' '.repeat(url.length),
  );
  for (const match of bare.matchAll(ROLE)) add(match.index, `#${match[1] ?? ''}`);
  for (const match of bare.matchAll(FOREIGN)) {
    const [, place = '', number = ''] = match;
    const here = home === null || home.toLowerCase() === place.toLowerCase();
    add(match.index, here ? `#${number}` : `${place}#${number}`);
  }
  for (const match of bare.matchAll(NUMBER)) add(match.index, `#${match[1] ?? ''}`);
  for (const match of bare.matchAll(MERGE_REQUEST)) add(match.index, `!${match[1] ?? ''}`);
  for (const match of bare.matchAll(KEY)) if (!NOT_KEYS.test(match[0])) add(match.index, match[0]);
  for (const match of bare.matchAll(HEX)) {
    const id = match[1] ?? '';
    if (/[a-f]/.test(id) && /\d/.test(id)) add(match.index, id);
  }
  for (const { 0: id, index } of bare.matchAll(FULL_ID)) add(index, id);
  return withoutPrefixes(found.toSorted((a, b) => a.index - b.index).map((one) => one.reference));
}

function urlReference(
  { place, kind, id }: { readonly place: string; readonly kind: string; readonly id: string },
  home: string | null,
): string {
  if (/^commits?$/i.test(kind)) return id.toLowerCase();
  if (home !== null && home.toLowerCase() !== place.toLowerCase()) return `${place}#${id}`;
  return kind.toLowerCase() === 'merge_requests' ? `!${id}` : `#${id}`;
}

/** Each once; a short commit id falls to the long one that it begins. */
function withoutPrefixes(references: readonly string[]): readonly string[] {
  const once = [...new Set(references)];
  const ids = once.filter((reference) => /^[0-9a-f]{7,40}$/.test(reference));
  if (ids.length < 2 || ids.length > 200) return once;
  return once.filter(
    (reference) => !ids.some((id) => id !== reference && id.startsWith(reference)),
  );
}

const PLACE =
  /https?:\/\/[\w.:-]{1,100}\/([\w.~-]{1,100}\/[\w.~-]{1,100})\/(?:-\/)?(?:pull|issues|compare|commit|merge_requests|releases)\//gi;

/** `owner/name` that most links lead to; `null` without any. */
export function homeOf(text: string): string | null {
  const counts = new Map<string, number>();
  for (const match of text.matchAll(PLACE)) {
    const place = (match[1] ?? '').toLowerCase();
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  let home: string | null = null;
  for (const [place, count] of counts) {
    if (home === null || count > (counts.get(home) ?? 0)) home = place;
  }
  return home;
}
