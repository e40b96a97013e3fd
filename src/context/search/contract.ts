/** Full text over what runs, sessions and people left. All text is hostile. */
import type { RoutineId } from '../../domain/ids.ts';

export const SEARCH_KINDS = [
  'report',
  'session',
  'finding',
  'item',
  'decision',
  'knowledge',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** One thing to find. `kind` and `id` name it; with another `stamp` it is indexed anew. */
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
  readonly score: number;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** How many there are in all. */
  readonly total: number;
  /** How many documents were looked through, and which kinds could not be, with why. */
  readonly documents: number;
  readonly missing: readonly { readonly kind: SearchKind; readonly why: string }[];
}
