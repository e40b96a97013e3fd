/** From `notify` of a routine to the words of the domain. Rules between values have been kept already. */
import type { Connection } from '../../words/connection.ts';
import { parseDuration } from '../../words/duration.ts';
import type { NotifyRule, NotifyTarget } from '../../words/notify.ts';
import type { WrittenNotify } from '../schema/notify-schema.ts';
import { toCredential, toSecretText } from './to-credential.ts';

export function toNotify(
  written: WrittenNotify,
  connections: readonly Connection[],
): readonly NotifyRule[] {
  return written.map((rule) => ({
    on: rule.on,
    targets: targetsOf(rule, connections),
    failureAfter: rule['failure-after'],
    cooldownMs: parseDuration(rule.cooldown) ?? 0,
    quietHours: spanOf(rule['quiet-hours']),
    gatherAt: rule['gather-at'],
  }));
}

function targetsOf(
  { email, webhook, desktop, ping, file }: WrittenNotify[number],
  connections: readonly Connection[],
): readonly NotifyTarget[] {
  const targets: NotifyTarget[] = [];
  if (email !== undefined) {
    const via = email.via ?? connections.find(({ kind }) => kind === 'smtp')?.name ?? '';
    targets.push({ kind: 'email', via, to: email.to, cc: email.cc });
  }
  if (webhook?.via !== undefined) targets.push({ kind: 'webhook', via: webhook.via });
  if (webhook?.url !== undefined) {
    const { url, secret, body = 'json' } = webhook;
    targets.push({
      kind: 'hook-url',
      url: toSecretText(url),
      secret: secret === null ? null : toCredential(secret),
      body,
    });
  }
  if (desktop === true) targets.push({ kind: 'desktop' });
  if (ping !== undefined) targets.push({ kind: 'ping', url: toSecretText(ping.url) });
  if (file !== undefined) targets.push({ kind: 'file', folder: file.folder });
  return targets;
}

function spanOf(text: string | null): NotifyRule['quietHours'] {
  const [from, to] = text?.split('-') ?? [];
  return from === undefined || to === undefined ? null : { from, to };
}
