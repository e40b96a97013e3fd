/** A listener on a free port of this machine, in front of an intake over real files. */
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';

import { onTestFinished } from 'vitest';

import type { HttpLimits } from '../../src/platform/http-server.ts';
import { startHookListener } from '../../src/scheduler/hooks/start-hook-listener.ts';
import type { ScheduledRoutine } from '../../src/words/scheduled-routine.ts';
import type { Trigger, WebhookScheme } from '../../src/words/trigger.ts';
import { listening, openIntake, type TestIntake } from './event-intake.ts';
import { GITHUB_SECRET, GITLAB_SECRET, STANDARD_SECRET, type Sent } from './hook-senders.ts';

export const HOOK_ENV = {
  STANDARD_HOOK: STANDARD_SECRET,
  GITHUB_HOOK: GITHUB_SECRET,
  GITLAB_HOOK: GITLAB_SECRET,
} as const;

export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface TestListener {
  readonly intake: TestIntake;
  readonly port: number;
  readonly log: readonly string[];
  send(
    sent: Sent,
    change?: { readonly method?: string; readonly path?: string },
  ): Promise<Answered>;
  /** Opens a connection that says what it likes. */
  open(): Promise<RawConnection>;
  close(): Promise<void>;
}

export interface RawConnection {
  readonly socket: Socket;
  /** All that came until the other side closed. */
  readonly answer: Promise<string>;
}

/** Secrets: `env`, by default those of HOOK_ENV. */
export async function openListener(request: {
  readonly routines: readonly ScheduledRoutine[];
  readonly intake?: Partial<Parameters<typeof openIntake>[0]>;
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<HttpLimits>;
}): Promise<TestListener> {
  const intake = openIntake({ routines: request.routines, ...request.intake });
  const log: string[] = [];
  const listener = await startHookListener({
    listen: '127.0.0.1:0',
    intake,
    routines: () => request.routines,
    env: request.env ?? HOOK_ENV,
    clock: intake.clock,
    log: (line) => log.push(line),
    ...(request.limits === undefined ? {} : { limits: request.limits }),
  });
  onTestFinished(() => listener.close());
  const port = Number(listener.address.split(':').at(-1));
  return {
    intake,
    port,
    log,
    send: (sent, change) => sendHook(port, { ...sent, ...change }),
    open: () => open(port),
    close: () => listener.close(),
  };
}

const VARIABLES: Readonly<Record<WebhookScheme, string>> = {
  standard: 'STANDARD_HOOK',
  github: 'GITHUB_HOOK',
  'gitlab-token': 'GITLAB_HOOK',
};

export function hooked(
  id: string,
  scheme: WebhookScheme,
  ...more: readonly Trigger[]
): ScheduledRoutine {
  return listening(id, { kind: 'webhook', scheme, secret: VARIABLES[scheme] }, ...more);
}

/** Rejects when the connection ends without an answer. */
export function sendHook(
  port: number,
  sent: Sent & { readonly method?: string },
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { method = 'POST', path, headers, body } = sent;
    const message = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false });
    message.on('error', reject);
    message.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const value: unknown = text === '' ? null : JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, body: value, headers: response.headers });
      });
    });
    message.end(body);
  });
}

function open(port: number): Promise<RawConnection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const chunks: Buffer[] = [];
    const answer = new Promise<string>((done) => {
      socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
      socket.on('close', () => done(Buffer.concat(chunks).toString('latin1')));
    });
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve({ socket, answer });
    });
    socket.once('error', reject);
  });
}
