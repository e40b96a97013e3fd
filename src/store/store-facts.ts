/** How a database of records is, and what it is asked with. */
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import type { AppError } from '../words/errors.ts';

export interface StoreFacts {
  /** Without its password; `env:NAME` where the variable holds none. */
  readonly address: string;
  /** `null`: it could not be asked. 0: it has no tables. */
  readonly schema: number | null;
  /** The version that this Roundsman works with. */
  readonly wanted: number;
  /** Of all processes of Roundsman. */
  readonly connections: number | null;
  readonly places: readonly StorePlace[];
  /** Why records cannot be read there now; `null`: they can. */
  readonly fault: AppError | null;
}

export interface StorePlace {
  readonly id: string;
  readonly host: string;
  /** ISO 8601. */
  readonly joinedAt: string;
  readonly runs: number;
}

export interface StoreRequest {
  readonly env: Environment;
  /** With the address. */
  readonly variable: string;
  readonly clock: Clock;
}
