import type { CollectRequest } from '../contract.ts';
import type { TicketsRule } from './sources/contract.ts';

export type TicketsRequest = CollectRequest<TicketsRule>;
