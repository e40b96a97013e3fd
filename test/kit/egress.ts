/** A way out, opened for a test: the world outside is made up, but for servers on this machine that stand for it. */
import { mkdtempSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { dialAddress } from '../../src/platform/sockets.ts';
import type { Egress, Outside } from '../../src/sandbox/egress/contract.ts';
import { openEgress } from '../../src/sandbox/egress/open-egress.ts';
import type { NetworkPlan } from '../../src/words/network-plan.ts';

export function networkPlan(change: Partial<NetworkPlan> = {}): NetworkPlan {
  return {
    socketFolder: join(mkdtempSync('/tmp/rm-egress-'), 's'),
    allow: [],
    trusted: [],
    endpoints: [],
    upstream: null,
    env: {},
    files: [],
    credentials: [],
    ...change,
  };
}

export interface MadeUpWorld {
  readonly outside: Outside;
  /** Every name that was looked up, and every address that was dialled, in order. */
  readonly resolved: string[];
  readonly dialled: string[];
}

/** @param names each answer of a name in turn, the last for ever; every address is the one server */
export function madeUpWorld(
  names: Readonly<Record<string, readonly (readonly string[])[]>>,
  port: number,
  own: readonly string[] = [],
): MadeUpWorld {
  const resolved: string[] = [];
  const dialled: string[] = [];
  const left = new Map(Object.entries(names).map(([name, answers]) => [name, [...answers]]));
  return {
    resolved,
    dialled,
    outside: {
      resolve: async (host) => {
        resolved.push(host);
        const answers = left.get(host) ?? [];
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (answer === undefined) throw new Error(`there is no ${host}`);
        return answer;
      },
      dial: async (address, at) => {
        dialled.push(`${address} ${at}`);
        return dialAddress('127.0.0.1', port);
      },
      ownAddresses: () => own,
    },
  };
}

export async function openedEgress(
  plan: NetworkPlan,
  outside: Outside,
  clock: Clock = systemClock,
): Promise<Egress> {
  const egress = await openEgress(plan, clock, outside);
  onTestFinished(async () => egress.close());
  return egress;
}

/** Says to each request what it asked for and with which host. */
export async function echoServer(): Promise<{ readonly port: number; readonly seen: string[] }> {
  const seen: string[] = [];
  const server = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: unknown) => (body += String(chunk)));
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${request.headers.host} ${body}`.trim());
      response.end('echo');
    });
  });
  return { port: await listening(server), seen };
}

export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Sends the text to the socket and gives all that comes back until the other end closes. */
export async function converse(plan: NetworkPlan, text: string, name = 'proxy'): Promise<string> {
  const socket = dialSocket(plan, name);
  socket.write(text);
  return allOf(socket);
}

export function dialSocket(plan: NetworkPlan, name = 'proxy'): Socket {
  return connect({ path: join(plan.socketFolder, `${name}.sock`), allowHalfOpen: true });
}

export function allOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let got = '';
    socket.on('data', (chunk) => (got += chunk.toString('latin1')));
    socket.on('error', () => resolve(got));
    socket.on('end', () => {
      socket.end();
      resolve(got);
    });
    socket.on('close', () => resolve(got));
  });
}
