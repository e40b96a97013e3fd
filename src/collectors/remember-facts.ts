/** What each collector keeps of a run that went well. Pure; the caller holds the ledger's lock and stores it. */
import { assertNever } from '../words/errors.ts';
import type { RememberRequest } from './contract.ts';

/** The value of the next memory; `undefined` when the collector keeps nothing. Doing it twice changes nothing. */
export async function rememberFacts(request: RememberRequest): Promise<unknown> {
  const { facts } = request;
  switch (facts.kind) {
    case 'tickets':
      return (await import('./tickets/remember-tickets.ts')).rememberTickets({ ...request, facts });
    case 'release-notes':
      return (await import('./release-notes/remember-release.ts')).rememberRelease({
        ...request,
        facts,
      });
    case 'todos':
    case 'commits':
    case 'command':
      return undefined;
    default:
      return assertNever(facts);
  }
}
