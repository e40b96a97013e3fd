/**
 * Offers a loopback port inside to clients outside: connections wait at the socket, and each is joined to the port as soon
 * as its client sends data. The client has to send first, as browsers do.
 */
import type { Duplex } from 'node:stream';

import { dialAddress, dialPath } from '../../platform/sockets.ts';
import { joinConnections } from '../egress/join-connections.ts';
import type { Lead } from './arguments.ts';
import { socketOf } from './lead-port.ts';

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
