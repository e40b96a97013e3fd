import type { CollectRequest } from '../contract.ts';
import type { TicketsRule } from './tickets-rule.ts';

export type TicketsRequest = CollectRequest<TicketsRule>;
