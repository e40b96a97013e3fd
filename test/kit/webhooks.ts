/** Webhook connections and the way to the world outside, for tests on loopback. */
import type { Ask } from '../../src/connectors/webhook/webhook-channels.ts';
import { outwardRequest } from '../../src/platform/outward/outward-request.ts';
import type { WebhookConnection } from '../../src/words/connection.ts';

/** Of this machine; whatever a test says besides. */
export function webhookConnection(
  url: string,
  change: Partial<WebhookConnection> = {},
): WebhookConnection {
  return {
    kind: 'webhook',
    name: 'chat',
    private: true,
    ca: null,
    url: { kind: 'text', text: url },
    secret: null,
    body: 'json',
    headers: {},
    ...change,
  };
}

/** As if this machine were a public place: for what may reach those alone. */
export const askNearby: Ask = (request) =>
  outwardRequest({ ...request, reach: { private: true, ca: null } });
