import type { SchemaTools } from '../../collectors/kind.ts';
import type { ImapConnection } from '../../words/connection.ts';
import type { Connector, WrittenOf } from '../contract.ts';
import { serverBreaches } from '../rules/address-rules.ts';
import { mailServerSettings, toCredential } from '../shared-settings.ts';

// The keys of a connection of the kind `imap`.

function imapSettings(tools: SchemaTools) {
  const { z, part, outward } = tools;
  const { port, security } = mailServerSettings(tools);
  return z.strictObject({
    host: outward.serverHost.describe('The server.').meta({ examples: ['imap.example.com'] }),
    port,
    security,
    user: part.line.describe('The log-in.').meta({ examples: ['support@example.com'] }),
    password: outward.credential
      .describe('Where its password is.')
      .meta({ examples: ['env:IMAP_PASSWORD'] }),
    folder: part.line.default('INBOX').describe('The mailbox. It is read and never changed.'),
  });
}

type Written = WrittenOf<'imap', typeof imapSettings>;

const PORTS = { tls: 993, starttls: 143, none: 143 } as const;

export const imapConnector: Connector<ImapConnection, Written> = {
  connection: {
    kind: 'imap',
    about: 'A mailbox: tickets.',
    settings: imapSettings,
    toConnection: (written, name) => ({
      ...written,
      name,
      port: written.port ?? PORTS[written.security],
      password: toCredential(written.password),
    }),
    breaches: (written, path) => serverBreaches(path, written),
    where: ({ folder, host, port }) => `${folder} at ${host}:${port}`,
    leadsTo: ({ host }) => ({ kind: 'host', host }),
    connect: async (one, surroundings) =>
      (await import('../../collectors/inspect-mailbox.ts')).inspectMailbox(one, surroundings),
  },
  tickets: {
    mapped: false,
    open: async (request) =>
      (await import('../../collectors/tickets/sources/imap/open-imap.ts')).openImap(request),
  },
};
