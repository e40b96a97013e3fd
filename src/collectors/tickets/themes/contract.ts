/** What grouping tickets into themes is given, and what it gives back. */
import type {
  PausedTheme,
  TermCounts,
  ThemeTerm,
  TicketFact,
  TicketTheme,
} from '../../../words/ticket.ts';

/** A theme as an earlier window left it. */
export interface KnownTheme {
  readonly id: string;
  readonly name: string;
  readonly signature: readonly ThemeTerm[];
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** Tickets in the window in which it was last told. */
  readonly tickets: number;
  /** It was told in the window right before this one. */
  readonly wasLast: boolean;
  /**
   * How many tickets this window would bring at the rate of the one before, without late ones; `null` if unknown.
   * Absent: as many as then.
   */
  readonly expected?: number | null;
}

/** Of so many tickets at most is kept what they said, the newest. */
export const MAX_KEPT = 1_500;

/** A ticket that an earlier window told. */
export interface KeptTicket {
  readonly id: string;
  /** The id of the theme it was told in. */
  readonly theme: string;
  readonly terms: TermCounts;
  /** By which its vector is found; absent: no model was asked for one. */
  readonly text?: string;
}

export type UngroupedTicket = Omit<TicketFact, 'duplicateOf'>;

export interface ThemesRequest {
  readonly tickets: readonly UngroupedTicket[];
  readonly known: readonly KnownTheme[];
  /** What earlier windows told, newest first; none without it. */
  readonly kept?: readonly KeptTicket[];
  /** What a model of the user's makes of tickets of now and of before, by id, all of one length; none without it. */
  readonly vectors?: ReadonlyMap<string, Float32Array>;
  /** The date of the window's end, `2026-11-21`. */
  readonly date: string;
}

export interface FoundThemes {
  /** Every ticket's id in exactly one. */
  readonly themes: readonly TicketTheme[];
  readonly paused: readonly PausedTheme[];
  /** For each ticket that says the same as an earlier one of its theme: that one's id. */
  readonly duplicateOf: ReadonlyMap<string, string>;
  /** What to keep of the last 1,500 tickets, those that have words, by id. */
  readonly terms: ReadonlyMap<string, TermCounts>;
}
