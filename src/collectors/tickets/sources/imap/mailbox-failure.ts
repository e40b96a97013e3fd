/** What went wrong on the way to a mailbox or in it, as an AppError: whose words they are is said, and no secret is in them. */
import { Buffer } from 'node:buffer';

import { isRecord } from '../../../../platform/json.ts';
import { formatFailure } from '../../../../platform/outward/contract.ts';
import type { ImapConnection } from '../../../../words/connection.ts';
import { AppError } from '../../../../words/errors.ts';
import { oneLine } from '../../../../words/text.ts';
import { valueAt } from '../../fields/record-values.ts';

export interface FailureSetting {
  readonly connection: ImapConnection;
  readonly password: string;
}

/** The reason of a failure that is the server's word on this one command: NO or BAD, for good. */
export const REFUSED = 'imap-says-no';

const WORDS: Readonly<Record<string, string>> = {
  CONNECT_TIMEOUT: 'it does not answer in time',
  GREETING_TIMEOUT: 'it takes the connection and says nothing',
  UPGRADE_TIMEOUT: 'it promises STARTTLS and does not come to it',
  ETIMEOUT: 'it fell silent',
  STARTTLS_INJECTION: 'it sends words between STARTTLS and TLS, as an attacker would',
  NoConnection: 'it closed the connection',
  EConnectionClosed: 'it closed the connection',
  ClosedAfterConnectText: 'it closed the connection before a word',
  ClosedAfterConnectTLS: 'it closed the connection before a word',
  LineTooLarge: 'its answer is longer than any should be',
  LiteralTooLarge: 'it sends more than it was asked for',
  ResponseTooLarge: 'its answer is longer than any should be',
  TooManyTokens: 'its answer is longer than any should be',
  ETHROTTLE: 'it asks for a slower pace',
};

/** @param thrown by imapflow, or by the socket below it */
export function mailboxFailure(thrown: unknown, setting: FailureSetting): AppError {
  if (thrown instanceof AppError) return thrown;
  const { connection } = setting;
  const where = `connections.${connection.name}: ${shownServer(connection)}`;
  const said = wordsOfServer(thrown, setting);
  const quote = said === null ? '' : `; it says: ${said}`;
  if (isRecord(thrown) && thrown['authenticationFailed'] === true) {
    return new AppError('missing', {
      code: 'imap-log-in',
      message: `${where} refuses the log-in of ${oneLine(connection.user, 80)}${quote}`,
      hint: 'Look at `user` and `password`; with two-factor log-ins, many providers want a password of its own for programs.',
    });
  }
  if (isRecord(thrown) && thrown['tlsFailed'] === true && thrown['code'] === undefined) {
    return new AppError('refused', {
      code: 'imap-no-starttls',
      message: `${where} offers no STARTTLS, and nothing is sent in the clear`,
      hint: 'Try `security: tls` with port 993. If it offered STARTTLS before, an attacker may intercept the connection.',
    });
  }
  return new AppError('failed', {
    code: isForGood(thrown) ? REFUSED : 'imap-failed',
    message: `${where}: ${whatFailed(thrown)}${quote}`,
    hint: hintOf(thrown, connection),
  });
}

export function shownServer({ host, port }: ImapConnection): string {
  return `${oneLine(host, 100)}:${port}`;
}

function whatFailed(thrown: unknown): string {
  const code = codeOf(thrown);
  const words = code === null ? undefined : WORDS[code];
  if (words !== undefined) return words;
  if (code?.startsWith('Parser') === true) return `its answer is not IMAP (${code})`;
  return code === null ? 'it does not do as it was asked' : formatFailure(thrown);
}

function hintOf(thrown: unknown, { name, security, ca }: ImapConnection): string {
  const code = codeOf(thrown) ?? '';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'Let `host` be the name in its certificate.';
  if (/CERT|SIGNATURE|ISSUER/.test(code)) {
    return ca === null
      ? `If the authority is your own, give its PEM file: connections.${name}.ca`
      : 'Look whether `ca` is the authority that signed it.';
  }
  if (security === 'tls' && /SSL|EPROTO|GREETING/.test(code))
    return 'Port 993 speaks TLS from the first byte; port 143 wants `security: starttls`.';
  if (security === 'starttls' && /GREETING|Parser|UPGRADE/.test(code))
    return 'Port 143 speaks STARTTLS; port 993 wants `security: tls`.';
  return 'Nothing was told and nothing is lost: the next run asks for the same again.';
}

/** Not of a server that is busy (RFC 5530), or is told so by its client. */
function isForGood(thrown: unknown): boolean {
  if (!isRecord(thrown) || codeOf(thrown) === 'ETHROTTLE') return false;
  const { responseStatus } = thrown;
  const code = String(thrown['serverResponseCode'] ?? answerCode(thrown)).toUpperCase();
  return (
    (responseStatus === 'NO' || responseStatus === 'BAD') &&
    !['UNAVAILABLE', 'INUSE', 'LIMIT'].includes(code)
  );
}

/** `UNAVAILABLE` of `NO [UNAVAILABLE] later`, where imapflow leaves the answer as it parsed it. */
function answerCode(thrown: Record<string, unknown>): unknown {
  return valueAt(thrown, 'response.attributes.0.section.0.value');
}

function codeOf(thrown: unknown): string | null {
  return isRecord(thrown) && typeof thrown['code'] === 'string' ? thrown['code'] : null;
}

/** A server may repeat what it was sent. */
function wordsOfServer(thrown: unknown, { password }: FailureSetting): string | null {
  if (!isRecord(thrown)) return null;
  const text = [thrown['responseText'], thrown['response'], thrown['reason']].find(
    (one) => typeof one === 'string' && one !== '',
  );
  if (typeof text !== 'string') return null;
  const clean = withoutSecret(text, password);
  return `"${oneLine(clean, 160)}"`;
}

function withoutSecret(text: string, password: string): string {
  const encoded = [password, btoaOf(password)].filter((one) => one !== '');
  return encoded.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}

function btoaOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
