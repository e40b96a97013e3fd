/** Tickets as the collector gives them: read, masked, windowed, and grouped into themes. All text is hostile. */
import type { ConnectionKind } from './connection.ts';

/** What of customers' data is blotted out before anybody sees it. */
export const MASK_KINDS = ['email', 'phone', 'card'] as const;
export type MaskKind = (typeof MASK_KINDS)[number];

export const TICKET_FORMATS = ['json', 'jsonl', 'csv', 'markdown', 'eml', 'mbox'] as const;
export type TicketFormat = (typeof TICKET_FORMATS)[number];

/** The parts of a ticket that `fields` may map, each to a dotted path in the source. */
export const TICKET_FIELDS = [
  'id',
  'title',
  'body',
  'created-at',
  'author',
  'labels',
  'url',
] as const;
export type TicketField = (typeof TICKET_FIELDS)[number];

/** What a routine says of urgency, besides what every ticket is judged by. */
export interface UrgentRule {
  /** Words and phrases that make a ticket urgent. */
  readonly words: readonly string[];
  /** Words and phrases that never do. */
  readonly except: readonly string[];
}

export interface TicketFact {
  /** The source's own id; no two tickets of a collection share one. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** ISO 8601, UTC; `null` when the source tells no date that can be read. */
  readonly createdAt: string | null;
  readonly author: string | null;
  readonly labels: readonly string[];
  readonly url: string | null;
  /** Where it was read, for people: `tickets/2026-11.csv:14`. */
  readonly source: string;
  /** Created before the window, and told by no good run before. */
  readonly late: boolean;
  /** The words that make it urgent, as they stand in the ticket or its labels; `null` when none do. */
  readonly urgent: string | null;
  /** The earliest ticket of its theme that says the same; `null` for that one itself and for all others. */
  readonly duplicateOf: string | null;
}

/** The one theme of all tickets that resemble no other; it is never followed from day to day. */
export const OTHER_THEME = { id: 't-leftover', name: 'Other requests' } as const;

export type TicketTrend = 'new' | 'growing' | 'steady' | 'shrinking';

export interface TicketTheme {
  /** Holds from day to day: `t-` and eight characters. */
  readonly id: string;
  readonly name: string;
  /** Ids, the ones that stand for the theme best first. Each ticket is in exactly one theme. */
  readonly tickets: readonly string[];
  /** How many tickets the theme had in the window before; 0 when it paused, `null` when it is new. */
  readonly previous: number | null;
  readonly trend: TicketTrend;
  /** The date of the window's end in which it was first told, `2026-11-21`. */
  readonly firstSeen: string;
  /** Of a new theme: the known one that its tickets would have been counted under. */
  readonly splitFrom?: { readonly id: string; readonly name: string };
  /** Its name until now, when no ticket of today says it any more. */
  readonly formerName?: string;
  /** What it is recognised by later: its heaviest terms. */
  readonly signature: readonly ThemeTerm[];
}

export interface ThemeTerm {
  readonly term: string;
  /** Above 0, at most 1. */
  readonly weight: number;
}

/** How often a ticket says each of its heaviest terms; what stands in the title counts more. */
export type TermCounts = Readonly<Record<string, number>>;

/** A theme of an earlier window without a ticket in this one. */
export interface PausedTheme {
  readonly id: string;
  readonly name: string;
  /** How many tickets it had when it was last told. */
  readonly previous: number;
  /** The date of that window's end. */
  readonly lastSeen: string;
}

/** Where tickets of a connection came from, and how far reading came. */
export interface TicketsOrigin {
  /** Its name in roundsman.yaml. */
  readonly connection: string;
  readonly kind: ConnectionKind;
  /** What was asked, for people and without a secret: `GET https://example.com/issues`. */
  readonly asked: string;
  /** ISO 8601: only what was made or changed since; `null`: all there is. */
  readonly since: string | null;
  readonly pages: number;
  readonly requests: number;
  /** Why reading ended before all was read, such as `after 500 pages`; the rest comes next time. `null`: all was read. */
  readonly cut: string | null;
  /** Where the next reading begins, once a good run told this one; `null`: all is read each time. */
  readonly mark: TicketsMark | null;
}

/** How far a source was read. Nothing to report. */
export interface TicketsMark {
  /** Of what was asked: another connection, repository or mailbox begins again. */
  readonly identity: string;
  /** ISO 8601: all up to here was read. */
  readonly reached: string;
  /** The source's own; `null`: it begins by `reached` alone. */
  readonly value: PlainJson;
}

export type PlainJson =
  | null
  | boolean
  | number
  | string
  | readonly PlainJson[]
  | { readonly [name: string]: PlainJson };

/** A model of the user's that tickets were grouped by, besides their words. */
export interface EmbeddingsFact {
  /** Its name in roundsman.yaml. */
  readonly connection: string;
  readonly model: string;
  /** Texts that were sent to it; what it knew already was not. */
  readonly sent: number;
  /** Why the tickets were grouped by their words alone; `null`: they were grouped by both. */
  readonly failed: string | null;
}

/** A record that could not be read as a ticket, or not wholly. */
export interface TicketProblem {
  readonly source: string;
  readonly problem: string;
}
