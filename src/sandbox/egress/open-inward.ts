/**
 * A port on loopback that leads into a sandbox. Clients outside never connect to a path that processes inside could have
 * created: processes inside connect to a socket of ours and wait, and each client of the port is given one of them.
 */
import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';

import { type HttpPeer, ownUid, userOfPeer } from '../../platform/peer-user.ts';
import {
  socketPath,
  serveAtLoopback,
  serveAtPath,
  type SocketServer,
} from '../../platform/sockets.ts';
import { INWARD_HOST, type InwardPort } from '../../words/network-plan.ts';
import { type Deadlines, joinConnections } from './join-connections.ts';
import { answerClient, readHead, parseRequestHead } from './request-head.ts';

/** Begins what TLS says first. Browsers hold its certificate against the name, and no page can make them begin so otherwise. */
const TLS_HANDSHAKE = 0x16;

const OTHER_ACCOUNT: Refusal = ['403 Forbidden', 'this is only for the account that serves it'];
const TOO_LARGE: Refusal = [
  '431 Request Header Fields Too Large',
  'the head of the request is too large',
];

const MAX_CONNECTIONS = 256;

/** For the head of the first request. */
const HEAD_MS = 10_000;

/** Rejects when the port is taken. */
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

/** In the order of arrival; a connection that closes leaves it. */
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

/**
 * Who is led to what a branch serves: programs of this account, and browsers that ask for our address by its number. A site
 * that leads its own name to this machine (DNS rebinding) would read the answers as its own.
 * Looks at the first request alone: browsers keep a connection to one name. What was read is put back, so that what follows
 * it (bodies, web sockets) passes as it comes. Never rejects.
 * @param address of our end, as `Host` has it
 * @returns false where the client got its answer, or is gone
 */
async function admitViewer(client: Duplex, peer: HttpPeer, address: string): Promise<boolean> {
  // At once: who asks and goes is in no table of the kernel any more.
  const isOwn = isOwnAccount(peer);
  const first = await peekByte(client);
  if (first === TLS_HANDSHAKE) {
    if (!isOwn) client.destroy();
    return isOwn;
  }
  if (first === null) {
    client.destroy();
    return false;
  }
  client.resume();
  const got = await readHead(client);
  if (got.kind === 'head') {
    const refusal = isOwn ? refusalOf(got.text, address) : OTHER_ACCOUNT;
    if (refusal === null) {
      client.unshift(Buffer.from(`${got.text}\r\n\r\n`, 'latin1'));
      return true;
    }
    answerClient(client, ...refusal);
  } else if (got.kind === 'too-large') answerClient(client, ...TOO_LARGE);
  else client.destroy();
  return false;
}

type Refusal = readonly [status: string, line: string];

function refusalOf(text: string, address: string): Refusal | null {
  const head = parseRequestHead(text);
  if (head === null) return ['400 Bad Request', 'this is not a request that can be read'];
  const hosts = head.headers.filter(([name]) => name === 'host');
  if (hosts.length === 1 && hosts[0]?.[1] === address) return null;
  return ['421 Misdirected Request', `this is at http://${address}/ and has no other name`];
}

/** As for the page: root's programs too, such as tunnels of the system. Not known on other systems than Linux. */
function isOwnAccount(peer: HttpPeer): boolean {
  const own = ownUid();
  if (own === null) return true;
  const found = userOfPeer(peer);
  return found.kind === 'unknown' || (found.kind === 'user' && [own, 0].includes(found.uid));
}

/** Leaves the connection paused. `null`: it ended before. */
function peekByte(client: Duplex): Promise<number | null> {
  return new Promise((resolve) => {
    const settle = (byte: number | null): void => {
      client.off('data', take);
      client.off('end', gone);
      client.off('close', gone);
      resolve(byte);
    };
    const take = (chunk: Buffer): void => {
      client.pause();
      client.unshift(chunk);
      settle(chunk[0] ?? null);
    };
    const gone = (): void => settle(null);
    client.on('data', take);
    client.once('end', gone);
    client.once('close', gone);
  });
}
