import type { ChannelRole } from '../channel.ts';
import type { Connector, NotifyForm } from '../contract.ts';
import { publicAddressBreaches } from '../rules/address-rules.ts';
import { placeOf, toSecretText } from '../shared-settings.ts';

const notify: NotifyForm<{ readonly url: string }> = {
  key: 'ping',
  example: 'ping',
  settings: ({ z, outward }) =>
    z
      .strictObject({
        url: outward.secretUrl.describe(
          'Asked for with GET; `/fail` is added after what is not good.',
        ),
      })
      .describe('A health check outside.')
      .meta({ examples: [{ url: 'env:HEALTH_URL' }] }),
  toTargets: ({ url }) => [{ kind: 'ping', url: toSecretText(url) }],
  breaches: ({ url }, path) => publicAddressBreaches([...path, 'url'], url),
  atOnce: true,
};

const channel: ChannelRole<'ping'> = {
  kind: 'ping',
  format: ({ url }) => `ping at ${placeOf(url)}`,
  load: async () => (await import('./ping-channel.ts')).pingChannel(),
  isHealthCheck: true,
  leadsTo: ({ url }) => url,
};

export const pingConnector: Connector = { notify, channels: [channel] };
