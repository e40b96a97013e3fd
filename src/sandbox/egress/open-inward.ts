/**
 * A port on loopback that leads into a sandbox. Nobody outside ever goes to a place that those inside could have made:
 * they come to a socket of ours and wait there, and who comes to the port is given one of them.
 */
import type { Duplex } from 'node:stream';

import type { HttpPeer } from '../../platform/peer-user.ts';
import { socketPath } from '../../platform/runtime-folder.ts';
import { serveAtLoopback, serveAtPath, type SocketServer } from '../../platform/sockets.ts';
import { INWARD_HOST, type InwardPort } from '../../words/network-plan.ts';
import { admitViewer } from './admit-viewer.ts';
import type { Deadlines } from './deadlines.ts';
import { joinConnections } from './join-connections.ts';

const MAX_CONNECTIONS = 256;
/** For the head of the first request. */
const HEAD_MS = 10_000;

/** Rejects when the port is taken. */
/* oxlint-disable-next-line eslint/max-params -- where, which, and by whose clock */
export async function openInward(
  folder: string,
  { name, port }: InwardPort,
  deadlines: Deadlines,
): Promise<readonly SocketServer[]> {
  const offered = queue();
  const clients = queue();
  const meet = (): void => {
    for (;;) {
      const client = clients.first();
      const inner = client === null ? null : offered.first();
      if (client === null || inner === null) return;
      clients.take(client);
      offered.take(inner);
      joinConnections(client, inner, () => undefined);
    }
  };
  const arrive = (waiting: Waiting, connection: Duplex): void => {
    waiting.add(connection);
    meet();
  };
  const receive = async (client: Duplex, peer: HttpPeer): Promise<void> => {
    deadlines.set(client, HEAD_MS);
    if (!(await admitViewer(client, peer, `${INWARD_HOST}:${port}`)) || client.destroyed) return;
    // A page that reloads itself keeps a connection without a byte.
    deadlines.set(client, Number.POSITIVE_INFINITY);
    arrive(clients, client);
  };
  const inside = await serveAtPath(socketPath(folder, name), {
    maxConnections: MAX_CONNECTIONS,
    onConnection: (inner) => arrive(offered, inner),
  });
  try {
    const outside = await serveAtLoopback(
      { host: INWARD_HOST, port },
      {
        maxConnections: MAX_CONNECTIONS,
        onConnection: (client, peer) => void receive(client, peer),
      },
    );
    return [inside, outside];
  } catch (thrown) {
    await inside.close();
    throw thrown;
  }
}

interface Waiting {
  add(connection: Duplex): void;
  first(): Duplex | null;
  take(connection: Duplex): void;
}

/** In the order of coming; whoever goes away is out of it. */
function queue(): Waiting {
  const waiting = new Set<Duplex>();
  return {
    add: (connection) => {
      waiting.add(connection);
      connection.once('close', () => waiting.delete(connection));
    },
    first: () => waiting.values().next().value ?? null,
    take: (connection) => void waiting.delete(connection),
  };
}
