/** What is told of an engine, in a few words. Pure. */
import type { FoundCredentials } from '../../engines/find-credentials.ts';
import type { UsedProvider } from '../../words/run.ts';
import type { AgentEntry } from './list-agents.ts';

/** The user's own settings choose what cannot be taken over, or mean its key for something else. */
const NOT_USED = ['provider-not-used', 'key-bound-elsewhere'];

/** `ready`, `not here`, `named by each routine`, `no log-in`, `not used`, `not accepted`. */
export function standing({ state, credentials, refused }: AgentEntry): string {
  if (state.kind === 'missing') return 'not here';
  if (state.kind === 'named') return 'named by each routine';
  if (credentials.kind === 'missing')
    return NOT_USED.includes(credentials.failure.code) ? 'not used' : 'no log-in';
  return refused === null ? 'ready' : 'not accepted';
}

export function isReady({ state, credentials, refused }: AgentEntry): boolean {
  return state.kind === 'ready' && credentials.kind !== 'missing' && refused === null;
}

export function formatCredential(credentials: FoundCredentials): string {
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

/** `endpoint by ~/.codex/config.toml, model by OPENAI_MODEL`; `null` when neither is from the user's own settings. */
export function formatUserSettings(
  used: Pick<UsedProvider, 'endpointFrom' | 'modelFrom'> | null,
): string | null {
  if (used === null) return null;
  const { endpointFrom, modelFrom } = used;
  if (endpointFrom !== null && endpointFrom === modelFrom)
    return `endpoint and model by ${endpointFrom}`;
  const words = [
    ...(endpointFrom === null ? [] : [`endpoint by ${endpointFrom}`]),
    ...(modelFrom === null ? [] : [`model by ${modelFrom}`]),
  ];
  return words.length === 0 ? null : words.join(', ');
}
