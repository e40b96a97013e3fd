/** What senders of webhooks do: sign as each scheme says. Written from their documentation, apart from our own reading. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** 24 bytes. */
export const STANDARD_SECRET = `whsec_${Buffer.from('lamps-along-the-long-quay').toString('base64')}`;
export const GITHUB_SECRET = 'a lantern in every window'.replaceAll(' ', '-');
export const GITLAB_SECRET = 'token-of-the-watch';

export function hookFixture(name: string): string {
  return readFileSync(new URL(`../fixtures/hooks/${name}.json`, import.meta.url), 'utf8');
}

export function standard(
  routine: string,
  body: string | Uint8Array,
  change: {
    readonly id?: string;
    readonly at?: Date;
    readonly secret?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Sent {
  const id = change.id ?? 'msg_1';
  const timestamp = String(
    Math.floor((change.at ?? new Date('2026-11-21T09:00:00Z')).getTime() / 1_000),
  );
  const signature = standardSignature(
    change.secret ?? STANDARD_SECRET,
    `${id}.${timestamp}.`,
    body,
  );
  return {
    path: `/hooks/${routine}`,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
      ...change.headers,
    },
    body,
  };
}

export function standardSignature(secret: string, head: string, body: string | Uint8Array): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
  return `v1,${createHmac('sha256', key).update(head).update(body).digest('base64')}`;
}

export function github(
  routine: string,
  body: string | Uint8Array,
  change: {
    readonly event?: string;
    readonly delivery?: string;
    readonly secret?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Sent {
  const digest = createHmac('sha256', change.secret ?? GITHUB_SECRET)
    .update(body)
    .digest('hex');
  return {
    path: `/hooks/${routine}`,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/0000000',
      'x-github-event': change.event ?? 'push',
      'x-github-delivery': change.delivery ?? '5b1c7f30-1111-4222-8333-944455566677',
      'x-hub-signature-256': `sha256=${digest}`,
      ...change.headers,
    },
    body,
  };
}

export function gitlab(
  routine: string,
  body: string | Uint8Array,
  change: {
    readonly key?: string;
    readonly token?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Sent {
  return {
    path: `/hooks/${routine}`,
    headers: {
      'content-type': 'application/json',
      'x-gitlab-event': 'Deployment Hook',
      'x-gitlab-event-uuid': 'e0000000-0000-4000-8000-000000000001',
      'idempotency-key': change.key ?? 'f0000000-0000-4000-8000-000000000001',
      'x-gitlab-token': change.token ?? GITLAB_SECRET,
      ...change.headers,
    },
    body,
  };
}
