/** An SMTP server within the test, with STARTTLS and log-ins, and what it is to do wrong. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { onTestFinished } from 'vitest';

import type { SmtpConnection } from '../../../src/words/connection.ts';
import { makeCertificates, readCertificates, type Certificates } from './certificates.ts';

export const SMTP_USER = 'roundsman';
export const SMTP_PASSWORD = 'Corr3ct-horse';

export interface LoopbackSmtp {
  readonly connection: SmtpConnection;
  /** For `surroundings.env`. */
  readonly env: Readonly<Record<string, string>>;
  /** All that came whole, oldest first, also what was not answered. */
  readonly mails: readonly ArrivedMail[];
  /** Commands of connections, for what a test asks of it. */
  readonly logins: readonly string[];
}

export interface ArrivedMail {
  readonly to: readonly string[];
  readonly raw: Buffer;
  readonly secure: boolean;
}

export interface SmtpWrong {
  readonly options?: SMTPServerOptions;
  /** With its number, for a log-in. */
  readonly login?: { readonly code: number; readonly text: string };
  /** By address. */
  readonly recipients?: Readonly<Record<string, { readonly code: number; readonly text: string }>>;
  /** What it does when the whole of a mail is there. Default: takes it. */
  readonly atEnd?: (at: {
    readonly count: number;
    readonly breakOff: () => void;
  }) => 'take' | 'wait' | Error;
  readonly change?: Partial<SmtpConnection>;
  /** Default: `localhost`. */
  readonly certifiedName?: string;
}

const made = new Map<string, Certificates>();

/** Once a process: keys take their time. */
function certificatesFor(name: string): Certificates {
  const known = made.get(name);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'rm-tls-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const fresh = makeCertificates(folder, [name]);
  made.set(name, fresh);
  return fresh;
}

/** Ends with the test. */
export async function loopbackSmtp(wrong: SmtpWrong = {}): Promise<LoopbackSmtp> {
  const files = certificatesFor(wrong.certifiedName ?? 'localhost');
  const { key, cert } = readCertificates(files);
  const mails: ArrivedMail[] = [];
  const logins: string[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    key,
    cert,
    logger: false,
    onAuth: ({ username = '', password }, _session, done) => {
      logins.push(username);
      if (wrong.login !== undefined) return done(numbered(wrong.login));
      if (username === SMTP_USER && password === SMTP_PASSWORD)
        return done(null, { user: username });
      return done(numbered({ code: 535, text: 'Error: Authentication failed' }));
    },
    onRcptTo: ({ address }, _session, done) => {
      const refusal = wrong.recipients?.[address];
      done(refusal === undefined ? null : numbered(refusal));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({
          to: recipientsOf(session),
          raw: Buffer.concat(chunks),
          secure: session.secure,
        });
        const breakOff = (): void => sockets.forEach((socket) => socket.destroy());
        const answer = wrong.atEnd?.({ count: mails.length, breakOff }) ?? 'take';
        if (answer === 'take') done(null, `queued as ${mails.length}`);
        else if (answer !== 'wait') done(answer);
      });
    },
    ...wrong.options,
  });
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return {
    connection: smtpConnection({ port: portOf(server.server), ca: files.ca, ...wrong.change }),
    env: { SMTP_PASSWORD },
    mails,
    logins,
  };
}

/** Takes connections and says what it is told to at once; `null`: nothing, ever. */
export async function rawServer(greeting: string | null): Promise<SmtpConnection> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (greeting !== null) socket.write(greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return smtpConnection({ port: portOf(server) });
}

export function smtpConnection(change: Partial<SmtpConnection> = {}): SmtpConnection {
  return {
    kind: 'smtp',
    name: 'mail',
    private: true,
    ca: null,
    host: 'localhost',
    port: 25,
    security: 'starttls',
    user: SMTP_USER,
    password: { kind: 'env', name: 'SMTP_PASSWORD' },
    from: 'Roundsman <roundsman@shop.example>',
    replyTo: null,
    ...change,
  };
}

function portOf(server: { address(): string | { readonly port: number } | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens at no port');
  return address.port;
}

function recipientsOf({ envelope }: SMTPServerSession): readonly string[] {
  return envelope.rcptTo.map(({ address }) => address);
}

function numbered({ code, text }: { readonly code: number; readonly text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
