/** Names that are not what they look like. Pure. */

/** Controls, separators of lines, and what stands for nothing; but for the one that makes a sign an emoji. */
const INVISIBLE = /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The marks that make text read in another order than programs read it, but for those that scripts need. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;

const LOOKALIKES =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\uff01-\uff5e]/u;

export function hasInvisibles(name: string): boolean {
  return name.search(INVISIBLE) !== -1;
}

/** Bytes that are not text; they show as U+FFFD. */
export function isUndecodable(name: string): boolean {
  return name.includes('\uFFFD');
}

/** Latin letters beside letters of other alphabets that look like them, in one part of the path. */
export function mixesAlphabets(path: string): boolean {
  return path.split('/').some((part) => /\p{Script=Latin}/u.test(part) && LOOKALIKES.test(part));
}

export function hasReordering(text: string): boolean {
  return REORDERING.test(text);
}

/** With what cannot be seen written out: `a\u202etxt.exe`. */
export function visibleName(name: string): string {
  return name.replace(INVISIBLE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`;
  });
}

/** As a file system sees it that knows no case and skips what cannot be seen. */
export function foldedName(name: string): string {
  return name.replace(INVISIBLE, '').normalize('NFC').toLowerCase();
}
