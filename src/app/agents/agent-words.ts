/** What is told of an engine, in a few words. Pure. */
import type { FoundCredentials } from './find-credentials.ts';
import type { AgentEntry } from './list-agents.ts';

/** `ready`, `not here`, `named by each routine`, `no log-in`, `not accepted`. */
export function standing({ state, credentials, refused }: AgentEntry): string {
  if (state.kind === 'missing') return 'not here';
  if (state.kind === 'named') return 'named by each routine';
  if (credentials.kind === 'missing') return 'no log-in';
  return refused === null ? 'ready' : 'not accepted';
}

export function isReady({ state, credentials, refused }: AgentEntry): boolean {
  return state.kind === 'ready' && credentials.kind !== 'missing' && refused === null;
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
