/** Tickets of files and of connections, grouped by theme. */
import type { FactsOfKinds } from '../../words/facts.ts';
import type { CollectorRules } from '../../words/routine.ts';
import type { CollectorKind } from '../kind.ts';
import { namedConnections, sourceBreaches, settings, type Settings } from './settings.ts';

export const ticketsKind: CollectorKind<
  Settings,
  CollectorRules['tickets'],
  FactsOfKinds['tickets']
> = {
  kind: 'tickets',
  settings,
  bare: false,
  outside: 'tickets',
  toRule: ({ from, urgent, embeddings, ...rest }) => ({
    kind: 'tickets',
    ...rest,
    ...(from === null ? {} : { from }),
    ...(embeddings === null ? {} : { embeddings }),
    ...(urgent.words.length + urgent.except.length === 0 ? {} : { urgent }),
  }),
  breaches: sourceBreaches,
  connections: namedConnections,
  promptExample: () =>
    'Read facts/tickets.json, name each theme with its number of tickets, and quote one.',
  collect: async (request) => (await import('./collect-tickets.ts')).collectTickets(request),
  remember: async (request) => (await import('./remember-tickets.ts')).rememberTickets(request),
  // Where the next reading begins is no matter of the agent, and a server wrote parts of it.
  forAgent: (facts) =>
    facts.origin === undefined ? facts : { ...facts, origin: { ...facts.origin, mark: null } },
};
