/** Makes what a plan says reachable: the folder, its files, the proxy and the endpoints. */
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

import type { Clock } from '../../platform/clock.ts';
import { createExclusively, makeFolder, readBytes, removeTree } from '../../platform/files.ts';
import {
  socketPath,
  dialAddress,
  ownAddresses,
  resolveName,
  serveAtPath,
  type SocketServer,
} from '../../platform/sockets.ts';
import type { Endpoint, NetworkPlan, PlannedFile } from '../../words/network-plan.ts';
import { PROXY_SOCKET, usesProxy } from '../inside-command.ts';
import type { Egress, Outside } from './contract.ts';
import { countDenials, dialler, type Dialler, gateOf } from './gate.ts';
import { watchDeadlines, type Deadlines, joinConnections } from './join-connections.ts';
import { openInward } from './open-inward.ts';
import { serveClient } from './serve-client.ts';

/** Of the proxy and of each endpoint. Two descriptors each, of the thousand that a process commonly has. */
const MAX_CONNECTIONS = 256;
/** Without a byte in either direction. */
const IDLE_MS = 15 * 60_000;

const THIS_MACHINE: Outside = { resolve: resolveName, dial: dialAddress, ownAddresses };

/** Rejects when the sockets cannot be made; then nothing of it stays. */
export async function openEgress(
  plan: NetworkPlan,
  clock: Clock,
  outside: Outside = THIS_MACHINE,
): Promise<Egress> {
  const denied = countDenials();
  const deadlines = watchDeadlines(clock);
  const servers: SocketServer[] = [];
  const close = async (): Promise<void> => {
    deadlines.close();
    await Promise.all(servers.map((server) => server.close()));
    await removeTree(plan.socketFolder).catch(() => undefined);
  };
  const parts = {
    gate: gateOf(plan, outside),
    dialler: dialler(outside, clock),
    denied,
    deadlines,
  };
  const serve = async (name: string, onConnection: (client: Duplex) => void): Promise<void> => {
    const path = socketPath(plan.socketFolder, name);
    servers.push(await serveAtPath(path, { maxConnections: MAX_CONNECTIONS, onConnection }));
  };
  try {
    // What an earlier one left when it was killed.
    await removeTree(plan.socketFolder);
    await makeFolder(plan.socketFolder, 0o700);
    await Promise.all(plan.files.map((file) => layDown(plan.socketFolder, file)));
    if (usesProxy(plan)) await serve(PROXY_SOCKET, (client) => void serveClient(client, parts));
    for (const inward of plan.inward ?? [])
      servers.push(...(await openInward(plan.socketFolder, inward, deadlines)));
    for (const endpoint of plan.endpoints)
      if (endpoint.servedBy === undefined)
        await serve(
          endpoint.name,
          (client) => void leadTo(endpoint, client, { ...parts, outside }),
        );
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { denied: () => denied.all(), close };
}

async function layDown(folder: string, file: PlannedFile): Promise<void> {
  const content = file.kind === 'text' ? file.text : await readBytes(file.from);
  await createExclusively(join(folder, file.name), content);
}

interface EndpointParts {
  readonly dialler: Dialler;
  readonly deadlines: Deadlines;
  readonly outside: Outside;
}

/** To its one address, wherever that is; nothing that the client says decides where it goes. */
async function leadTo(
  { host, port }: Endpoint,
  client: Duplex,
  { dialler: outward, deadlines, outside }: EndpointParts,
): Promise<void> {
  deadlines.set(client, IDLE_MS);
  try {
    const server = await outward.direct(await outside.resolve(host), port);
    if (client.destroyed) server.destroy();
    else joinConnections(client, server, () => deadlines.set(client, IDLE_MS));
  } catch {
    // Like a port without a listener.
    client.destroy();
  }
}
