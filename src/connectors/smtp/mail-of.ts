/**
 * The mail that a message becomes. Pure: the same message gives the same mail, with the same Message-ID, whenever and however
 * often it is sent. Every line of its head is made of words that were cleaned and addresses that were read.
 */
import { AppError } from '../../words/errors.ts';
import { domainOf, parseMailAddress, type MailAddress } from '../../words/mail-address.ts';
import type { Message, MessageContent } from '../../words/message.ts';
import type { NotifyTarget } from '../../words/notify.ts';
import { oneLine } from '../../words/text.ts';
import { htmlMail } from './html-mail.ts';
import { toneCounts, worstFirst, type MailPlace } from './mail-words.ts';
import { plainMail } from './plain-mail.ts';

export interface Mail {
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly replyTo: MailAddress | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** ISO 8601. */
  readonly date: string;
  /** With its brackets, as the two after it. */
  readonly messageId: string;
  /** The root of the thread, which is not a mail: programs put together what refers to the same. */
  readonly inReplyTo: string;
  readonly references: readonly string[];
  /** The further ones. */
  readonly headers: Readonly<Record<string, string>>;
}

export type EmailTarget = Extract<NotifyTarget, { readonly kind: 'email' }>;
export type MailMessage = Pick<Message, 'id' | 'routine' | 'contents' | 'createdAt'>;

export interface MailSurroundings extends MailPlace {
  /** As its connection has it. */
  readonly from: string;
  readonly replyTo: string | null;
}

/** Throws `usage` for an address that is none: it is named. */
export function mailOf(
  message: MailMessage,
  target: Pick<EmailTarget, 'to' | 'cc'>,
  surroundings: MailSurroundings,
): Mail {
  const { replyTo, workspace } = surroundings;
  const from = addressOf('from', surroundings.from);
  const contents = worstFirst(message.contents);
  const subject = subjectOf(contents, workspace.name);
  const footer = `Sent by Roundsman for ${oneLine(workspace.name, 100)}, as a rule under notify says; no person wrote it. ${idPart(message.id)}`;
  const list = listOf(message, workspace.name);
  const domain = domainOf(from);
  const root = `<thread.${list.label}.roundsman@${domain}>`;
  return {
    from,
    to: target.to.map((one) => addressOf('to', one)),
    cc: target.cc.map((one) => addressOf('cc', one)),
    replyTo: replyTo === null ? null : addressOf('reply-to', replyTo),
    subject,
    text: plainMail(contents, surroundings, { footer }),
    html: htmlMail(contents, surroundings, { subject, footer }),
    date: dateOf(message),
    messageId: `<${idPart(message.id)}.roundsman@${domain}>`,
    inReplyTo: root,
    references: [root],
    headers: {
      'List-Id': `"${list.name}" <${list.label}.roundsman.${domain}>`,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...ownHeaders(message),
    },
  };
}

function subjectOf(contents: readonly MessageContent[], workspace: string): string {
  const [only] = contents;
  const what =
    only !== undefined && contents.length === 1
      ? `${oneLine(only.name, 80)}: ${oneLine(only.title, 150)}`
      : `${contents.length} things to tell: ${toneCounts(contents)}`;
  return oneLine(`[${oneLine(workspace, 40)}] ${what}`, 150);
}

/** A list and a thread for each routine; what is gathered over several of them has one of the workspace. */
function listOf(
  { routine, contents }: MailMessage,
  workspace: string,
): { readonly label: string; readonly name: string } {
  const [first = routine, ...others] = new Set(contents.map((one) => one.routine ?? routine));
  const isOne = others.length === 0;
  const name = isOne ? (contents[0]?.name ?? routine) : `${workspace}, all together`;
  return {
    label: `${isOne ? slug(first) : 'all-together'}.${slug(workspace)}`,
    name: asciiWords(name) || slug(first),
  };
}

/** For filters. */
function ownHeaders({ id, routine, contents }: MailMessage): Readonly<Record<string, string>> {
  const occasions = [...new Set(contents.flatMap((one) => one.occasions))].map(idPart);
  const runs = contents.flatMap(({ run }) => (run === null ? [] : [idPart(run.id)]));
  return {
    'X-Roundsman-Message': idPart(id),
    'X-Roundsman-Routine': slug(routine),
    ...(occasions.length === 0 ? {} : { 'X-Roundsman-Occasions': occasions.join(', ') }),
    ...(runs.length === 0 ? {} : { 'X-Roundsman-Runs': runs.slice(0, 20).join(', ') }),
  };
}

/** When all that it tells of was there: of no clock, so that a mail sent again is the same mail. */
function dateOf({ createdAt, contents }: MailMessage): string {
  const instants = [createdAt, ...contents.map(({ at }) => at)].map((one) => Date.parse(one));
  return new Date(Math.max(0, ...instants.filter((one) => !Number.isNaN(one)))).toISOString();
}

/** Throws `usage` for one that is none. @param key for people */
export function addressOf(key: string, text: string): MailAddress {
  const address = parseMailAddress(text);
  if (address !== null) return address;
  throw new AppError('usage', {
    code: 'mail-address',
    message: `${key}: ${oneLine(text, 100)} is not a mail address`,
    hint: 'Write it as team@example.com or Team <team@example.com>.',
  });
}

/** No character that means something in a head. */
function idPart(text: string): string {
  return text.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 80);
}

function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+|-+$/g, '').slice(0, 50) || 'workspace';
}

/** For a quoted string, where encoded words have no place. */
function asciiWords(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[^ -~]/g, '')
    .replace(/["\\<>]/g, '')
    // Some programs read encoded words in them all the same.
    .replace(/=\?|\?=/g, '');
  return oneLine(plain, 60).replace('…', '...');
}
