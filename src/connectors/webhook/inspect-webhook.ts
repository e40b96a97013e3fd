import { unreached, type ConnectReport } from '../../forges/connect-report.ts';
import { reachOf } from '../../platform/outward/reach-of.ts';
import { readSecretText } from '../../platform/outward/read-credential.ts';
import type { WebhookConnection } from '../../words/connection.ts';
import { assertNever } from '../../words/errors.ts';
import type { ConnectSurroundings } from '../contract.ts';

/** The server learns only that a client connected: every request to a webhook is a message, so none is sent. */
export async function inspectWebhook(
  connection: WebhookConnection,
  surroundings: ConnectSurroundings,
): Promise<ConnectReport> {
  const { env, learn, signal, send } = surroundings;
  if (send !== null) return sentOver(connection, surroundings);
  const url = await readSecretText(connection.url, env, learn);
  if (connection.secret !== null) await readSecretText(connection.secret, env, learn);
  const reach = await reachOf(connection, env);
  const { outwardDial } = await import('../../platform/outward/outward-dial.ts');
  const result = await outwardDial({ url, reach, signal });
  if (result.kind !== 'there')
    return unreached(result.why, 'Look at where `url` leads, the network, `private` and `ca`.');
  return {
    reached: true,
    as: null,
    sees: [
      `${new URL(url).host} takes connections${url.startsWith('https:') ? ', its certificate is right' : ''}`,
    ],
    can: [{ what: `send messages (${connection.body})`, answer: 'unknown' }],
    problems: [],
  };
}

/** Both the answer and its words are of the other side. */
async function sentOver(
  connection: WebhookConnection,
  { env, learn, signal, clock, sending }: ConnectSurroundings,
): Promise<ConnectReport> {
  // Whatever comes after may repeat them.
  await readSecretText(connection.url, env, learn);
  if (connection.secret !== null) await readSecretText(connection.secret, env, learn);
  const { sendTestMessage } = await import('./send-test.ts');
  const result = await sendTestMessage(connection, { ...sending, env, clock, signal });
  switch (result.kind) {
    case 'sent':
      return {
        reached: true,
        as: null,
        sees: [`a test message was sent; it answered ${result.receipt}`],
        can: [{ what: `send messages (${connection.body})`, answer: 'yes' }],
        problems: [],
      };
    case 'retry':
      return unreached(
        result.why,
        'Try again later; a message of a run would be tried again by itself.',
      );
    case 'refused':
      return unreached(result.why, result.hint);
    default:
      return assertNever(result);
  }
}
