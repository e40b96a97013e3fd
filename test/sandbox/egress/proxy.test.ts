import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { NetworkPlan } from '../../../src/words/network-plan.ts';
import {
  allOf,
  converse,
  dialSocket,
  echoServer,
  madeUpWorld,
  networkPlan,
  openedEgress,
} from '../../kit/egress.ts';
import { fakeClock } from '../../kit/fake-clock.ts';
import { waitUntil } from '../../kit/wait-until.ts';

const PUBLIC = '93.184.216.34';

function get(url: string, ...headers: readonly string[]): string {
  return [`GET ${url} HTTP/1.1`, ...headers, '', ''].join('\r\n');
}

function statusOf(answer: string): string {
  return answer.split('\r\n')[0] ?? '';
}

function bodyOf(answer: string): string {
  return answer.slice(answer.indexOf('\r\n\r\n') + 4);
}

describe('what is allowed', () => {
  it('is asked for under its own name, whatever the client wrote there', async () => {
    const { port, seen } = await echoServer();
    const world = madeUpWorld({ 'example.com': [[PUBLIC]] }, port);
    const plan = networkPlan({ allow: ['example.com'] });
    const egress = await openedEgress(plan, world.outside);
    const answer = await converse(plan, get('http://example.com/a?b', 'Host: evil.example'));
    expect(statusOf(answer)).toBe('HTTP/1.1 200 OK');
    expect(seen).toEqual(['GET /a?b example.com']);
    expect(world.dialled).toEqual([`${PUBLIC} 80`]);
    expect(egress.denied()).toEqual([]);
  });

  it('is reached through a tunnel, with what came early', async () => {
    const { port, seen } = await echoServer();
    const world = madeUpWorld({ 'a.example.com': [[PUBLIC]] }, port);
    const plan = networkPlan({ allow: ['*.example.com:8443'] });
    await openedEgress(plan, world.outside);
    const early = 'GET /in HTTP/1.1\r\nHost: a.example.com\r\nConnection: close\r\n\r\n';
    const answer = await converse(plan, `CONNECT a.example.com:8443 HTTP/1.1\r\n\r\n${early}`);
    expect(statusOf(answer)).toBe('HTTP/1.1 200 Connection established');
    expect(answer.endsWith('echo\r\n0\r\n\r\n') || answer.endsWith('echo')).toBe(true);
    expect(seen).toEqual(['GET /in a.example.com']);
  });

  it('gets its body, and nothing of what comes behind it', async () => {
    const { port, seen } = await echoServer();
    const world = madeUpWorld({ 'example.com': [[PUBLIC]] }, port);
    const plan = networkPlan({ allow: ['example.com'] });
    await openedEgress(plan, world.outside);
    const hidden = get('http://evil.example/', 'Host: evil.example');
    const head = 'POST http://example.com/ HTTP/1.1\r\nContent-Length: 5\r\n\r\n';
    expect(statusOf(await converse(plan, `${head}hello${hidden}`))).toBe('HTTP/1.1 200 OK');
    expect(seen).toEqual(['POST / example.com hello']);
  });
});

