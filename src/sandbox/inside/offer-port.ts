/**
 * A port on loopback inside, for those outside: connections that wait at the socket, each led to the port as soon as
 * somebody speaks on it. The one who comes has to speak first, as browsers do.
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
    // The other end is closed: nobody comes any more.
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
