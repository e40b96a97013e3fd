/** The keys of a connection of the kind `smtp`. */
import type { SchemaTools } from '../../collectors/kind.ts';
import type { WrittenOf } from '../contract.ts';
import { mailServerSettings } from '../shared-settings.ts';

export function smtpSettings(tools: SchemaTools) {
  const { z, part, outward } = tools;
  const { port, security } = mailServerSettings(tools);
  return z.strictObject({
    host: outward.serverHost.describe('The server.').meta({ examples: ['smtp.example.com'] }),
    port,
    security,
    user: part.line
      .nullable()
      .default(null)
      .describe('The log-in. Without it: none.')
      .meta({ examples: ['roundsman'] }),
    password: outward.credential
      .nullable()
      .default(null)
      .describe('Where its password is.')
      .meta({ examples: ['file:~/.config/roundsman/smtp'] }),
    from: outward.mailAddress
      .describe('Who sends.')
      .meta({ examples: ['Roundsman <roundsman@example.com>'] }),
    'reply-to': outward.mailAddress
      .nullable()
      .default(null)
      .describe('Who is answered.')
      .meta({ examples: ['team@example.com'] }),
  });
}

export type Written = WrittenOf<'smtp', typeof smtpSettings>;
