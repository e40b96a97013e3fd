/** Who reaches what `review serve` shows: the person, by its own address; no site by a name of its own, no other account. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

import { expect, it, onTestFinished } from 'vitest';

import { INWARD_HOST } from '../../../src/words/network-plan.ts';
import { allOf, dialSocket, madeUpWorld, networkPlan, openedEgress } from '../../kit/egress.ts';

interface Shown {
  readonly port: number;
  /** Requests and upgrades that came in. */
  readonly seen: readonly string[];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, INWARD_HOST, () => resolve()));
  const address: AddressInfo | string | null = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** As the program in the sandbox does: comes to the socket, and serves what it is given. */
async function shown(): Promise<Shown> {
  const seen: string[] = [];
  const inner = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end('secret of the branch');
  });
  inner.on('upgrade', (request, socket, head) => {
    seen.push(`upgrade ${request.url} ${head.toString()}`);
    socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\nhot');
  });
  const port = await freePort();
  const plan = networkPlan({ inward: [{ name: 'inward', port }] });
  await openedEgress(plan, madeUpWorld({}, 0).outside);
  const offers = Array.from({ length: 3 }, () => dialSocket(plan, 'inward'));
  onTestFinished(() => {
    for (const offer of offers) offer.destroy();
  });
  for (const offer of offers) inner.emit('connection', offer);
  return { port, seen };
}

async function ask(port: number, text: string): Promise<string> {
  const socket = connect({ host: INWARD_HOST, port, allowHalfOpen: true });
  socket.write(text, 'latin1');
  return allOf(socket);
}

const CLOSE = 'Connection: close\r\n\r\n';

it('shows it at its own address, and lets web sockets and TLS through as they come', async () => {
  const { port, seen } = await shown();
  const own = `Host: ${INWARD_HOST}:${port}\r\n`;
  expect(await ask(port, `GET /a HTTP/1.1\r\n${own}${CLOSE}`)).toContain('secret of the branch');
  const upgraded = `GET /hmr HTTP/1.1\r\n${own}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\nfirst`;
  expect(await ask(port, upgraded)).toContain('hot');
  expect(seen).toEqual(['GET /a', 'upgrade /hmr first']);
  // What is behind it speaks no TLS, and says so itself.
  expect(await ask(port, '\u0016\u0003\u0001')).toContain('400 Bad Request');
});

it.each([
  ['a site that leads its own name there', 'Host: evil.example:PORT\r\n', '421'],
  ['another port', `Host: ${INWARD_HOST}:1\r\n`, '421'],
  ['the name of another site of this machine', 'Host: localhost:PORT\r\n', '421'],
  ['two names', `Host: ${INWARD_HOST}:PORT\r\nHost: evil.example\r\n`, '421'],
  ['no name', '', '421'],
  ['no request', 'nonsense\r\n', '400'],
])('gives nothing to %s', async (_who, host, status) => {
  const { port, seen } = await shown();
  const answer = await ask(
    port,
    `GET / HTTP/1.1\r\n${host.replaceAll('PORT', String(port))}${CLOSE}`,
  );
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(seen).toEqual([]);
});

const canBeOther = process.platform === 'linux' && process.getuid?.() === 0;

it.runIf(canBeOther)('gives nothing to another account of this machine', async () => {
  const { port, seen } = await shown();
  const { status, stdout } = await asOther(port);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^HTTP\/1\.1 403 /)]);
  expect(seen).toEqual([]);
});

function asOther(
  port: number,
): Promise<{ readonly status: number | null; readonly stdout: string }> {
  const program = `
    const s = require('node:net').connect({ host: '${INWARD_HOST}', port: ${port} });
    s.write('GET / HTTP/1.1\\r\\nHost: ${INWARD_HOST}:${port}\\r\\n${CLOSE.replaceAll('\r\n', '\\r\\n')}');
    s.pipe(process.stdout);`;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', program], { uid: 64_321, gid: 64_321, cwd: '/' });
    let stdout = '';
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.once('close', (status) => resolve({ status, stdout }));
  });
}
