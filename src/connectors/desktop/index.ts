import type { ChannelRole } from '../channel.ts';
import type { Connector, NotifyForm } from '../contract.ts';

const notify: NotifyForm<true> = {
  key: 'desktop',
  example: 'desktop: true',
  settings: ({ z }) =>
    z.literal(true).describe('A notification on the desktop of the user who runs the daemon.'),
  toTargets: () => [{ kind: 'desktop' }],
  atOnce: true,
};

const channel: ChannelRole<'desktop'> = {
  kind: 'desktop',
  format: () => 'desktop',
  load: async () => (await import('./desktop-channel.ts')).desktopChannel(),
};

export const desktopConnector: Connector = { notify, channels: [channel] };
