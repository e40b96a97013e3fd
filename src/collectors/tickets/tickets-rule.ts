import type { Collector } from '../../words/routine.ts';

export type TicketsRule = Extract<Collector, { kind: 'tickets' }>;
