/** From a port on loopback to a socket. */
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

import { dialPath, serveAtLoopback, dialAddress } from '../../platform/sockets.ts';
import { joinConnections } from '../egress/join-connections.ts';

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

// What the program inside is told, by argv alone. Pure.

export type InsideOrder =
  /** Listens on each port of loopback, leads it to the socket of that name, and starts the command. */
  | {
      readonly kind: 'run';
      readonly folder: string;
      readonly leads: readonly Lead[];
      /** The other way round: who comes to the socket is led to the port. */
      readonly offers: readonly Lead[];
      readonly argv: readonly string[];
    }
  /** Leads stdin and stdout to the socket. */
  | { readonly kind: 'connect'; readonly folder: string; readonly name: string };

interface Lead {
  readonly port: number;
  readonly name: string;
}

/** `run FOLDER [--listen PORT=NAME]… [--offer PORT=NAME]… -- ARGV…` or `connect FOLDER NAME`; `null` for anything else. */
export function readOrder(words: readonly string[]): InsideOrder | null {
  const [mode, folder, ...rest] = words;
  if (folder === undefined || !folder.startsWith('/')) return null;
  if (mode === 'connect') {
    const [name] = rest;
    return name !== undefined && rest.length === 1 && isSocketName(name)
      ? { kind: 'connect', folder, name }
      : null;
  }
  if (mode !== 'run') return null;
  const end = rest.indexOf('--');
  const argv = rest.slice(end + 1);
  const given = rest.slice(0, end);
  const first = given.indexOf('--offer');
  const cut = first === -1 ? given.length : first;
  const leads = readLeads(given.slice(0, cut), '--listen');
  const offers = readLeads(given.slice(cut), '--offer');
  if (end === -1 || argv.length === 0 || leads === null || offers === null) return null;
  return { kind: 'run', folder, leads, offers, argv };
}

function readLeads(words: readonly string[], flag: string): readonly Lead[] | null {
  const leads: Lead[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const parts = /^(\d{1,5})=(.+)$/.exec(words[at + 1] ?? '');
    const name = parts?.[2] ?? '';
    if (words[at] !== flag || !isSocketName(name)) return null;
    leads.push({ port: Number(parts?.[1]), name });
  }
  return leads;
}

/** A name, never a path: nothing but the sockets of the folder is reached. */
function isSocketName(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,30}$/.test(text);
}
