/** From a port on loopback to a socket. */
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

import { dialPath, serveAtLoopback, dialAddress } from '../../platform/sockets.ts';
import { joinConnections } from '../egress/join-connections.ts';
import type { Lead } from './arguments.ts';

/** Fewer than the other end accepts; further connections wait for their turn. */
const MAX_OPEN = 240;
const MAX_WAITING = 10_000;

export function socketOf(folder: string, name: string): string {
  return join(folder, `${name}.sock`);
}

/** Rejects when the port cannot be had. */
export async function leadPort(folder: string, { port, name }: Lead): Promise<void> {
  const path = socketOf(folder, name);
  const waiting: Duplex[] = [];
  let open = 0;
  const work = async (): Promise<void> => {
    open += 1;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await serve(next, path);
    open -= 1;
  };
  await serveAtLoopback(
    { host: '127.0.0.1', port },
    {
      maxConnections: MAX_WAITING,
      onConnection: (client) => {
        waiting.push(client);
        if (open < MAX_OPEN) void work();
      },
    },
  );
}

/** Resolves when both are closed. Never rejects. */
async function serve(client: Duplex, path: string): Promise<void> {
  try {
    const server = await dialPath(path);
    const closed = Promise.all([client, server].map(closing));
    joinConnections(client, server, () => undefined);
    await closed;
  } catch {
    client.destroy();
  }
}

function closing(connection: Duplex): Promise<void> {
  return new Promise((resolve) => {
    if (connection.closed) resolve();
    else connection.once('close', () => resolve());
  });
}

// Offers a loopback port inside to clients outside: connections wait at the socket, and each is joined to the port as soon
// as its client sends data. The client has to send first, as browsers do.

/** More than a browser opens at once for one page. */
const WAITING = 24;

/** As programs listen that were told `localhost`, or a port alone. */
const ADDRESSES = ['127.0.0.1', '::1'];

/** Goes on until the socket is gone. */
export function offerPort(folder: string, { port, name }: Lead): void {
  const path = socketOf(folder, name);
  for (let number = 0; number < WAITING; number += 1) void offer(path, port);
}

async function offer(path: string, port: number): Promise<void> {
  for (;;) {
    const outer = await dialPath(path).catch(() => null);
    // The other end is closed: no more clients come.
    if (outer === null) return;
    if (await speaks(outer)) void lead(outer, port);
    else outer.destroy();
  }
}

function speaks(outer: Duplex): Promise<boolean> {
  return new Promise((resolve) => {
    outer.once('readable', () => resolve(outer.readableLength > 0));
    outer.once('close', () => resolve(false));
  });
}

async function lead(outer: Duplex, port: number): Promise<void> {
  for (const address of ADDRESSES) {
    const inner = await dialAddress(address, port).catch(() => null);
    if (inner === null) continue;
    joinConnections(outer, inner, () => undefined);
    return;
  }
  outer.destroy();
}
