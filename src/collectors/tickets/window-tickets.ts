/** Which tickets count in a window, and what becomes of the others. Pure. */
import type { TicketsFacts } from '../../words/facts.ts';
import type { Window } from '../../words/window.ts';
import type { ReadTicket } from './fields/map-record.ts';
import type { WindowedTicket } from './shape-ticket.ts';

export interface WindowRequest {
  /** One record an id. */
  readonly tickets: readonly ReadTicket[];
  readonly window: Window;
  readonly max: number;
  /** Whether a good run told it before. */
  readonly wasTold: (ticket: ReadTicket) => boolean;
}

export interface WindowedTickets {
  /** Oldest first, those without a date before them. */
  readonly tickets: readonly WindowedTicket[];
  /** How many wait for a later run because of `max`. */
  readonly truncated: number;
  readonly leftOut: Omit<TicketsFacts['leftOut'], 'repeated'>;
}

/**
 * A ticket counts when it was created in the window; or before it, or at an unknown time, and no run told it.
 * Of more than `max`, the newest count.
 */
export function windowTickets({ tickets, window, max, wasTold }: WindowRequest): WindowedTickets {
  const from = window.from === null ? Number.NEGATIVE_INFINITY : Date.parse(window.from);
  const to = Date.parse(window.to);
  const counted: WindowedTicket[] = [];
  let told = 0;
  let afterWindow = 0;
  for (const ticket of tickets) {
    const at = ticket.createdAt;
    if (at !== null && at >= to) afterWindow += 1;
    else if (at !== null && at >= from) counted.push({ ticket, late: false });
    else if (wasTold(ticket)) told += 1;
    else counted.push({ ticket, late: true });
  }
  const oldestFirst = counted.toSorted((a, b) => compareAge(a.ticket, b.ticket));
  const truncated = Math.max(0, counted.length - max);
  return { tickets: oldestFirst.slice(truncated), truncated, leftOut: { told, afterWindow } };
}

function compareAge(a: ReadTicket, b: ReadTicket): number {
  const [left, right] = [a.createdAt ?? 0, b.createdAt ?? 0];
  return left - right || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
