/** The channels that send requests to webhooks: one that roundsman.yaml knows, and one that a routine names by itself. */
import { outwardRequest } from '../../platform/outward/outward-request.ts';
import { reachOf } from '../../platform/outward/reach-of.ts';
import type { Message } from '../../words/message.ts';
import { oneLine } from '../../words/text.ts';
import type { Channel } from '../channel.ts';
import { resultOfThrown } from '../result-of-thrown.ts';
import { sendWebhook, type Ask } from './send-webhook.ts';

export function webhookChannel(ask: Ask = outwardRequest): Channel<'webhook'> {
  return {
    kind: 'webhook',
    send: async ({ message, target, surroundings }) => {
      const { via } = target;
      const connection = surroundings.connections.find(({ name }) => name === via);
      const name = `connections.${oneLine(via, 80)}`;
      if (connection?.kind !== 'webhook')
        return {
          kind: 'refused',
          why: `the active roundsman.yaml has no webhook ${name}`,
          hint: 'Add it, or name one that is there; a change counts once it is committed where active definitions come from (roundsman status).',
        };
      try {
        const reach = await reachOf(connection, surroundings.env);
        return await sendWebhook({
          message,
          hook: { ...connection, name, reach },
          surroundings,
          ask,
        });
      } catch (thrown) {
        const result = resultOfThrown(thrown, surroundings);
        return { ...result, why: oneLine(result.why, 300) };
      }
    },
  };
}

export function hookUrlChannel(ask: Ask = outwardRequest): Channel<'hook-url'> {
  return {
    kind: 'hook-url',
    send: ({ message, target, surroundings }) =>
      sendWebhook({
        message,
        hook: {
          name: `the webhook of ${routinesOf(message)}`,
          url: target.url,
          secret: target.secret,
          body: target.body,
          headers: {},
          reach: { private: false, ca: null },
        },
        surroundings,
        ask,
      }),
  };
}

/** One message may tell of several. */
function routinesOf({ routine, contents }: Message): string {
  const routines = new Set(contents.map((content) => content.routine ?? routine));
  return oneLine([...routines].join(', '), 80);
}
