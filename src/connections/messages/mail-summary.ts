/** What faces say of a mail besides its text. */
import type { Mail } from '../../connectors/smtp/mail-of.ts';
import type { MailAddress } from '../../words/mail-address.ts';
import { minuteOf } from './message-view.ts';
import type { MailPreview } from './preview-mail.ts';

/** Pairs of a label and a value, for people; `null`: there is none. */
export function mailFields({
  mail,
  via,
  ...preview
}: MailPreview): readonly (readonly [string, string | null])[] {
  return [
    ['subject', mail.subject],
    ['from', via === null ? 'none: there is no such smtp connection' : addressText(mail.from)],
    ['to', mail.to.length === 0 ? 'none: no rule under notify sends a mail' : listText(mail.to)],
    ['cc', listText(mail.cc)],
    ['reply to', mail.replyTo === null ? null : addressText(mail.replyTo)],
    ['date', minuteOf(mail.date)],
    [
      'message',
      preview.message === null ? null : `${preview.message.id}, ${preview.message.state}`,
    ],
    ['message id', mail.messageId],
    ['thread', mail.inReplyTo],
    ['list', mail.headers['List-Id'] ?? null],
  ];
}

/** One sentence. */
export function formatPreview({ why, message }: MailPreview): string {
  switch (why) {
    case 'stored':
      return storedWords(message);
    case 'would-send':
      return 'A run like this sends this mail. Nothing was sent.';
    case 'other-occasion':
      return 'No rule under notify sends a mail about a run like this.';
    case 'no-rule':
      return 'No rule under notify sends a mail: give the routine one, and it has a recipient.';
  }
}

function storedWords(message: MailPreview['message']): string {
  switch (message?.state) {
    case 'sent':
      return 'This mail was sent. Of a long report only the beginning is kept here.';
    case 'given-up':
      return `This mail could not be sent, and was given up: roundsman messages show ${message.id}`;
    case 'dropped':
      return 'This mail was dropped, and is not sent.';
    case 'held':
    case 'due':
    case 'sending':
    case undefined:
      return 'This mail is not sent yet.';
  }
}

function listText(addresses: Mail['to']): string | null {
  return addresses.length === 0 ? null : addresses.map(addressText).join(', ');
}

function addressText({ name, address }: MailAddress): string {
  return name === '' ? address : `${name} <${address}>`;
}
