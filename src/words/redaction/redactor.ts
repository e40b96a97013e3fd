/**
 * Keeps secrets out of what is written. One a run, made from its routine and the environment; it learns what is read later.
 *
 * Known values are found in many forms (`needlesOf`), also where base64 or hex is broken into lines, and with any of their
 * letters escaped; others by their look (`PATTERNS`). Time is linear in the text. No package, no I/O: supervisors use it too.
 */
import {
  findKnown,
  mostEscaped,
  type KnownRange,
  openFrom,
  unfinishedFrom,
  lastLetters,
} from './find-needles.ts';
import { indexNeedles, type NeedleIndex } from './index-needles.ts';
import { needlesOf } from './needles.ts';
import {
  findPatterns,
  type PatternRange,
  type Range,
  mergeRanges,
  replaceIn,
  replaceRanges,
} from './patterns.ts';
import type { Secret } from './secret.ts';

export interface Redactor {
  /** From now on these are known too. */
  readonly learn: (secrets: readonly Secret[]) => void;
  /** All that is known: to be handed to another process of the run, never to be stored. */
  readonly secrets: () => readonly Secret[];
  readonly text: (value: string) => string;
  /** Known values alone: for what has to stay as it was but for them. */
  readonly known: (value: string) => string;
  /** Text of one character a byte, or the part between two places: what reaches over one of them is replaced whole. */
  readonly bytes: (value: string, part?: { readonly from: number; readonly to: number }) => string;
  /** For what comes in chunks of one character a byte. */
  readonly stream: () => RedactingStream;
  /** Known values in text of one character a byte. Apart from what only looks like a secret: no flood of the one hides the other. */
  readonly findKnown: (value: string) => readonly KnownRange[];
  /** What nothing else looks like, in text of one character a byte. */
  readonly findPatterns: (value: string) => readonly PatternRange[];
  /** Of the longest form of a known value, with each letter escaped, up to a bound: what is looked at in pieces overlaps by as much. */
  readonly longest: () => number;
}

export function makeRedactor(first: readonly Secret[]): Redactor {
  const secrets = new Map<string, Secret>();
  let forText = indexNeedles([], false);
  let forBytes = indexNeedles([], true);
  const learn = (more: readonly Secret[]): void => {
    const before = secrets.size;
    for (const { name, value } of more)
      if (!secrets.has(value)) secrets.set(value, { name: shownName(name), value });
    if (secrets.size === before) return;
    forText = indexNeedles(needlesOf([...secrets.values()], false), false);
    forBytes = indexNeedles(needlesOf([...secrets.values()], true), true);
  };
  learn(first);
  const all = (text: string, needles: NeedleIndex, goesOn = false): readonly Range[] =>
    mergeRanges([...findKnown(text, needles, goesOn), ...findPatterns(text)]);
  const search = {
    ranges: (text: string, goesOn: boolean) => all(text, forBytes, goesOn),
    unfinishedFrom: (text: string, before: string) => unfinishedFrom(text, forBytes, before),
    openFrom: (text: string) => openFrom(text, forBytes),
  };
  return {
    learn,
    secrets: () => [...secrets.values()],
    text: (value) => replaceRanges(value, all(value, forText)),
    known: (value) => replaceRanges(value, mergeRanges(findKnown(value, forText, false))),
    bytes: (value, part = { from: 0, to: value.length }) =>
      replaceIn(value, all(value, forBytes), part),
    stream: () => redactStream(() => search),
    findKnown: (value) => findKnown(value, forBytes, false),
    findPatterns: (value) => findPatterns(value).filter(({ sure }) => sure),
    longest: () => mostEscaped(forBytes.longest),
  };
}

/** It comes from a file, and stands in logs and reports. */
function shownName(name: string): string {
  const plain = name.replaceAll(/[^\w.-]+/g, '_').slice(0, 60);
  return plain === '' ? 'secret' : plain;
}

// Redacting what comes in chunks, one character a byte.
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

function redactStream(search: () => Search): RedactingStream {
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
