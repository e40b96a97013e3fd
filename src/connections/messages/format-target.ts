/** Whom a message goes to, for people: without what may be a secret. Pure. */
import type { Credential, SecretText } from '../../words/connection.ts';
import { assertNever } from '../../words/errors.ts';
import type { NotifyTarget } from '../../words/notify.ts';
import { oneLine } from '../../words/text.ts';

const LONGEST = 200;

/** `mail to team@example.com`, `webhook chat`, `file in ~/digests`. */
export function formatTarget(target: NotifyTarget): string {
  switch (target.kind) {
    case 'email':
      return oneLine(`mail to ${[...target.to, ...target.cc].join(', ')}`, LONGEST);
    case 'webhook':
      return oneLine(`webhook ${target.via}`, LONGEST);
    case 'hook-url':
      return `webhook at ${placeOf(target.url)}`;
    case 'desktop':
      return 'desktop';
    case 'ping':
      return `ping at ${placeOf(target.url)}`;
    case 'file':
      return oneLine(`file in ${target.folder}`, LONGEST);
    default:
      return assertNever(target);
  }
}

/** Of an address its host alone: the rest is often the key. */
function placeOf(text: SecretText): string {
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
