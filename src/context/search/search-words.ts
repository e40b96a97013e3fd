/** What a question asks for, in terms. Pure. */
import { splitWords } from './split-words.ts';

export interface SearchWords {
  /** All of them are to be there, as they stand, begun, or with a slip. */
  readonly needed: readonly string[];
  /** Whole words of code whose parts are needed: whatever has them is nearer. */
  readonly welcome: readonly string[];
}

const MOST_CHARACTERS = 1_000;
/** Bits of a number. */
const MOST_NEEDED = 30;

export function readSearchWords(text: string): SearchWords {
  const needed = new Set<string>();
  const welcome = new Set<string>();
  for (const { whole, parts } of splitWords(text.slice(0, MOST_CHARACTERS))) {
    if (whole !== null) welcome.add(whole);
    // A hump that is within a longer part says nothing that the humps do not.
    for (const part of parts) needed.add(part);
  }
  return {
    needed: [...needed].slice(0, MOST_NEEDED),
    welcome: [...welcome].filter((word) => !needed.has(word)).slice(0, MOST_NEEDED),
  };
}
