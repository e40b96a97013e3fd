/** One record an id: the one that was changed last, and of those the one that says most. Pure. */
import type { ReadTicket } from './fields/map-record.ts';

export interface ChosenRecords {
  /** In the order in which their ids came. */
  readonly tickets: readonly ReadTicket[];
  readonly repeated: number;
}

export function chooseRecords(read: readonly ReadTicket[]): ChosenRecords {
  const byId = new Map<string, ReadTicket>();
  for (const ticket of read) {
    const other = byId.get(ticket.id);
    if (other === undefined || isBetter(ticket, other)) byId.set(ticket.id, ticket);
  }
  return { tickets: [...byId.values()], repeated: read.length - byId.size };
}

/** Alike in all: the later one, as exports are appended to. */
function isBetter(ticket: ReadTicket, other: ReadTicket): boolean {
  const differences = [
    lastChange(ticket) - lastChange(other),
    filledParts(ticket) - filledParts(other),
    ticket.body.length - other.body.length,
  ];
  return (differences.find((difference) => difference !== 0) ?? 0) >= 0;
}

function lastChange({ updatedAt, createdAt }: ReadTicket): number {
  return updatedAt ?? createdAt ?? 0;
}

function filledParts({ title, body, createdAt, author, labels, url }: ReadTicket): number {
  const parts = [
    title !== '',
    body !== '',
    createdAt !== null,
    author !== null,
    labels.length > 0,
    url !== null,
  ];
  return parts.filter(Boolean).length;
}