describe('what is refused', () => {
  const refusals: readonly (readonly [
    asked: string,
    answers: readonly (readonly string[])[],
    line: string,
  ])[] = [
    ['evil.example:443', [[PUBLIC]], 'evil.example:443 is not in permissions.network'],
    ['ok.example:8443', [[PUBLIC]], 'ok.example:8443 is not in permissions.network'],
    ['8.8.8.8:443', [], '8.8.8.8:443 is not in permissions.network'],
    ['ok.example:443', [['127.0.0.1']], 'ok.example:443 is at 127.0.0.1, a loopback address'],
    ['ok.example:443', [['::1']], 'ok.example:443 is at ::1, a loopback address'],
    [
      'ok.example:443',
      [['169.254.169.254']],
      'ok.example:443 is at 169.254.169.254, the address of a metadata service',
    ],
    ['ok.example:443', [['10.1.2.3']], 'ok.example:443 is at 10.1.2.3, a private address'],
    [
      'ok.example:443',
      [[PUBLIC, '192.168.0.1']],
      'ok.example:443 is at 192.168.0.1, a private address',
    ],
    [
      'ok.example:443',
      [['::ffff:10.0.0.1']],
      'ok.example:443 is at ::ffff:10.0.0.1, a private address',
    ],
    ['ok.example:443', [['9.9.9.9']], 'ok.example:443 is at 9.9.9.9, an address of this machine'],
    ['ok.example:443', [['fe80::1%eth0']], 'ok.example:443 resolves to no plain address'],
    ['10.0.0.9:443', [], '10.0.0.9:443 is at 10.0.0.9, a private address'],
    ['0x7f.1:443', [], '0x7f.1:443 is an address in an odd form'],
    ['user@ok.example:443', [[PUBLIC]], 'user@ok.example:443 carries a user name'],
    ['ok.example.:443', [[PUBLIC]], 'ok.example.:443 is not a valid name'],
  ];

  it.each(refusals)('is answered and counted: %s at %j', async (asked, answers, line) => {
    const { port, seen } = await echoServer();
    const world = madeUpWorld({ 'ok.example': answers }, port, ['9.9.9.9']);
    const plan = networkPlan({ allow: ['ok.example', '10.0.0.9'] });
    const egress = await openedEgress(plan, world.outside);
    const answer = await converse(plan, `CONNECT ${asked} HTTP/1.1\r\n\r\n`);
    expect(statusOf(answer)).toBe('HTTP/1.1 403 Forbidden');
    expect(bodyOf(answer)).toBe(`roundsman: ${line}\n`);
    expect([world.dialled, seen]).toEqual([[], []]);
    const reason = line.slice(asked.length + 1);
    expect(egress.denied()).toEqual([{ kind: 'network', target: asked, reason, count: 1 }]);
  });

  it('is counted by target, in the order of the first time', async () => {
    const world = madeUpWorld({}, 1);
    const plan = networkPlan({ allow: ['ok.example'] });
    const egress = await openedEgress(plan, world.outside);
    for (const host of ['b.example', 'a.example', 'b.example'])
      await converse(plan, get(`http://${host}/`));
    expect(egress.denied().map(({ target, count }) => [target, count])).toEqual([
      ['b.example:80', 2],
      ['a.example:80', 1],
    ]);
  });

  it('is told of a hundred targets, and of the others as one', async () => {
    const world = madeUpWorld({}, 1);
    const plan = networkPlan({ allow: ['ok.example'] });
    const egress = await openedEgress(plan, world.outside);
    for (let at = 0; at < 120; at += 1) await converse(plan, get(`http://n${at}.example/`));
    const denied = egress.denied();
    expect(denied).toHaveLength(100);
    expect(denied.at(-1)).toMatchObject({ target: 'further targets', count: 21 });
  });

  it('is a name that does not exist, which nobody denied', async () => {
    const plan = networkPlan({ allow: ['ok.example'] });
    const egress = await openedEgress(plan, madeUpWorld({}, 1).outside);
    const answer = await converse(plan, get('http://ok.example/'));
    expect(statusOf(answer)).toBe('HTTP/1.1 502 Bad Gateway');
    expect(bodyOf(answer)).toBe(
      'roundsman: ok.example:80 cannot be resolved: there is no ok.example\n',
    );
    expect(egress.denied()).toEqual([]);
  });
});

it('looks a name up once, and goes where that led: a name that changes its mind changes nothing', async () => {
  const { port } = await echoServer();
  const world = madeUpWorld({ 'ok.example': [[PUBLIC], ['127.0.0.1']] }, port);
  const plan = networkPlan({ allow: ['ok.example'] });
  const egress = await openedEgress(plan, world.outside);
  expect(statusOf(await converse(plan, get('http://ok.example/')))).toBe('HTTP/1.1 200 OK');
  expect(world.resolved).toEqual(['ok.example']);
  expect(world.dialled).toEqual([`${PUBLIC} 80`]);
  expect(statusOf(await converse(plan, get('http://ok.example/')))).toBe('HTTP/1.1 403 Forbidden');
  expect(world.dialled).toEqual([`${PUBLIC} 80`]);
  expect(egress.denied()).toHaveLength(1);
});

