/** The sources that there are, each loaded when it is asked. */
import { allEngines } from '../../engines/registry.ts';
import type { SessionSource } from '../../engines/sessions/contract.ts';
import type { SessionEngine } from '../../words/session.ts';

export interface KnownSource {
  readonly engine: SessionEngine;
  load(): Promise<SessionSource>;
}

export function sessionSources(): readonly KnownSource[] {
  return allEngines().flatMap(({ id, sessions }) =>
    sessions === null ? [] : [{ engine: id, load: sessions.load }],
  );
}
