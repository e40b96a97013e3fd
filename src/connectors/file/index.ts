import type { ChannelRole } from '../channel.ts';
import type { Connector, NotifyForm } from '../contract.ts';

const notify: NotifyForm<{ readonly folder: string }> = {
  key: 'file',
  example: 'file',
  settings: ({ z, part }) =>
    z
      .strictObject({
        folder: part.hostPath
          .describe('Where Markdown files are put.')
          .meta({ examples: ['~/digests'] }),
      })
      .describe('A file on this machine.'),
  toTargets: ({ folder }) => [{ kind: 'file', folder }],
  atOnce: false,
};

const channel: ChannelRole<'file'> = {
  kind: 'file',
  format: ({ folder }) => `file in ${folder}`,
  load: async () => (await import('./file-channel.ts')).fileChannel,
};

export const fileConnector: Connector = { notify, channels: [channel] };
