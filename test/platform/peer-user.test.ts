import { createServer, connect, type AddressInfo } from 'node:net';

import { expect, it } from 'vitest';

import { ownUid, userOfPeer, type HttpPeer } from '../../src/platform/peer-user.ts';
import { checkPeer } from '../../src/web/page/guard/check-head.ts';

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const PEER: HttpPeer = { address: '127.0.0.1', port: 0x9c40, localPort: 0x4fc1 };

/** As Linux writes it: the end of the client, and that of the server with both the other way round. */
function table(...ends: readonly (readonly [state: string, uid: number])[]): () => string {
  const lines = ends.map(
    ([state, uid], at) =>
      `   ${at}: 0100007F:9C40 0100007F:4FC1 ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 1 1 0\n`,
  );
  const server =
    '   9: 0100007F:4FC1 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0\n';
  return () => HEAD + server + lines.join('');
}

it('tells whose program is at the other end', () => {
  expect(userOfPeer(PEER, table(['01', 1001]))).toEqual({ kind: 'user', uid: 1001 });
  expect(userOfPeer(PEER, table(['01', 0]))).toEqual({ kind: 'user', uid: 0 });
  expect(userOfPeer({ ...PEER, address: '::ffff:127.0.0.1' }, table(['01', 7]))).toEqual({
    kind: 'user',
    uid: 7,
  });
});

it('takes nothing that was closed for a connection of root', () => {
  for (const state of ['04', '05', '06'])
    expect(userOfPeer(PEER, table([state, 0]))).toEqual({ kind: 'nobody' });
  expect(userOfPeer(PEER, table())).toEqual({ kind: 'nobody' });
});

it('says when it cannot tell', () => {
  expect(userOfPeer(PEER, () => null)).toEqual({ kind: 'unknown' });
  expect(userOfPeer({ ...PEER, address: '192.0.2.7' }, table())).toEqual({ kind: 'elsewhere' });
});

it('lets in the own account and root, and no other of this machine', () => {
  const told = (kind: 'nobody' | 'unknown' | 'elsewhere' | number): number =>
    checkPeer(typeof kind === 'number' ? { kind: 'user', uid: kind } : { kind }, 1000)?.status ?? 0;
  expect([told(1000), told(0), told(1001), told('nobody')]).toEqual([0, 0, 403, 403]);
  expect([told('unknown'), told('elsewhere')]).toEqual([0, 0]);
  expect(checkPeer({ kind: 'nobody' }, null)).toBeNull();
});

it.each(['127.0.0.1', '127.0.0.9', '::1'])('finds a real connection to %s', async (host) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const port = portOf(server.address());
  const client = connect(port, host);
  const peer = await new Promise<HttpPeer>((resolve) => {
    server.once('connection', ({ remoteAddress = '', remotePort = 0, localPort = 0 }) =>
      resolve({ address: remoteAddress, port: remotePort, localPort }),
    );
  });
  const known = userOfPeer(peer);
  client.destroy();
  server.close();
  expect(known).toEqual(
    process.platform === 'linux' ? { kind: 'user', uid: ownUid() } : { kind: 'unknown' },
  );
});

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
