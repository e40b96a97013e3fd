/** The channels that there are: one file or folder each, loaded when the first message of its kind is sent. */
import type { NotifyTarget } from '../words/notify.ts';
import type { Channel } from './contract.ts';

/** From a kind of target to how its channel is loaded. */
export type Channels = {
  readonly [Kind in NotifyTarget['kind']]?: () => Promise<Channel<Kind>>;
};

export const CHANNELS: Channels = {
  desktop: async () => (await import('./desktop/desktop-channel.ts')).desktopChannel(),
  email: async () => (await import('./email/email-channel.ts')).emailChannel,
  file: async () => (await import('./file/file-channel.ts')).fileChannel,
  'hook-url': async () => (await import('./webhook/webhook-channels.ts')).hookUrlChannel(),
  ping: async () => (await import('./ping/ping-channel.ts')).pingChannel(),
  webhook: async () => (await import('./webhook/webhook-channels.ts')).webhookChannel(),
};
