/**
 * Keeps secrets out of what is written. One a run, made from its routine and the environment; it learns what is read later.
 *
 * Known values are found in many forms (`needlesOf`), also where base64 or hex is broken into lines; others by their look
 * (`PATTERNS`). Time is linear in the text. No package, no I/O: supervisors use it too.
 */
import { findNeedles, unfinishedFrom } from './find-needles.ts';
import { findPatterns } from './find-patterns.ts';
import { indexNeedles, type NeedleIndex } from './index-needles.ts';
import { needlesOf } from './needles.ts';
import type { Range } from './patterns.ts';
import { redactStream, type RedactingStream } from './redact-stream.ts';
import { mergeRanges, replaceIn, replaceRanges } from './replace-ranges.ts';
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
  /** What is in a whole of one character a byte. */
  readonly find: (value: string) => Found;
}

export interface Found {
  /** Names of the known values. */
  readonly known: readonly { readonly name: string; readonly text: string }[];
  /** What nothing else looks like. */
  readonly patterns: readonly { readonly what: string; readonly text: string }[];
}

export function makeRedactor(first: readonly Secret[]): Redactor {
  const secrets = new Map<string, Secret>();
  let forText = indexNeedles([]);
  let forBytes = indexNeedles([]);
  const learn = (more: readonly Secret[]): void => {
    const before = secrets.size;
    for (const { name, value } of more)
      if (!secrets.has(value)) secrets.set(value, { name: shownName(name), value });
    if (secrets.size === before) return;
    forText = indexNeedles(needlesOf([...secrets.values()], false));
    forBytes = indexNeedles(needlesOf([...secrets.values()], true));
  };
  learn(first);
  const all = (text: string, needles: NeedleIndex, goesOn = false): readonly Range[] =>
    mergeRanges([...findNeedles(text, needles, goesOn), ...findPatterns(text)]);
  const search = {
    ranges: (text: string, goesOn: boolean) => all(text, forBytes, goesOn),
    unfinishedFrom: (text: string, before: string) => unfinishedFrom(text, forBytes, before),
  };
  return {
    learn,
    secrets: () => [...secrets.values()],
    text: (value) => replaceRanges(value, all(value, forText)),
    known: (value) => replaceRanges(value, mergeRanges(findNeedles(value, forText, false))),
    bytes: (value, part = { from: 0, to: value.length }) =>
      replaceIn(value, all(value, forBytes), part),
    stream: () => redactStream(() => search),
    find: (value) => ({
      known: findNeedles(value, forBytes, false).map(({ name, start, end }) => ({
        name: name ?? '',
        text: value.slice(start, end),
      })),
      patterns: findPatterns(value)
        .filter(({ sure }) => sure)
        .map(({ what, start, end }) => ({ what, text: value.slice(start, end) })),
    }),
  };
}

/** It comes from a file, and stands in logs and reports. */
function shownName(name: string): string {
  const plain = name.replaceAll(/[^\w.-]+/g, '_').slice(0, 60);
  return plain === '' ? 'secret' : plain;
}
