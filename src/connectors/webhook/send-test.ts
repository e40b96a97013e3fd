/** A message that says it is a test, over a webhook, as every other one goes: same body, same signature, same guard. */
import type { WebhookConnection } from '../../words/connection.ts';
import { noProbe } from '../../words/step-probe.ts';
import type { SendSurroundings, SendResult } from '../channel.ts';
import { testMessage } from './try-body.ts';
import { webhookChannel } from './webhook-channels.ts';

export type TestSurroundings = Pick<
  SendSurroundings,
  'definitions' | 'workspace' | 'env' | 'clock' | 'redactor' | 'signal'
>;

export async function sendTestMessage(
  connection: WebhookConnection,
  surroundings: TestSurroundings,
): Promise<SendResult> {
  const at = surroundings.clock.now().toISOString();
  return webhookChannel().send({
    message: testMessage(connection.name, at),
    target: { kind: 'webhook', via: connection.name },
    surroundings: {
      ...surroundings,
      connections: [connection],
      pageUrl: null,
      probe: noProbe,
    },
  });
}
