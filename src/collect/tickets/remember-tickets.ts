/** What was told, and what each theme is known by. Pure. */
import type { TicketsFacts } from '../../domain/facts.ts';
import type { RememberRequest } from '../remember-facts.ts';

export function rememberTickets(request: RememberRequest<TicketsFacts>): unknown {
  return request.facts.items.map(({ id }) => id);
}
