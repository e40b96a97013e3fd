import { networkInterfaces } from 'node:os';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { OutwardResult } from '../../../src/platform/outward/contract.ts';
import { guardedHost } from '../../../src/platform/outward/outward-connect.ts';
import { outwardDial } from '../../../src/platform/outward/outward-dial.ts';
import { outwardRequest } from '../../../src/platform/outward/outward-request.ts';
import {
  reachableAddresses,
  systemNames,
  type NameService,
} from '../../../src/platform/outward/reachable-addresses.ts';
import { countingServer, type CountingServer } from '../../kit/counting-server.ts';

const NOWHERE = { private: false, ca: null };
const NEAR = { private: true, ca: null };

let four: CountingServer;
let six: CountingServer;
let all: CountingServer;

beforeAll(async () => {
  four = await countingServer();
  six = await countingServer(undefined, { host: '::1' });
  all = await countingServer(undefined, { host: '::' });
});
afterAll(async () => {
  await Promise.all([four.close(), six.close(), all.close()]);
});

it('a dial that is called off before it begins reaches nobody', async () => {
  const before = four.reached();
  const signal = AbortSignal.abort();
  expect(await outwardDial({ url: four.origin, reach: NEAR, signal })).toMatchObject({
    kind: 'no-answer',
  });
  expect(four.reached()).toBe(before);
});

async function get(url: string, names?: NameService, reach = NOWHERE): Promise<OutwardResult> {
  return outwardRequest(
    { url, method: 'GET', headers: {}, reach, timeoutMs: 5_000 },
    ...(names === undefined ? [] : [names]),
  );
}

function reachedInAll(): number {
  return four.reached() + six.reached() + all.reached();
}

/** A name service in which every name is at these addresses; each look-up takes the next list. */
function namesOf(...lists: readonly (readonly string[])[]): NameService & { asked: number } {
  const names = {
    asked: 0,
    resolve: (): Promise<readonly string[]> => {
      const list = lists[Math.min(names.asked, lists.length - 1)] ?? [];
      names.asked += 1;
      return Promise.resolve(list);
    },
    ownAddresses: () => systemNames.ownAddresses(),
  };
  return names;
}

const IPV4_FORMS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0X7F.1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.0x1',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '169.254.169.254.',
  '0xa9fea9fe',
  '2852039166',
  '169.254.1.1',
  '192.0.0.192',
  '168.63.129.16',
  '100.100.100.200',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
];

const IPV6_FORMS = [
  '::1',
  '0:0:0:0:0:0:0:1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '2001:0:7f00:1::',
  'fe80::1',
  'fe80::5efe:7f00:1',
  '2001:4860:4860::5efe:127.0.0.1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
];

describe('addresses that are not public', () => {
  it.each(IPV4_FORMS)('http://%s reaches nothing', async (host) => {
    const before = reachedInAll();
    for (const { port } of [four, all]) {
      expect(await get(`http://${host}:${port}/`)).toMatchObject({ kind: 'refused' });
    }
    expect(reachedInAll()).toBe(before);
  });

  it.each(IPV6_FORMS)('http://[%s] reaches nothing', async (host) => {
    const before = reachedInAll();
    for (const { port } of [four, six, all]) {
      expect(await get(`http://[${host}]:${port}/`)).toMatchObject({ kind: 'refused' });
    }
    expect(reachedInAll()).toBe(before);
  });

  it.each([...IPV4_FORMS, ...IPV6_FORMS])('a mail server at %s reaches nothing', async (host) => {
    const before = reachedInAll();
    for (const { port } of [four, six, all]) {
      expect(await guardedHost({ host, port, reach: NOWHERE })).toMatchObject({ kind: 'refused' });
    }
    expect(reachedInAll()).toBe(before);
  });

  it('the addresses of this machine are among them, public ones too', async () => {
    const own = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ address }) => !address.startsWith('fe80'));
    const before = reachedInAll();
    for (const { address } of own) {
      const host = address.includes(':') ? `[${address}]` : address;
      expect(await get(`http://${host}:${all.port}/`)).toMatchObject({ kind: 'refused' });
    }
    const names = { ...namesOf(['93.184.216.34']), ownAddresses: () => ['93.184.216.34'] };
    expect(await get(`http://mine.example:${all.port}/`, names)).toEqual({
      kind: 'refused',
      why: 'mine.example is an address of this machine, which is not asked for',
    });
    expect(reachedInAll()).toBe(before);
  });
});

