/** The keys of a connection of the kind `imap`. */
import type { SchemaTools } from '../../collectors/kind.ts';
import type { WrittenOf } from '../contract.ts';
import { mailServerSettings } from '../shared-settings.ts';

export function imapSettings(tools: SchemaTools) {
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

export type Written = WrittenOf<'imap', typeof imapSettings>;
