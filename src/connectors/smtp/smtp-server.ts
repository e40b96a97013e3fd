/** A mail server as its connection says: how it is spoken to, and as whom. The same for mails and for `connect`. */
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

import type { Environment } from '../../platform/environment.ts';
import type { GuardedHost } from '../../platform/outward/outward-connect.ts';
import { readCredential, type Learn } from '../../platform/outward/read-credential.ts';
import type { SmtpConnection } from '../../words/connection.ts';
import { AppError } from '../../words/errors.ts';

/** Idle, the limit of a message is what ends it. */
const IDLE_MS = 300_000;
const CONNECT_MS = 20_000;

export function smtpOptions(
  { port, security }: Pick<SmtpConnection, 'port' | 'security'>,
  { address, servername, tls }: GuardedHost,
): SMTPConnectionOptions {
  return {
    host: address,
    port,
    ...(servername === null ? {} : { servername }),
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    maxResponseSize: 100_000,
    // Of this machine nothing is told, not its name.
    name: '[127.0.0.1]',
  };
}

export interface SmtpLogin {
  readonly user: string;
  readonly pass: string;
}

/** `null`: it asks for none. Throws where the password is not said, or not to be had. */
export async function smtpLogin(
  { name, user, password }: Pick<SmtpConnection, 'name' | 'user' | 'password'>,
  env: Environment,
  learn: Learn,
): Promise<SmtpLogin | null> {
  if (user === null) return null;
  if (password !== null) return { user, pass: await readCredential(password, env, learn) };
  throw new AppError('invalid-definition', {
    code: 'no-password',
    message: `connections.${name} has a user and no password`,
    hint: `Say where it is: connections.${name}.password: env:SMTP_PASSWORD`,
  });
}