describe('what `private: true` lets through', () => {
  it('is this machine', async () => {
    for (const host of ['127.0.0.1', 'localhost', '127.1', '0x7f.1']) {
      const result = await get(`http://${host}:${four.port}/`, undefined, NEAR);
      expect(result).toMatchObject({ kind: 'answer', answer: { status: 200 } });
    }
    const result = await get(`http://[::1]:${six.port}/`, undefined, NEAR);
    expect(result).toMatchObject({ kind: 'answer' });
  });

  it.each([
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '100.100.100.200',
    '168.63.129.16',
    '169.254.170.2',
    '[fe80::a9fe:a9fe]',
    '192.0.0.192',
    '0.0.0.0',
    '[::]',
    '224.0.0.1',
    '255.255.255.255',
  ])('is not %s', async (host) => {
    const before = reachedInAll();
    const result = await get(`http://${host}:${all.port}/`, undefined, NEAR);
    expect(result).toMatchObject({ kind: 'refused' });
    expect(reachedInAll()).toBe(before);
  });

  it('is not a name that leads to a metadata service', async () => {
    const names = namesOf(['169.254.169.254', 'fd00:ec2::254']);
    expect(await get('http://metadata.example/', names, NEAR)).toEqual({
      kind: 'refused',
      why: 'metadata.example is the address of a metadata service, which is not asked for',
    });
  });
});

describe('names', () => {
  it.each([[['127.0.0.1']], [['::1']], [['10.0.0.1', '192.168.0.1']], [['fe80::1%lo']], [[]]])(
    'that lead to %s are refused',
    async (list) => {
      const before = reachedInAll();
      const result = await get(`http://inside.example:${four.port}/`, namesOf(list));
      expect(result).toMatchObject({ kind: 'refused' });
      expect(reachedInAll()).toBe(before);
    },
  );

  it('that lead to a public and a private address never come to the private one', async () => {
    const names = namesOf(['127.0.0.1', '93.184.216.34', '::1', '10.0.0.1']);
    expect(await reachableAddresses('both.example', { private: false }, names)).toEqual({
      kind: 'addresses',
      addresses: ['93.184.216.34'],
    });
    const near = namesOf(['169.254.169.254', '127.0.0.1', 'fd00:ec2::254']);
    expect(await reachableAddresses('both.example', { private: true }, near)).toEqual({
      kind: 'addresses',
      addresses: ['127.0.0.1'],
    });
  });

  it('are looked up once: what they lead to later is not asked for', async () => {
    const before = six.reached();
    const names = namesOf(['127.0.0.1'], ['::1']);
    const result = await get(`http://turning.example:${four.port}/`, names, NEAR);
    expect(result).toMatchObject({ kind: 'answer' });
    const mail = namesOf(['93.184.216.34'], ['127.0.0.1']);
    const host = await guardedHost({ host: 'a.example', port: four.port, reach: NOWHERE }, mail);
    expect(host).toMatchObject({ address: '93.184.216.34', servername: 'a.example' });
    expect([names.asked, mail.asked, six.reached()]).toEqual([1, 1, before]);
  });

  it('with several addresses lead to the one that takes connections', async () => {
    const names = namesOf(['::1', '127.0.0.1']);
    const given = { host: 'several.example', port: four.port, reach: NEAR };
    expect(await guardedHost(given, names)).toMatchObject({
      address: '127.0.0.1',
      servername: 'several.example',
    });
    const result = await get(`http://several.example:${four.port}/`, names, NEAR);
    expect(result).toMatchObject({ kind: 'answer' });
  });

  it('are judged again at each redirect', async () => {
    const hops = await countingServer((_request, response) => {
      response.writeHead(302, { location: '/next' }).end();
    });
    // First where the connection allows it, then at a metadata service.
    const names = namesOf(['127.0.0.1'], ['169.254.169.254']);
    const result = await get(`http://turning.example:${hops.port}/`, names, NEAR);
    expect(result).toMatchObject({ kind: 'refused' });
    expect(hops.asked).toEqual(['GET /']);
    await hops.close();
  });

  it.each(['a b.example', '-a.example', 'a..example', '', 'a_.example/', '%00', 'x'.repeat(64)])(
    '"%s" is none for a mail server',
    async (host) => {
      const given = { host, port: 25, reach: NEAR };
      expect(await guardedHost(given)).toMatchObject({ kind: 'refused' });
    },
  );
});

