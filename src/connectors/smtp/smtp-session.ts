/**
 * One connection that sends one mail or none. The result says how far the session got, because the meaning of a lost
 * connection depends on that: before the last byte nothing was sent, after it the outcome is unknown. Never rejects.
 */
import type { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';

import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

import { systemErrorCode } from '../../platform/system-error.ts';
import type { SmtpLogin } from './smtp-server.ts';

export interface SmtpDoor {
  readonly options: SMTPConnectionOptions;
  /** `null`: it asks for no log-in. */
  readonly login: SmtpLogin | null;
  readonly signal: AbortSignal;
}

export interface SmtpOrder extends SmtpDoor {
  readonly from: string;
  readonly to: readonly string[];
  readonly bytes: Buffer;
  /** Called when it came there, before anything that follows. */
  readonly onConnected: () => Promise<void>;
  /** With whom the server refused, before the first byte of the mail: whether it goes to the others. */
  readonly onAddressed: (refused: readonly RefusedRecipient[]) => Promise<boolean>;
}

export interface RefusedRecipient {
  readonly address: string;
  /** `null`: it said no number. */
  readonly code: number | null;
  readonly response: string;
}

/** `answer`: all of it was sent, and what the server says to it is waited for. */
export type SmtpStage = 'connect' | 'login' | 'address' | 'body' | 'answer';

export type SmtpEnd =
  | {
      readonly kind: 'taken';
      readonly response: string;
      readonly refused: readonly RefusedRecipient[];
    }
  /** `onAddressed` said no: nothing of it was sent. */
  | { readonly kind: 'held'; readonly refused: readonly RefusedRecipient[] }
  | SmtpShut;

/** It came to no mail. */
export type SmtpShut =
  | { readonly kind: 'no-login' }
  | ({ readonly kind: 'failed'; readonly at: SmtpStage } & SmtpProblem);

export type SmtpWelcome = { readonly kind: 'in' } | SmtpShut;

export interface SmtpProblem {
  /** What the server said; `null`: nothing. */
  readonly response: string | null;
  readonly code: number | null;
  /** What was asked for: `STARTTLS`, `AUTH PLAIN`, `MAIL FROM`. */
  readonly command: string | null;
  /** Of the system, or of the library. */
  readonly systemCode: string | null;
  readonly refused: readonly RefusedRecipient[];
}

export function sendOverSmtp(order: SmtpOrder): Promise<SmtpEnd> {
  return inSession(order, {
    onConnected: order.onConnected,
    work: (connection, way) => sendMail(connection, order, way),
  });
}

/** In, and out again. */
export function enterSmtp(door: SmtpDoor): Promise<SmtpWelcome> {
  return inSession(door, {
    onConnected: () => Promise.resolve(),
    work: () => Promise.resolve({ kind: 'in' }),
  });
}

interface Way {
  stage: SmtpStage;
}

interface SessionWork<Done> {
  readonly onConnected: () => Promise<void>;
  /** Behind the log-in. */
  readonly work: (connection: SMTPConnection, way: Way) => Promise<Done>;
}

async function inSession<Done>(
  { options, login, signal }: SmtpDoor,
  { onConnected, work }: SessionWork<Done>,
): Promise<Done | SmtpShut> {
  const connection = new SMTPConnection({ ...options, socketCloseTimeout: 0 });
  const broken = breakOf(connection, signal);
  const way: Way = { stage: 'connect' };
  try {
    await Promise.race([connected(connection), broken.promise]);
    await onConnected();
    way.stage = 'login';
    if (login !== null) {
      if (!connection.allowsAuth) {
        leave(connection);
        return { kind: 'no-login' };
      }
      await Promise.race([loggedIn(connection, login), broken.promise]);
    }
    way.stage = 'address';
    const done = await Promise.race([work(connection, way), broken.promise]);
    leave(connection);
    return done;
  } catch (thrown) {
    connection.close();
    return { kind: 'failed', at: way.stage, ...problemOf(thrown) };
  } finally {
    broken.forget();
  }
}

/** Does not wait: a server that does not answer `QUIT` delays nothing. */
function leave(connection: SMTPConnection): void {
  connection.quit();
  if (connection._socket !== false) connection._socket?.unref();
}

/** Rejects when the connection breaks, or is to. */
function breakOf(connection: SMTPConnection, signal: AbortSignal) {
  const ending = new AbortController();
  const promise = new Promise<never>((_resolve, reject) => {
    const abort = (): void => {
      reject(new Error('it was to end'));
      connection.close();
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true, signal: ending.signal });
    connection.on('error', reject);
    // What the library says of it comes in the same moment, and is told first.
    connection.once('end', () => {
      queueMicrotask(() => reject(new Error('the connection was closed')));
    });
  });
  // The connection may break when no caller waits for it.
  promise.catch(() => undefined);
  return { promise, forget: () => ending.abort() };
}

function connected(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.connect((error) => (error === undefined ? resolve() : reject(error)));
  });
}

function loggedIn(connection: SMTPConnection, login: SmtpLogin): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.login({ ...login }, (error) => (error === null ? resolve() : reject(error)));
  });
}

function sendMail(connection: SMTPConnection, order: SmtpOrder, way: Way): Promise<SmtpEnd> {
  // The library keeps in it who was refused, which is known before the body is asked for.
  const envelope = {
    from: order.from,
    to: [...order.to],
    size: order.bytes.length,
    rejectedErrors: new Array<unknown>(),
  };
  let held = false;
  async function* body(): AsyncGenerator<Buffer> {
    if (!(await order.onAddressed(refusedOf(envelope.rejectedErrors)))) {
      held = true;
      throw new Error('the mail is not sent now');
    }
    way.stage = 'body';
    yield order.bytes;
    way.stage = 'answer';
  }
  return new Promise((resolve, reject) => {
    connection.send(envelope, Readable.from(body()), (error, info) => {
      const refused = refusedOf(envelope.rejectedErrors);
      if (held) {
        connection.close();
        resolve({ kind: 'held', refused });
      } else if (error === null) resolve({ kind: 'taken', response: info.response, refused });
      else reject(error);
    });
  });
}

function refusedOf(errors: unknown): readonly RefusedRecipient[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((error: unknown) => {
    const { response, code } = problemOf(error);
    return { address: textOf(error, 'recipient') ?? '', code, response: response ?? '' };
  });
}

function problemOf(thrown: unknown): Omit<SmtpProblem, 'at'> {
  const code: unknown = fieldOf(thrown, 'responseCode');
  return {
    response: textOf(thrown, 'response'),
    code: typeof code === 'number' ? code : null,
    command: textOf(thrown, 'command'),
    systemCode: textOf(thrown, 'originalCode') ?? systemErrorCode(thrown),
    refused: refusedOf(fieldOf(thrown, 'rejectedErrors')),
  };
}

function textOf(thrown: unknown, name: string): string | null {
  const value: unknown = fieldOf(thrown, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

function fieldOf(thrown: unknown, name: string): unknown {
  return typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, name) : undefined;
}
