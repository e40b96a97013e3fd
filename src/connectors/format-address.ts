import type { Credential, SecretText } from '../words/connection.ts';
import { assertNever } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';

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
