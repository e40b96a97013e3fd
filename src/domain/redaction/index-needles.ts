import { anchorsOf, type Needle } from './needles.ts';

/** What is looked for, so that little is looked for in a short text: most lines hold the beginning of nothing. */
export interface NeedleIndex {
  readonly longest: number;
  /** All that may be in a text; in a long one each is worth a look. */
  candidatesIn(text: string): readonly Needle[];
}

/** Letters of a beginning; no part that is searched for is shorter. */
const BEGINNING = 4;
/** Up to here going over the letters costs less than as many searches as there are forms. */
const SHORT_TEXT = 4_096;

export function indexNeedles(needles: readonly Needle[]): NeedleIndex {
  const beginnings = new Map<string, Needle[]>();
  for (const needle of needles) {
    const parts = needle.wraps ? anchorsOf(needle).map(({ anchor }) => anchor) : [needle.text];
    for (const part of parts) {
      const beginning = part.slice(0, BEGINNING);
      const same = beginnings.get(beginning);
      if (same === undefined) beginnings.set(beginning, [needle]);
      else same.push(needle);
    }
  }
  return {
    longest: Math.max(0, ...needles.map(({ text }) => text.length)),
    candidatesIn: (text) => {
      if (needles.length < 20 || text.length > SHORT_TEXT) return needles;
      const found = new Set<Needle>();
      for (let at = 0; at <= text.length - BEGINNING; at += 1)
        for (const needle of beginnings.get(text.slice(at, at + BEGINNING)) ?? [])
          found.add(needle);
      return [...found];
    },
  };
}
