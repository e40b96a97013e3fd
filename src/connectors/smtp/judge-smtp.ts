/** What came of a mail, in the words of deliveries. Pure: texts of servers are one line already when they leave here. */
import { formatFailure } from '../../platform/outward/contract.ts';
import type { SmtpConnection } from '../../words/connection.ts';
import { assertNever } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { SendResult } from '../channel.ts';
import type { RefusedRecipient, SmtpEnd } from './smtp-session.ts';

type Failed = Extract<SmtpEnd, { readonly kind: 'failed' }>;
type Server = Pick<SmtpConnection, 'name' | 'host' | 'port' | 'security'>;

/** For so many tries a mail waits for whom the server will take later; from then on the others get it. */
const PATIENT_TRIES = 3;
const MOST_LISTED = 5;

/** Whether it is sent to those that were taken. */
export function goesToOthers(refused: readonly RefusedRecipient[], tries: number): boolean {
  return tries > PATIENT_TRIES || !refused.some(isLater);
}

export function judgeSmtp(end: SmtpEnd, server: Server): SendResult {
  switch (end.kind) {
    case 'taken':
      return {
        kind: 'sent',
        receipt: [
          said(end.response),
          ...end.refused.map((one) => `not to ${recipientWords(one)}`),
        ].join('; '),
      };
    case 'held':
      return {
        kind: 'retry',
        why: `${place(server)} takes it later: ${listed(end.refused.filter(isLater))}`,
      };
    case 'no-login':
      return {
        kind: 'refused',
        why: `${place(server)} offers no log-in`,
        hint: `Take user and password out of connections.${server.name}, or name the port for submission (587, 465).`,
      };
    case 'failed':
      return failed(end, server);
    default:
      return assertNever(end);
  }
}

function failed(end: Failed, server: Server): SendResult {
  const { response, code, command, at } = end;
  const where = place(server);
  if (end.refused.length > 0 && end.refused.every((one) => !isLater(one))) {
    return {
      kind: 'refused',
      why: `${where} accepts it for none of the recipients: ${listed(end.refused)}`,
      hint: 'Look at the addresses under notify.email of the routine, and at who may send there.',
    };
  }
  if (code !== null && response !== null) {
    const why = `${where}: ${said(response)}`;
    return code >= 500 && code !== 503
      ? { kind: 'refused', why, hint: hintFor(command ?? '', server) }
      : { kind: 'retry', why };
  }
  return unanswered(end, server) ?? brokenOff(at, `${where}: ${wordsOf(end)}`);
}

/** Without a word of the server, and not to be gone by waiting. */
function unanswered({ systemCode, command }: Failed, server: Server): SendResult | null {
  const where = place(server);
  const { name } = server;
  if (systemCode === null) return null;
  if (/CERT|SIGNATURE|ISSUER|HOSTNAME/.test(systemCode)) {
    return {
      kind: 'refused',
      why: `${where}: ${formatFailure({ code: systemCode })}`,
      hint: `Name the server as its certificate does (connections.${name}.host), or its authority in connections.${name}.ca.`,
    };
  }
  if (systemCode === 'EPROTO' || systemCode.startsWith('ERR_SSL')) {
    return {
      kind: 'refused',
      why: `${where}: it does not speak TLS there`,
      hint: `Look at security and port of connections.${name}: tls is usual at 465, starttls at 587.`,
    };
  }
  if (systemCode === 'EAUTH') {
    return {
      kind: 'refused',
      why: `${where}: it offers no way to log in that is known here`,
      hint: `PLAIN, LOGIN and CRAM-MD5 are. Another port or server may offer one: connections.${name}.`,
    };
  }
  if (systemCode === 'EMESSAGE' && command === 'MAIL FROM') {
    return {
      kind: 'refused',
      why: `${where}: the mail is larger than it takes`,
      hint: 'Shorten the report, or gather fewer of them in one mail.',
    };
  }
  return null;
}

function brokenOff(at: Failed['at'], why: string): SendResult {
  if (at !== 'answer') return { kind: 'retry', why };
  return {
    kind: 'retry',
    why: `${why}, after all of it was sent: it may have arrived`,
    unsure: true,
  };
}

function hintFor(command: string, { name, security }: Server): string {
  if (command.startsWith('AUTH') || command === 'API')
    return `Look at user and password of connections.${name}. Many providers want a password for apps.`;
  if (command === 'STARTTLS' || command === 'EHLO')
    return security === 'starttls'
      ? `It is never sent in the clear. Where the server speaks TLS from the first byte, write security: tls in connections.${name}.`
      : `Look at connections.${name}: is that a mail server?`;
  if (command === 'MAIL FROM')
    return `Look at from of connections.${name}: who may send as that address?`;
  if (command === 'CONN')
    return `Look at connections.${name}: the server refuses connections from this machine.`;
  return 'The server refused the mail itself. Its answer may help the person who runs it.';
}

function wordsOf({ systemCode }: Failed): string {
  if (systemCode === 'ETIMEDOUT') return 'it does not answer in time';
  if (systemCode === null || systemCode === 'ECONNECTION') return 'it broke the connection off';
  return formatFailure({ code: systemCode });
}

function isLater({ code }: RefusedRecipient): boolean {
  return code === null || code < 500;
}

function listed(refused: readonly RefusedRecipient[]): string {
  const more = refused.length - MOST_LISTED;
  const first = refused.slice(0, MOST_LISTED).map(recipientWords);
  return [...first, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

function recipientWords({ address, response }: RefusedRecipient): string {
  return `${oneLine(address, 100)}: ${said(response)}`;
}

function said(response: string): string {
  return oneLine(response, 200);
}

function place({ host, port }: Server): string {
  return `${oneLine(host, 100)}:${port}`;
}