describe('odd requests', () => {
  it.each([
    ['POST http://ok.example/ HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['GET http://ok.example/ HTTP/1.1\nHost: a\r\n\r\n'],
    ['GET http://ok.example/\u0000 HTTP/1.1\r\n\r\n'],
    ['\u0016\u0003\u0001 a handshake of TLS \r\n\r\n'],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('are answered with 400: %j', async (text) => {
    const world = madeUpWorld({ 'ok.example': [[PUBLIC]] }, 1);
    const plan = networkPlan({ allow: ['ok.example'] });
    await openedEgress(plan, world.outside);
    expect(statusOf(await converse(plan, text))).toBe('HTTP/1.1 400 Bad Request');
    expect(world.dialled).toEqual([]);
  });

  it('end when their head is too large', async () => {
    const plan = networkPlan({ allow: ['ok.example'] });
    await openedEgress(plan, madeUpWorld({}, 1).outside);
    const huge = `GET http://ok.example/ HTTP/1.1\r\nA: ${'a'.repeat(100_000)}`;
    expect(statusOf(await converse(plan, huge))).toBe(
      'HTTP/1.1 431 Request Header Fields Too Large',
    );
  });

  it('end when their head does not come', async () => {
    const clock = fakeClock();
    const plan = networkPlan({ allow: ['ok.example'] });
    await openedEgress(plan, madeUpWorld({}, 1).outside, clock);
    const socket = dialSocket(plan);
    const answer = allOf(socket);
    socket.write('GET http://ok.example/ HT');
    await clock.untilAsleep();
    await clock.pass(11_000);
    expect(await answer).toBe('');
  });
});

describe('exact targets', () => {
  it('may be at any address when the user trusts them', async () => {
    const { port } = await echoServer();
    const world = madeUpWorld({ 'packages.corp': [['10.0.0.7']] }, port);
    const plan = networkPlan({ trusted: ['packages.corp:8081', '10.0.0.8:80'] });
    await openedEgress(plan, world.outside);
    for (const url of ['http://packages.corp:8081/', 'http://10.0.0.8/'])
      expect(statusOf(await converse(plan, get(url)))).toBe('HTTP/1.1 200 OK');
    for (const url of ['http://packages.corp/', 'http://10.0.0.8:8081/'])
      expect(statusOf(await converse(plan, get(url)))).toBe('HTTP/1.1 403 Forbidden');
    expect(world.dialled).toEqual(['10.0.0.7 8081', '10.0.0.8 80']);
  });

  it('are led to from sockets of their own, and the proxy does not know them', async () => {
    const { port, seen } = await echoServer();
    const world = madeUpWorld({ 'model.corp': [['10.0.0.7']] }, port);
    const endpoint = { name: 'model', host: 'model.corp', port: 4000, innerPort: 4000 };
    const plan = networkPlan({ allow: ['ok.example'], endpoints: [endpoint] });
    await openedEgress(plan, world.outside);
    const direct = 'GET /v1 HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
    expect(statusOf(await converse(plan, direct, 'model'))).toBe('HTTP/1.1 200 OK');
    expect(seen).toEqual(['GET /v1 evil.example']);
    expect(world.dialled).toEqual(['10.0.0.7 4000']);
    expect(statusOf(await converse(plan, get('http://model.corp:4000/')))).toBe(
      'HTTP/1.1 403 Forbidden',
    );
  });
});

describe("the user's own proxy", () => {
  const upstream: NetworkPlan['upstream'] = {
    host: 'proxy.corp',
    port: 3128,
    authorization: 'Basic eDp5',
    except: ['.corp', 'plain.example:80'],
  };

  it('is gone through with its login, and resolves the names itself', async () => {
    const { port, seen } = await echoServer();
    const world = madeUpWorld({ 'proxy.corp': [['10.0.0.3']] }, port);
    const plan = networkPlan({ allow: ['ok.example', '10.0.0.9'], upstream });
    await openedEgress(plan, world.outside);
    await converse(plan, get('http://ok.example/a', 'Proxy-Authorization: Basic of-the-client'));
    expect(seen).toEqual(['GET http://ok.example/a ok.example']);
    expect(world.dialled).toEqual(['10.0.0.3 3128']);
    const refused = await converse(plan, 'CONNECT 10.0.0.9:443 HTTP/1.1\r\n\r\n');
    expect(bodyOf(refused)).toBe('roundsman: 10.0.0.9:443 is at 10.0.0.9, a private address\n');
    const denied = await converse(plan, get('http://evil.example/'));
    expect(statusOf(denied)).toBe('HTTP/1.1 403 Forbidden');
  });

  it('is passed by where the user says so', async () => {
    const { port } = await echoServer();
    const world = madeUpWorld({ 'plain.example': [[PUBLIC]], 'git.corp': [['10.0.0.4']] }, port);
    const plan = networkPlan({ allow: ['plain.example'], trusted: ['git.corp:80'], upstream });
    await openedEgress(plan, world.outside);
    await converse(plan, get('http://plain.example/'));
    await converse(plan, get('http://git.corp/'));
    expect(world.dialled).toEqual([`${PUBLIC} 80`, '10.0.0.4 80']);
  });
});

describe('the folder', () => {
  it('is ours alone, holds the files while it is open, and is gone afterwards', async () => {
    const plan = networkPlan({
      allow: ['ok.example'],
      files: [{ kind: 'text', name: 'npmrc', text: 'registry=x\n' }],
    });
    const egress = await openedEgress(plan, madeUpWorld({}, 1).outside);
    expect(readdirSync(plan.socketFolder)).toEqual(['npmrc', 'proxy.sock']);
    expect(statSync(plan.socketFolder).mode & 0o777).toBe(0o700);
    expect(statSync(join(plan.socketFolder, 'npmrc')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(plan.socketFolder, 'npmrc'), 'utf8')).toBe('registry=x\n');
    const waiting = dialSocket(plan);
    const answer = allOf(waiting);
    await waitUntil(() => (waiting.readyState === 'open' ? true : null));
    await egress.close();
    expect(await answer).toBe('');
    expect(existsSync(plan.socketFolder)).toBe(false);
  });

  it('is gone when it could not be opened as a whole', async () => {
    const plan = networkPlan({
      allow: ['ok.example'],
      files: [{ kind: 'copy', name: 'ca.pem', from: '/nowhere/ca.pem' }],
    });
    await expect(openedEgress(plan, madeUpWorld({}, 1).outside)).rejects.toThrow('ENOENT');
    expect(existsSync(plan.socketFolder)).toBe(false);
  });
});
