import type { ImapConnection } from '../../words/connection.ts';
import type { Connector } from '../contract.ts';
import { serverBreaches } from '../rules/server-rules.ts';
import { toCredential } from '../to-credential.ts';
import { imapSettings, type Written } from './settings.ts';

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
