/**
 * What makes a note the same one tomorrow: path, symbol, marker and words, and its order among twins; not its
 * line. Case, blanks and the parentheses behind the marker do not count, so that `TODO: fix` may become
 * `TODO(RM-3): fix` and stay itself. Pure.
 */
export interface FingerprintParts {
  readonly path: string;
  readonly symbol: string | null;
  readonly marker: string;
  readonly text: string;
}

/** sha256 in hex, or the like. */
export type Hash = (text: string) => string;

/** One a note, in order; `notes` are those of one file from its top down. */
export function todoFingerprints(
  notes: readonly FingerprintParts[],
  hash: Hash,
): readonly string[] {
  const seen = new Map<string, number>();
  return notes.map(({ path, symbol, marker, text }) => {
    const same = JSON.stringify([path, symbol, marker.toLowerCase(), normalized(text)]);
    const order = seen.get(same) ?? 0;
    seen.set(same, order + 1);
    return hash(`${same}${order}`).slice(0, 40);
  });
}

function normalized(text: string): string {
  return text
    .replace(/^\([^()]*\)/, '')
    .replace(/^[\s:\-–—,.]+/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}
