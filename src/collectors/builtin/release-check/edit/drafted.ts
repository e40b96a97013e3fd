import type { Unmentioned, WordedEntry } from './word-entry.ts';

/** An entry that is to be put into the notes, with the commit that it tells. */
export interface Drafted extends WordedEntry {
  readonly unmentioned: Unmentioned;
}
