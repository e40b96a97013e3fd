/**
 * Puts an item's key on a note's line, behind the marker M: `M: x` → `M(RM-7): x`, `M x` → `M(RM-7) x`,
 * `M(alice): x` → `M(RM-7, alice): x`, so that the owner stays. Pure, and blind to encodings: the line
 * comes as one character a byte (latin1), and every byte but the inserted ones stays as it is.
 */

export type MarkedLine =
  | { readonly kind: 'marked'; readonly line: string }
  /** The key stands there already. */
  | { readonly kind: 'has-key' }
  /** The line does not hold the note (any more). */
  | { readonly kind: 'other-text' };

export interface LineMark {
  /** The line's bytes, one character each, without its line ending. */
  readonly line: string;
  readonly marker: string;
  /** What the note says, as the collector saw it. */
  readonly text: string;
  /** `RM-7`; ASCII. */
  readonly key: string;
}

export function markLine({ line, marker, text, key }: LineMark): MarkedLine {
  const wanted = squeeze(text);
  const places = markerEnds(line, marker).map((end) => ({
    end,
    rest: squeeze(decode(line.slice(end))),
  }));
  const place =
    places.find(({ rest }) => withoutLead(rest).startsWith(withoutLead(wanted))) ??
    places.find(({ rest }) => rest.includes(wanted) && !/^\(RM-[0-9]/.test(rest));
  if (place === undefined) return { kind: 'other-text' };
  const before = line.slice(0, place.end);
  const after = line.slice(place.end);
  if (hasKey(after, key)) return { kind: 'has-key' };
  if (/^\([^()]*[^()\s][^()]*\)/.test(after)) {
    return { kind: 'marked', line: `${before}(${key}, ${after.slice(1)}` };
  }
  return { kind: 'marked', line: `${before}(${key})${after.replace(/^\([ \t]*\)/, '')}` };
}

/* oxlint-disable-next-line eslint/max-params -- what stands behind the marker, and a key */
function hasKey(after: string, key: string): boolean {
  const inside = /^\(([^()]*)\)/.exec(after)?.[1] ?? '';
  return inside.split(/[\s,;]+/).includes(key);
}

/** Without an owner in parentheses and the punctuation behind a marker. */
function withoutLead(text: string): string {
  return text.replace(/^\([^()]*\)/, '').replace(/^[\s:;,.!?-]+/, '');
}

/** Offsets just behind each place where the marker stands as a word of its own; exact case before any case. */
function markerEnds(line: string, marker: string): readonly number[] {
  const bytes = encode(marker).replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const find = (flags: string): readonly number[] =>
    [...line.matchAll(new RegExp(`(?<![A-Za-z0-9_])${bytes}(?![A-Za-z0-9_])`, flags))].map(
      (match) => match.index + match[0].length,
    );
  const exact = find('g');
  return [...exact, ...find('gi').filter((end) => !exact.includes(end))];
}

/** White space of any kind and number counts as one blank; a text that was cut ends where it was cut. */
function squeeze(text: string): string {
  return text.replace(/…$/, '').replace(/\s+/g, ' ').trim();
}

function decode(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
}

function encode(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
