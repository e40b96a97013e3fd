/** Full text over what runs, sessions and people left. All text is hostile. */
import type { RoutineId } from '../../words/ids.ts';

export const SEARCH_KINDS = [
  'report',
  'session',
  'finding',
  'item',
  'decision',
  'knowledge',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** One thing to find. `kind` and `id` name it; with another `stamp` it is indexed again. */
export interface SearchDocument {
  readonly kind: SearchKind;
  readonly id: string;
  readonly stamp: string;
  readonly title: string;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  readonly routine: RoutineId | null;
  /** A word for people and filters: a finding's state, a session's engine. */
  readonly label: string | null;
}

export interface SearchQuery {
  readonly words: string;
  /** Empty = all. */
  readonly kinds: readonly SearchKind[];
  readonly routine: RoutineId | null;
  /** ISO 8601, half-open; `null` = no bound. */
  readonly from: string | null;
  readonly to: string | null;
  readonly limit: number;
}

export interface SearchHit {
  readonly kind: SearchKind;
  readonly id: string;
  readonly title: string;
  readonly at: string;
  readonly routine: RoutineId | null;
  readonly label: string | null;
  /** One line around the best match. */
  readonly excerpt: string;
  /** Where in it words of the question stand, [from, to) in its UTF-16 units. */
  readonly marks: readonly (readonly [from: number, to: number])[];
  readonly score: number;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** How many there are in all. */
  readonly total: number;
  /** How many documents were looked through, and which kinds could not be, with why. */
  readonly documents: number;
  readonly missing: readonly SearchGap[];
  /** Words that would find something, when these found nothing. */
  readonly suggestion: string | null;
}

export interface SearchGap {
  readonly kind: SearchKind;
  readonly why: string;
}

/** Where documents of some kinds come from. Reads; never writes. */
export interface SearchSource {
  readonly kinds: readonly SearchKind[];
  /**
   * What there is now. `null`: the same as when it was asked last. Must not throw for what cannot be read: that is a gap.
   * @param stampOf of what is indexed; `null`: it is not
   */
  list(stampOf: StampOf): Promise<SearchListing | null>;
  /** `null`: there is nothing to find in it. */
  read(entry: SearchEntry): Promise<SearchDocument | null>;
  /** For an excerpt; `null` when it is gone. */
  text(entry: Pick<SearchEntry, 'kind' | 'id'>): Promise<string | null>;
}

export type StampOf = (kind: SearchKind, id: string) => string | null;

export interface SearchEntry {
  readonly kind: SearchKind;
  readonly id: string;
  readonly stamp: string;
}

export interface SearchListing {
  readonly entries: readonly SearchEntry[];
  /** What is missing, for people. */
  readonly gaps: readonly SearchGap[];
  /** Kinds of which nothing could be read now: what was indexed of them stays. Default: none. */
  readonly unread?: readonly SearchKind[];
}
