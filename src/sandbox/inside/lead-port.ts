/** From a port on loopback to a socket. */
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

import { dialPath, serveAtLoopback } from '../../platform/sockets.ts';
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
