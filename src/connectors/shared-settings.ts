/** Keys that several connectors have. */
import type { z } from 'zod';

import type { SchemaTools } from '../collectors/kind.ts';
import type { Credential, SecretText } from '../words/connection.ts';
import { assertNever } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';

export function tokenSetting({ outward }: SchemaTools): z.ZodType<string | null> {
  return outward.credential
    .nullable()
    .default(null)
    .describe('Where its token is.')
    .meta({ examples: ['env:GITHUB_TOKEN'] });
}

export function mailServerSettings({ z, part }: SchemaTools) {
  return {
    port: part
      .count(1, 65_535)
      .nullable()
      .default(null)
      .describe('Default: the usual one of its security.'),
    security: z
      .enum(['tls', 'starttls', 'none'])
      .default('tls')
      .describe(
        '`tls` from the first byte, `starttls` or nothing at all, `none` in the clear, which only an address of this machine may have.',
      ),
  };
}

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

/** For people: host and port of a URL. */
export function hostOfUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).host : oneLine(url, 60);
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** Of an address its host alone: the rest is often the key. */
export function placeOf(text: SecretText): string {
  if (text.kind !== 'text') return formatCredential(text);
  return URL.canParse(text.text) ? new URL(text.text).host : 'an address that is none';
}

function formatCredential(credential: Credential): string {
  switch (credential.kind) {
    case 'env':
      return `env:${oneLine(credential.name, 80)}`;
    case 'file':
      return `file:${oneLine(credential.path, 80)}`;
    case 'command':
      return 'what a command prints';
    default:
      return assertNever(credential);
  }
}
