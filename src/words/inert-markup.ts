/** What Markdown makes other words of than stand there, or keeps from being seen: broken by a character without width. Pure. */

const BREAK = '\u200b';

/** Names of characters that mean something to forges, or that become letters of names. */
const NAMED =
  'commat|num|excl|sol|bsol|percnt|dollar|colon|period|lowbar|hyphen|dash|fjlig|Tab|NewLine|ZeroWidthSpace';
const ENTITY = new RegExp(`&(?=#\\d|#x[\\da-f]|(?:${NAMED});)`, 'gi');

/** `&#64;ada`, `&num;12`: forges look for names and numbers in what is shown. */
export function withoutDisguises(text: string): string {
  return text.replace(ENTITY, `&${BREAK}`);
}

/** Tags that hide, load or swallow what stands behind them, wherever they stand. */
const TAGS =
  'a|audio|body|button|details|dialog|embed|form|frame|frameset|head|html|iframe|img|input|link|math|meta|noembed|noframes|noscript|object|option|picture|plaintext|pre|script|select|source|style|summary|svg|table|template|textarea|title|video|xmp';
const TAG = new RegExp(`<(?=!|\\?|/?(?:${TAGS})(?![\\w-]))`, 'gi');
/** At the beginning of a line any tag begins HTML in which Markdown counts for nothing. */
const FIRST_TAG = /^([ \t>*+\d.)-]*)<(?=\/?[a-z])(?!https?:|mailto:)/gim;

/** No comments, pictures or tags that do more than letters. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/!(?=\[)/g, `!${BREAK}`)
    .replace(TAG, `<${BREAK}`)
    .replace(FIRST_TAG, `$1<${BREAK}`);
}
