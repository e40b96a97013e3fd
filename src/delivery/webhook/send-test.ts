/** A message that says it is a test, over a webhook, as every other one goes: same body, same signature, same guard. */
import type { WebhookConnection } from '../../domain/connection.ts';
import { isRoutineId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import { noProbe } from '../../domain/step-probe.ts';
import { sha256 } from '../../platform/hash.ts';
import type { SendResult, SendSurroundings } from '../contract.ts';
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

function testMessage(connection: string, at: string): Message {
  const routine = 'connect';
  if (!isRoutineId(routine)) throw new TypeError(routine);
  return {
    id: `M-${sha256(`test:${connection}:${at}`).slice(0, 12)}`,
    routine,
    target: { kind: 'webhook', via: connection },
    state: { kind: 'sending', since: at },
    tries: 0,
    createdAt: at,
    contents: [
      {
        key: `test:${at}`,
        occasions: [],
        name: 'Test message',
        title: 'Roundsman can send here',
        tone: 'good',
        at,
        run: null,
        findings: [],
        markdown: `Somebody asked for this message with \`roundsman connect ${connection} --send\`, to see whether it arrives. No run stands behind it.\n`,
        heldBack: 0,
      },
    ],
  };
}
