import { createServer, connect, type AddressInfo } from 'node:net';
import { endianness } from 'node:os';

import { expect, it } from 'vitest';

import { checkPeer } from '../../src/page/guard/check-head.ts';
import { ownUid, userOfPeer, type HttpPeer } from '../../src/platform/peer-user.ts';

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const PEER: HttpPeer = {
  address: '127.0.0.1',
  port: 0x9c40,
  localAddress: '127.0.0.1',
  localPort: 0x4fc1,
};

type Ends = readonly (readonly [state: string, uid: number])[];
type Read = (name: 'tcp' | 'tcp6') => string | null;

/** As Linux writes it: the end of the client, and that of the server with both the other way round. */
function table(...ends: Ends): Read {
  return tables({ tcp: linesOf('0100007F:9C40 0100007F:4FC1', ends) });
}

function linesOf(columns: string, ends: Ends): string {
  const lines = ends.map(
    ([state, uid], at) =>
      `   ${at}: ${columns} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 1 1 0\n`,
  );
  const server = columns.split(' ').toReversed().join(' ');
  return `   9: ${server} 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0\n${lines.join('')}`;
}

function tables(lines: Readonly<Partial<Record<'tcp' | 'tcp6', string>>>): Read {
  return (name) => HEAD + (lines[name] ?? '');
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
  expect(userOfPeer({ ...PEER, address: 'unknown' }, table())).toEqual({ kind: 'elsewhere' });
});

const MAPPED = '0000000000000000FFFF0000';
/** fe80::fc:ff:fe00:1, in words of a machine that begins with the lowest byte. */
const LINK_LOCAL = '000080FE00000000FF00FC00010000FE';

it.each([
  ['192.0.2.2', '127.0.0.1', { tcp: '020200C0:9C40 0100007F:4FC1' }],
  ['::ffff:192.0.2.2', '::ffff:127.0.0.1', { tcp: '020200C0:9C40 0100007F:4FC1' }],
  ['192.0.2.2', '127.0.0.1', { tcp6: `${MAPPED}020200C0:9C40 ${MAPPED}0100007F:4FC1` }],
  [
    'fe80::fc:ff:fe00:1%eth0',
    'fe80::fc:ff:fe00:1%eth0',
    { tcp6: `${LINK_LOCAL}:9C40 ${LINK_LOCAL}:4FC1` },
  ],
] as const)('finds a socket of this machine at %s', (address, localAddress, columns) => {
  const written = Object.fromEntries(
    Object.entries(columns).map(([name, text]) => [name, linesOf(text, [['01', 1001]])]),
  );
  const peer = { ...PEER, address, localAddress };
  const known = endianness() === 'LE' ? { kind: 'user', uid: 1001 } : { kind: 'elsewhere' };
  expect(userOfPeer(peer, tables(written))).toEqual(known);
  expect(userOfPeer({ ...peer, localPort: 1 }, tables(written))).toEqual({ kind: 'elsewhere' });
});

it('takes no side where two users have one address', () => {
  const both = linesOf('020200C0:9C40 0100007F:4FC1', [
    ['01', 1000],
    ['01', 1001],
  ]);
  expect(userOfPeer({ ...PEER, address: '192.0.2.2' }, tables({ tcp: both }))).toEqual({
    kind: 'nobody',
  });
});

it('lets in the own account and root, and no other', () => {
  const status = (
    kind: 'nobody' | 'unknown' | 'elsewhere' | number,
    address = '127.0.0.1',
  ): number =>
    checkPeer(typeof kind === 'number' ? { kind: 'user', uid: kind } : { kind }, 1000, address)
      ?.status ?? 0;
  expect([status(1000), status(0), status(1001)]).toEqual([0, 0, 403]);
  expect([status('nobody'), status('elsewhere')]).toEqual([403, 403]);
  expect(checkPeer({ kind: 'nobody' }, null, '127.0.0.1')).toBeNull();
});

it('believes a loopback address alone where the system has no tables', () => {
  const status = (address: string): number =>
    checkPeer({ kind: 'unknown' }, 1000, address)?.status ?? 0;
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.9'].map(status)).toEqual([0, 0, 0]);
  expect(['192.0.2.2', 'fe80::1%lo', '1127.0.0.1'].map(status)).toEqual([403, 403, 403]);
});

it.each(['127.0.0.1', '127.0.0.9', '::1'])('finds a real connection to %s', async (host) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const port = portOf(server.address());
  const client = connect(port, host);
  const peer = await new Promise<HttpPeer>((resolve) => {
    server.once(
      'connection',
      ({ remoteAddress = '', remotePort = 0, localAddress = '', localPort = 0 }) =>
        resolve({ address: remoteAddress, port: remotePort, localAddress, localPort }),
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
