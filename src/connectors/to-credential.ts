import type { Credential, SecretText } from '../words/connection.ts';

/** The schema has let only `env:`, `file:` and `command:` through. */
export function toCredential(text: string): Credential {
  const rest = text.slice(text.indexOf(':') + 1);
  if (text.startsWith('env:')) return { kind: 'env', name: rest };
  if (text.startsWith('file:')) return { kind: 'file', path: rest };
  return { kind: 'command', command: rest };
}

export function toSecretText(text: string): SecretText {
  return /^(env|file|command):/.test(text) ? toCredential(text) : { kind: 'text', text };
}

export function toOptionalCredential(text: string | null): Credential | null {
  return text === null ? null : toCredential(text);
}
