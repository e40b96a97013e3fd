/** `bell`: a channel with a connection of its own. All that it needs is in this folder. */
import type { Channel, ChannelRole } from '../../../src/connectors/channel.ts';
import type { Connector, NotifyForm } from '../../../src/connectors/contract.ts';
import { ask, type PlainConnection } from '../ask.ts';
import { plainForm, type Written } from '../plain-connection.ts';

interface BellConnection extends PlainConnection {
  readonly kind: 'bell';
}

declare module '../../../src/words/connection.ts' {
  interface Connections {
    readonly bell: BellConnection;
  }
}

declare module '../../../src/words/notify.ts' {
  interface NotifyTargets {
    readonly bell: { readonly kind: 'bell'; readonly via: string; readonly times: number };
  }
}

interface WrittenBell {
  readonly via: string | null;
  readonly times: number;
}

const notify: NotifyForm<WrittenBell> = {
  key: 'bell',
  example: 'bell',
  settings: ({ z, outward }) =>
    z
      .strictObject({
        via: outward.connectionName.nullable().default(null).describe('Which bell.'),
        times: z.number().default(1).describe('How often it rings.'),
      })
      .describe('A bell that rings.'),
  toTargets: ({ via, times }, connections) => [
    {
      kind: 'bell',
      via: via ?? connections.find(({ kind }) => kind === 'bell')?.name ?? '',
      times,
    },
  ],
  breaches: ({ times }, path) =>
    times > 0
      ? []
      : [{ path: [...path, 'times'], code: 'silent', message: 'it is silent', hint: 'Ring it.' }],
  via: ({ via }) => ({ name: via, kind: 'bell' }),
  atOnce: true,
};

const channel: Channel<'bell'> = {
  kind: 'bell',
  send: async ({ message, target, surroundings }) => {
    const found = surroundings.connections.find(({ name }) => name === target.via);
    if (found?.kind !== 'bell') return { kind: 'refused', why: 'there is no bell', hint: '' };
    const { id } = message;
    const body = { id, times: target.times };
    const asked = await ask(found, surroundings.env, { path: '/rings', body });
    return asked.kind === 'said'
      ? { kind: 'sent', receipt: 'it rang' }
      : { kind: 'retry', why: asked.why };
  },
};

const role: ChannelRole<'bell'> = {
  kind: 'bell',
  format: ({ via, times }) => `${times} rings of ${via}`,
  load: () => Promise.resolve(channel),
};

export const bell: Connector<BellConnection, Written> = {
  connection: {
    ...plainForm,
    kind: 'bell',
    about: 'A bell: messages.',
    toConnection: (written, name) => ({ ...written, kind: 'bell', name }),
  },
  notify,
  channels: [role],
};
