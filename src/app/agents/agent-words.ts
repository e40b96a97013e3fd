/** What is told of an engine, in a few words. Pure. */
import type { FoundCredentials } from './find-credentials.ts';
import type { AgentEntry } from './list-agents.ts';

/** `ready`, `not here`, `named by the routine`, `no log-in`. */
export function standing({ state, credentials }: AgentEntry): string {
  if (state.kind === 'missing') return 'not here';
  if (state.kind === 'named') return 'named by each routine';
  return credentials.kind === 'missing' ? 'no log-in' : 'ready';
}

export function isReady({ state, credentials }: AgentEntry): boolean {
  return state.kind === 'ready' && credentials.kind !== 'missing';
}

export function credentialWords(credentials: FoundCredentials): string {
  switch (credentials.kind) {
    case 'own':
      return '—';
    case 'none-needed':
      return 'none needed';
    case 'key':
      return `key ${credentials.variable}, outside`;
    case 'file':
      return `log-in ${credentials.path}, inside`;
    case 'missing':
      return 'none';
  }
}
