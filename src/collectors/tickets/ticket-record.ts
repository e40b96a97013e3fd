/** What the readers of all formats give: records as they stand in the source, each with its place. */
import type { TicketProblem } from '../../words/ticket.ts';

export interface TicketRecord {
  /** For people: `tickets/2026-11.csv:14`. */
  readonly source: string;
  /** As the source has it; a hostile one may hold any key, so only own properties are read. */
  readonly value: Readonly<Record<string, unknown>>;
}

export interface RecordsRead {
  readonly records: readonly TicketRecord[];
  readonly problems: readonly TicketProblem[];
}

/** A file's text, and what people call it. */
export interface SourceText {
  readonly source: string;
  readonly text: string;
}