describe('redirects', () => {
  it('to another origin, scheme or port are not followed', async () => {
    const aims = [
      `http://localhost:${four.port}/`,
      `http://127.0.0.1:${four.port}/`,
      `//127.0.0.1:${four.port}/`,
      `https://127.0.0.1:${four.port}/`,
      `http://[::1]:${six.port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'gopher://127.0.0.1:70/',
      'http://',
    ];
    const before = reachedInAll();
    for (const location of aims) {
      const source = await countingServer((_request, response) => {
        response.writeHead(307, { location }).end();
      });
      const result = await get(`${source.origin}/`, undefined, NEAR);
      expect(result).toMatchObject({ kind: 'refused' });
      expect(source.asked).toHaveLength(1);
      await source.close();
    }
    expect(reachedInAll()).toBe(before);
  });

  it('within one origin are, a few times, and with a log-in in them never', async () => {
    const server = await countingServer((request, response) => {
      const step = Number(request.url?.slice(1) ?? 0);
      if (step === 3) response.end('here');
      else if (step === 20)
        response.writeHead(302, { location: `http://user:pass@127.0.0.1:${server.port}/3` }).end();
      else response.writeHead(302, { location: `/${step + 1}` }).end();
    });
    const near = await get(`${server.origin}/0`, undefined, NEAR);
    expect(near).toMatchObject({ kind: 'answer', answer: { url: `${server.origin}/3` } });
    expect(await get(`${server.origin}/5`, undefined, NEAR)).toEqual({
      kind: 'refused',
      why: `127.0.0.1:${server.port} leads on and on`,
    });
    expect(await get(`${server.origin}/20`, undefined, NEAR)).toEqual({
      kind: 'refused',
      why: `127.0.0.1:${server.port}: an address carries no log-in`,
    });
    await server.close();
  });

  it('turn a POST into a GET as browsers do, and keep it where they are told to', async () => {
    const server = await countingServer((request, response) => {
      const [, status, last] = (request.url ?? '').split('/');
      if (last === undefined) response.writeHead(Number(status), { location: `/${status}/end` });
      response.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const url = `${server.origin}/${status}`;
      await outwardRequest({ url, method: 'POST', headers: {}, body: '{}', reach: NEAR });
    }
    expect(server.asked.filter((line) => line.endsWith('/end'))).toEqual([
      'GET /301/end',
      'GET /302/end',
      'GET /303/end',
      'POST /307/end',
      'POST /308/end',
    ]);
    await server.close();
  });
});

describe('addresses that are none', () => {
  it.each([
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:25/_HELO',
    'unix:///var/run/docker.sock',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
    'ws://127.0.0.1/',
    'data:text/plain,x',
    'javascript:1',
    'http://',
    'nowhere',
    '',
    'http://exa\nmple.com/',
    'http://exa\tmple.com/',
    'http://example.com\\@127.0.0.1/',
    ' http://127.0.0.1/',
  ])('%j is refused', async (url) => {
    expect(await get(url, undefined, NEAR)).toEqual({
      kind: 'refused',
      why: 'it is not an http or https address',
    });
  });

  it('a log-in in an address is refused and not repeated', async () => {
    const before = reachedInAll();
    for (const url of [
      `http://user:hunter22@127.0.0.1:${four.port}/`,
      `http://example.com@127.0.0.1:${four.port}/`,
      `http://127.0.0.1:${four.port}@example.com/`,
      `http://:hunter22@localhost:${four.port}/`,
    ]) {
      const result = await get(url, undefined, NEAR);
      expect(result).toMatchObject({ kind: 'refused' });
      expect(JSON.stringify(result)).not.toContain('hunter22');
    }
    expect(reachedInAll()).toBe(before);
  });

  it('a fragment changes nothing', async () => {
    const before = reachedInAll();
    const result = await get(`http://127.0.0.1:${four.port}/#@example.com/`);
    expect(result).toMatchObject({ kind: 'refused' });
    expect(await get(`http://127.0.0.1:${four.port}#.example.com`)).toMatchObject({
      kind: 'refused',
    });
    expect(reachedInAll()).toBe(before);
  });

  it('the environment leads nowhere else', async () => {
    const proxy = await countingServer();
    const before = { ...process.env };
    for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'NODE_USE_ENV_PROXY'])
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.origin;
    try {
      expect(await get(`${four.origin}/`, undefined, NEAR)).toMatchObject({ kind: 'answer' });
      expect(proxy.reached()).toBe(0);
    } finally {
      process.env = before;
      await proxy.close();
    }
  });
});

describe('what goes in the clear', () => {
  it('stays on this machine, whatever else is allowed', async () => {
    const given = { port: 25, reach: NEAR, loopbackOnly: true };
    for (const host of ['10.0.0.1', '93.184.216.34', '::', '169.254.169.254']) {
      expect(await guardedHost({ ...given, host })).toMatchObject({ kind: 'refused' });
    }
    expect(await guardedHost({ ...given, host: '127.0.0.1' })).toMatchObject({
      kind: 'host',
      address: '127.0.0.1',
      servername: null,
    });
  });
});
