/** Where the last letters of a text may be the beginning of a known value whose rest is still to come. */
import { decodeEscapes, MOST_LEVELS, withoutCutEscape } from './decode-escapes.ts';
import { MOST_TO_A_LETTER, mostEscaped } from './find-needles.ts';
import { FIRST_LETTERS, type NeedleIndex } from './index-needles.ts';
import { LINE_GAP, withoutLastGap } from './line-gaps.ts';
import type { Needle } from './needles.ts';

/**
 * For what is cut between lines: only what programs break into lines continues. Its length when nothing does.
 * @param before the `lastLetters` of the text before it
 */
export function unfinishedFrom(text: string, index: NeedleIndex, before: string): number {
  if (index.longest === 0) return text.length;
  const own = text.slice(-2 * index.longest);
  const squeezed = squeeze(own);
  const lost = own.length < text.length ? '' : before;
  const at = beginningAt(lost + squeezed.text, index, ({ wraps }) => wraps);
  return at === null ? text.length : text.length - own.length + squeezed.sourceOf(at - lost.length);
}

/** For what is cut anywhere: in any form, escaped ones too. Its length when nothing continues. */
export function openFrom(text: string, index: NeedleIndex): number {
  if (index.longest === 0) return text.length;
  const own = text.slice(-mostEscaped(index.longest));
  return (
    text.length - own.length + Math.min(openIn(own, index), openEscaped(own, index, MOST_LEVELS))
  );
}

function openIn(text: string, index: NeedleIndex): number {
  const at = beginningAt(text, index, ({ wraps }) => !wraps) ?? text.length;
  const own = text.slice(-index.longest * MOST_TO_A_LETTER);
  const squeezed = squeeze(own);
  const broken = beginningAt(squeezed.text, index, ({ wraps }) => wraps);
  return broken === null ? at : Math.min(at, text.length - own.length + squeezed.sourceOf(broken));
}

function openEscaped(text: string, index: NeedleIndex, levels: number): number {
  const whole = withoutCutEscape(text);
  const decoded = decodeEscapes(whole, index.asBytes);
  if (decoded === null) return whole.length === text.length ? text.length : openIn(whole, index);
  const deeper = levels > 1 ? openEscaped(decoded.text, index, levels - 1) : decoded.text.length;
  const at = Math.min(openIn(decoded.text, index), deeper);
  return at >= decoded.text.length ? text.length : decoded.startOf(at);
}

/** The first place from which the text is how a needle begins; `null` when there is none. */
function beginningAt(
  text: string,
  index: NeedleIndex,
  isMeant: (needle: Needle) => boolean,
): number | null {
  for (
    let at = Math.max(0, text.length - index.longest);
    at <= text.length - FIRST_LETTERS;
    at += 1
  ) {
    const needles = index.beginningWith(text.slice(at, at + FIRST_LETTERS));
    if (needles.length === 0) continue;
    const rest = text.slice(at);
    const opens = (needle: Needle): boolean =>
      isMeant(needle) && needle.text.length > rest.length && needle.text.startsWith(rest);
    if (needles.some(opens)) return at;
  }
  return null;
}

interface Squeezed {
  readonly text: string;
  sourceOf(at: number): number;
}

/** Without what stands between its lines. */
function squeeze(text: string): Squeezed {
  const kept: string[] = [];
  const gaps: { readonly at: number; readonly removed: number }[] = [];
  let from = 0;
  let removed = 0;
  for (const { 0: gap, index } of text.matchAll(LINE_GAP)) {
    kept.push(text.slice(from, index));
    removed += gap.length;
    gaps.push({ at: index + gap.length - removed, removed });
    from = index + gap.length;
  }
  kept.push(text.slice(from));
  return {
    text: withoutLastGap(kept.join('')),
    sourceOf: (at) => Math.max(0, at + (gaps.findLast((gap) => gap.at <= at)?.removed ?? 0)),
  };
}
