/**
 * Makes untrusted text safe for a service that shows it to people: it mentions no one, links only where it says, formats
 * nothing, and stays within the allowed length. Pure.
 */
import { byteLength } from '../../platform/hash.ts';
import { stripControls } from '../../words/text.ts';

/** `any`: the service that shows it is not known. */
export const TONGUES = ['slack', 'discord', 'teams', 'ntfy', 'any'] as const;
export type Tongue = (typeof TONGUES)[number];

/** @param max in characters, of ntfy in bytes, of what comes out. What is cut is said where there is room for it */
export function tameText(text: string, tongue: Tongue, max: number): string {
  return cutText(text, max, {
    shown: (part) => tamed(part, tongue),
    lengthOf: tongue === 'ntfy' ? byteLength : (part) => part.length,
  });
}

/** As it is, but for what no text may hold; for machines. */
export function plainText(text: string, max: number): string {
  return cutText(text, max, { shown: (part) => part, lengthOf: (part) => part.length });
}

interface Measure {
  readonly shown: (part: string) => string;
  readonly lengthOf: (part: string) => number;
}

function cutText(text: string, max: number, { shown, lengthOf }: Measure): string {
  const clean = withoutTricks(text);
  // Nothing that is shown is shorter than what it was made of: so much is never looked at.
  const head = clean.slice(0, max + 1);
  const whole = head.length === clean.length ? shown(head) : null;
  if (whole !== null && lengthOf(whole) <= max) return whole;
  const cutAt = (count: number): string => {
    const kept = wholeLetters(head, count);
    const left = (clean.length - kept.length).toLocaleString('en-US');
    return `${shown(kept.trimEnd())}${max < 100 ? '…' : ` … (${left} more characters)`}`;
  };
  let [fits, over] = [0, head.length];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (lengthOf(cutAt(middle)) <= max) fits = middle;
    else over = middle;
  }
  return cutAt(fits);
}

/** The first ones, without half of a letter at their end. */
function wholeLetters(text: string, count: number): string {
  const last = text.charCodeAt(count - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? count - 1 : count);
}

/** Invisible characters and half letters: a service may remove them, and so join what they kept apart. */
const UNSEEN =
  /\u00ad|\u034f|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180e]|[\u200b-\u200f]|[\u2060-\u206f]|\u3164|\ufeff|\uffa0|[\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;
const HALF_LETTERS = /[\ud800-\udfff]/gu;

export function withoutTricks(text: string): string {
  return stripControls(text).replace(UNSEEN, '').replace(HALF_LETTERS, '\ufffd');
}

/** Shown as nothing; it parts what would be read together. */
const GAP = '\u200b';

function tamed(text: string, tongue: Tongue): string {
  const unlinked = withoutOtherLinks(text);
  switch (tongue) {
    case 'slack':
      return quiet(unlinked)
        .replaceAll('](', `]${GAP}(`)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;');
    case 'discord':
      return escapedForDiscord(unlinked);
    case 'teams':
      return (
        quiet(unlinked)
          .replace(/<(?=\s*\/?\s*at\b)/gi, `<${GAP}`)
          .replaceAll('](', `]${GAP}(`)
          // Dates, as cards write them.
          .replace(/\{(?=\{)/g, `{${GAP}`)
      );
    case 'ntfy':
      return unlinked;
    case 'any':
      return quiet(unlinked)
        .replace(/<(?=\s*[!@#/a-z])/gi, `<${GAP}`)
        .replaceAll('](', `]${GAP}(`)
        .replace(/\{(?=\{)/g, `{${GAP}`);
  }
}

/** `@here`, `@channel`, `@everyone` and names. */
function quiet(text: string): string {
  return text.replace(/@(?=[^\s@])/g, `@${GAP}`);
}

/** Keeps addresses other than http and https from becoming links in a service that detects links. */
function withoutOtherLinks(text: string): string {
  return text
    .replace(/\b(javascript|vbscript|data|file|mailto|tel|sms)(\s*):/gi, `$1$2${GAP}:`)
    .replace(/\b([a-z][a-z0-9+.-]{0,30}):(?=\/\/)/gi, (all, scheme: string) =>
      /^https?$/i.test(scheme) ? all : `${scheme}${GAP}:`,
    );
}

const WEB_ADDRESS = /(https?:\/\/[^\s<>()[\]\\`*|~"'@]+)/i;

/** A backslash before whatever could be formatting; addresses stay, or they would lead elsewhere. */
function escapedForDiscord(text: string): string {
  return text
    .split(WEB_ADDRESS)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : quiet(part.replace(/[\\*_~`|<>[\]()]/g, String.raw`\$&`)).replace(
            /^(\s*)([-+#]|\d+(?=\.))/gm,
            String.raw`$1\$2`,
          ),
    )
    .join('');
}
