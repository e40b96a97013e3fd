/** A mail as the bytes that are sent: the same mail gives the same ones. */
import type { Buffer } from 'node:buffer';

import MailComposer from 'nodemailer/lib/mail-composer';

import type { MailAddress } from '../../words/mail-address.ts';
import type { Mail } from './mail-of.ts';

export function mimeOf(mail: Mail): Promise<Buffer> {
  const { from, to, cc, replyTo, headers, messageId, inReplyTo, references } = mail;
  const composer = new MailComposer({
    from,
    to: [...to],
    ...(cc.length === 0 ? {} : { cc: [...cc] }),
    ...(replyTo === null ? {} : { replyTo }),
    subject: mail.subject,
    date: new Date(mail.date),
    messageId,
    inReplyTo,
    references: [...references],
    // Plain words already; nodemailer would make an encoded word of all of it, for the sake of the quotation marks.
    headers: { ...headers, 'List-Id': { prepared: true, value: headers['List-Id'] ?? '' } },
    text: mail.text,
    html: mail.html,
    newline: 'win',
    boundaryPrefix: 'roundsman',
    baseBoundary: messageId.replace(/[^A-Za-z0-9]/g, ''),
    // What stands in a report is never taken for the name of a file or an address to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** A mail of one text, of no message. */
export function plainMimeOf(mail: {
  readonly from: MailAddress;
  readonly to: MailAddress;
  readonly subject: string;
  readonly text: string;
}): Promise<Buffer> {
  const closed = { disableFileAccess: true, disableUrlAccess: true };
  return new MailComposer({ ...mail, newline: 'win', ...closed }).compile().build();
}
