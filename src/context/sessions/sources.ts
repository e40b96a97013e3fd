/** The sources that there are, each loaded when it is asked. */
import type { SessionEngine } from '../../domain/session.ts';
import type { SessionSource } from './contract.ts';

export interface KnownSource {
  readonly engine: SessionEngine;
  load(): Promise<SessionSource>;
}

export const SESSION_SOURCES: readonly KnownSource[] = [];
