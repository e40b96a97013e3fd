/** A way to a server on loopback that loses, when it is told to, the server's next answer, and breaks off with it. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

import { onTestFinished } from 'vitest';

export interface MutedWay {
  readonly port: number;
  /** The next thing that the server says gets lost, once. */
  mute(): void;
}

/** Ends with the test. */
export async function mutedWay(to: number): Promise<MutedWay> {
  const sockets = new Set<Socket>();
  let muted = false;
  const server = createServer((client) => {
    const beyond = connect(to, '127.0.0.1');
    for (const socket of [client, beyond]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.pipe(beyond);
    beyond.on('data', (data) => {
      if (!muted) {
        client.write(data);
        return;
      }
      muted = false;
      client.destroy();
      beyond.destroy();
    });
    beyond.on('end', () => client.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens at no port');
  return {
    port: address.port,
    mute: () => {
      muted = true;
    },
  };
}
