/** Ports that nothing listens on. */
import { createServer, type Server } from 'node:net';

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
