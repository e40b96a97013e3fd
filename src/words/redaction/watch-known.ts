/**
 * Passes a stream on, one character a byte, until a known value shows in it, in any form and however it is cut: from there on
 * nothing passes. What may be the beginning of one is held until more comes, so that no more than a few letters of it get out.
 */
import { findKnown, openFrom } from './find-needles.ts';
import { indexNeedles } from './index-needles.ts';
import { needlesOf } from './needles.ts';
import type { Secret } from './secret.ts';

export interface KnownValues {
  /** Whether one stands in a whole text. */
  isIn(text: string): boolean;
  watch(): KnownWatch;
}

export interface KnownWatch {
  /** What may pass; `null` once a known value was seen. */
  write(chunk: string): string | null;
  /** Whether something is held. */
  isOpen(): boolean;
  /** The rest. */
  end(): string | null;
}

/** `openFrom` holds what has more than the first letters of a form: so much is enough for these, however they are escaped. */
const LOOKED_AT_AGAIN = 2_048;

export function knownValues(secrets: readonly Secret[]): KnownValues {
  const index = indexNeedles(needlesOf(secrets, true), true);
  const isIn = (text: string): boolean => findKnown(text, index, false).length > 0;
  return {
    isIn,
    watch: () => {
      /** Passed on, and still looked at: what begins in it may end in what comes. */
      let passed = '';
      let held = '';
      let seen = false;
      return {
        write: (chunk) => {
          const all = passed + held + chunk;
          seen ||= isIn(all);
          if (seen) return null;
          const to = Math.max(passed.length, openFrom(all, index));
          const out = all.slice(passed.length, to);
          held = all.slice(to);
          passed = all.slice(0, to).slice(-LOOKED_AT_AGAIN);
          return out;
        },
        isOpen: () => held !== '',
        end: () => (seen ? null : held),
      };
    },
  };
}
