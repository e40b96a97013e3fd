import type { Collector } from '../../domain/routine.ts';

export type TicketsRule = Extract<Collector, { kind: 'tickets' }>;
