/** `tickets`: records of a file or folder, masked, windowed, and grouped into themes. */
import { AppError } from '../../domain/errors.ts';
import type { TicketsFacts } from '../../domain/facts.ts';
import type { Collector } from '../../domain/routine.ts';
import type { CollectRequest } from '../contract.ts';

export type TicketsRule = Extract<Collector, { kind: 'tickets' }>;

export async function collectTickets(request: CollectRequest<TicketsRule>): Promise<TicketsFacts> {
  throw new AppError('internal', { code: 'unfinished', message: request.rule.path, hint: '' });
}
