/** Plain connections: unix sockets, loopback, and addresses outside. Built-ins only; no name is looked up by dialling. */
import { Buffer } from 'node:buffer';
import { lookup } from 'node:dns/promises';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Duplex } from 'node:stream';

import { AppError } from '../words/errors.ts';
import { userId, type Environment } from './environment.ts';
import type { HttpPeer } from './peer-user.ts';
import { systemErrorCode } from './system-error.ts';

export interface SocketServer {
  /** Of a server on loopback; 0 for one on a path. */
  readonly port: number;
  /** Ends every connection. */
  close(): Promise<void>;
}

export interface Listening {
  /** More at once are ended without a word. */
  readonly maxConnections: number;
  /** The connection stays open for the other direction when one of its two ends. Errors on it are its own business. */
  onConnection(connection: Duplex, peer: HttpPeer): void;
}

/** Rejects with the system's error when the path cannot be had. Only this user may connect. */
export async function serveAtPath(path: string, rules: Listening): Promise<SocketServer> {
  const { server, close } = serverOf(rules);
  await listening(server, (done) => server.listen(path, done));
  await chmod(path, 0o600);
  return { port: 0, close };
}

/** @param host an address of this machine alone, such as 127.0.0.1 */
export async function serveAtLoopback(
  { host, port }: { readonly host: string; readonly port: number },
  rules: Listening,
): Promise<SocketServer> {
  const { server, close } = serverOf(rules);
  await listening(server, (done) => server.listen({ host, port, exclusive: true }, done));
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, close };
}

/** Rejects when no process listens there. */
export async function dialPath(path: string): Promise<Duplex> {
  return connected(connect({ path, allowHalfOpen: true }));
}

/** Rejects when there is no answer. `address` is an IP address, not a name. */
export async function dialAddress(address: string, port: number): Promise<Duplex> {
  return connected(
    connect({
      host: address,
      port,
      allowHalfOpen: true,
      noDelay: true,
      // For an address this is not called; were it a name, nothing may look it up behind our back.
      lookup: (_name, _options, answer) => answer(new Error(`${address} is not an address`), []),
    }),
  );
}

/** Every address that the system knows for a name. */
export async function resolveName(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

/** Of all interfaces. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => address),
  );
}

function serverOf(rules: Listening): {
  readonly server: Server;
  readonly close: () => Promise<void>;
} {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    rules.onConnection(socket, peerOf(socket));
  });
  server.maxConnections = rules.maxConnections;
  // Such as too many open files: one connection is lost, and the others continue.
  server.on('error', () => undefined);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  return { server, close };
}

/** Nothing where it came by a path. */
function peerOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): HttpPeer {
  return {
    address: remoteAddress ?? '',
    port: remotePort ?? 0,
    localAddress: localAddress ?? '',
    localPort: localPort ?? 0,
  };
}

function listening(server: Server, listen: (done: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    listen(() => {
      server.off('error', reject);
      resolve();
    });
  });
}

function connected(socket: Socket): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

// Ports that nothing listens on.

/** `count` different ports on 127.0.0.1, each bound once to be sure; nothing holds them afterwards. */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const servers: Server[] = [];
  try {
    // All are held until the last is found, so that no port is given twice.
    for (let index = 0; index < count; index += 1) servers.push(await listen());
    return servers.map(portOf);
  } finally {
    await Promise.all(servers.map(close));
  }
}

function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}

// A short private folder for sockets: a path of more than about a hundred bytes is cut in silence.

/** macOS takes 103 bytes, Linux 107; both without a word about the rest. */
const MAX_SOCKET_BYTES = 100;

/**
 * Makes the folder when it is missing. Throws `refused` when it is not ours alone: another user who may write there could
 * answer in our place.
 */
export async function openRuntimeFolder(env: Environment): Promise<string> {
  const own = await folderOfSession(env);
  if (own !== null) return own;
  const folder = `/tmp/roundsman-${userId()}`;
  await makePrivate(folder);
  return folder;
}

/** Throws `missing` when the path is longer than a socket's may be. */
export function socketPath(folder: string, name: string): string {
  const path = join(folder, `${name}.sock`);
  if (Buffer.byteLength(path) <= MAX_SOCKET_BYTES) return path;
  throw new AppError('missing', {
    code: 'socket-path-too-long',
    message: `${path} is too long for a socket`,
    hint: 'Unset XDG_RUNTIME_DIR, or set it to a short path.',
  });
}

/** Below the one that the system made for this session; `null` when there is none that serves. */
async function folderOfSession(env: Environment): Promise<string | null> {
  const session = env['XDG_RUNTIME_DIR'];
  if (session === undefined || !isAbsolute(session) || session.length > 60) return null;
  const facts = await lstat(session).catch(() => null);
  if (facts?.isDirectory() !== true || facts.uid !== userId()) return null;
  const folder = join(session, 'roundsman');
  try {
    await makePrivate(folder);
    return folder;
  } catch {
    // A session folder that cannot be written to: the one under /tmp is as good.
    return null;
  }
}

async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((thrown: unknown) => {
    if (systemErrorCode(thrown) !== 'EEXIST') throw thrown;
  });
  const facts = await lstat(folder);
  if (!facts.isDirectory() || facts.uid !== userId()) {
    throw new AppError('refused', {
      code: 'runtime-folder-unsafe',
      message: `${folder} is there, and it is not a folder of yours`,
      hint: 'Another user made it. Remove it, or set XDG_RUNTIME_DIR to a private folder of yours.',
    });
  }
  if ((facts.mode & 0o077) !== 0) await chmod(folder, 0o700);
}
