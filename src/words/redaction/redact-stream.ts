/** Redacting what comes in chunks, one character a byte. */
import { lastLetters } from './find-needles.ts';
import type { Range } from './patterns.ts';
import { replaceIn } from './replace-ranges.ts';

export interface RedactingStream {
  /** What may be written of all that came so far: whole lines, but of a line without end. */
  write(chunk: string): string;
  /** The rest. @param following what came next and is not kept: it tells what the rest is the beginning of */
  end(following?: string): string;
}

export interface Search {
  /** Merged, in order. `goesOn`: the text follows upon another. */
  ranges(text: string, goesOn: boolean): readonly Range[];
  /** Where the last letters may begin a value that continues in what follows; `before`: the last ones before them. */
  unfinishedFrom(text: string, before: string): number;
  /** Where the last letters may begin any known value, wherever the text is cut. */
  openFrom(text: string): number;
}

/** An unfinished line is held back up to this length, then all of it but the last half. */
const MAX_HELD = 16_384;
/** What is found at the very end may continue; it is waited for up to this length. */
const MAX_OPEN = 65_536;

export function redactStream(search: () => Search): RedactingStream {
  let pending = '';
  let goesOn = false;
  let before = '';
  let nextLook = MAX_HELD;
  const settle = (): string => {
    const ranges = search().ranges(pending, goesOn);
    const cut = cutOf(pending, ranges, {
      unfinished: search().unfinishedFrom(pending, before),
      openFrom: () => search().openFrom(pending),
    });
    if (cut === 0) {
      nextLook = pending.length + MAX_HELD;
      return '';
    }
    const done = replaceIn(pending, ranges, { from: 0, to: cut });
    before = lastLetters(pending.slice(0, cut));
    pending = pending.slice(cut);
    nextLook = Math.max(MAX_HELD, pending.length + MAX_HELD / 2);
    goesOn = true;
    return done;
  };
  return {
    write: (chunk) => {
      pending += chunk;
      return /[\r\n]/.test(chunk) || pending.length >= nextLook ? settle() : '';
    },
    end: (following = '') => {
      const text = pending + following;
      const part = { from: 0, to: pending.length };
      pending = '';
      return replaceIn(text, search().ranges(text, goesOn), part);
    },
  };
}

interface Open {
  readonly unfinished: number;
  readonly openFrom: () => number;
}

/** Never inside of a range, nor behind one that may continue. */
function cutOf(text: string, ranges: readonly Range[], { unfinished, openFrom }: Open): number {
  const line = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  let cut = text.length - line > MAX_HELD ? text.length - MAX_HELD / 2 : line;
  cut = Math.min(cut, unfinished);
  for (const { start, end } of ranges.toReversed()) {
    const open = end === text.length && end - start < MAX_OPEN;
    if ((end <= cut && !open) || start >= cut) continue;
    // A run that is too long to wait for may end in the first half of a known value.
    if (end - start < MAX_OPEN) cut = start;
    else cut = Math.max(cut, Math.min(end, Math.max(start + 1, openFrom())));
  }
  return cut;
}
