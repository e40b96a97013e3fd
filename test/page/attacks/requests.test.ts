/** What pages of others, programs on this machine and guessers try. None of it may work. */
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { csrfOf, FORM, openTestPage, type Asked } from '../../kit/page.ts';

const PORT = /:\d+$/;

/** Each with what it is to be told; `$cookie`, `$host` and `$csrf` stand for those of a browser that is logged in. */
const ATTACKS: readonly (readonly [string, Asked, number])[] = [
  ['a name that was rebound to this machine', get('/', { host: 'evil.example' }), 421],
  ['that name with our port', get('/', { host: 'evil.example:$port' }), 421],
  ['our address with another port', get('/', { host: '127.0.0.1:1' }), 421],
  ['our address without a port', get('/', { host: '127.0.0.1' }), 421],
  ['a name that ends like ours', get('/', { host: 'x.localhost:$port' }), 421],
  ['a whole address in place of a path', get('http://evil.example/'), 400],
  ['no log-in', get('/', { cookie: null }), 401],
  ['a made-up session', get('/', { cookie: `roundsman-0=${'a'.repeat(43)}.9999999999999.x` }), 401],
  ['a session that lasts longer than it was given', get('/', { cookie: '$longer' }), 401],
  [
    'a picture on another page',
    get('/', {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
    }),
    403,
  ],
  [
    'a script on another port of this machine',
    get('/runs', {
      'sec-fetch-site': 'same-site',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    }),
    403,
  ],
  [
    'a frame in another page',
    get('/', {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'iframe',
    }),
    403,
  ],
  ['a link on another page', get('/runs', visit('cross-site')), 403],
  ['a link on what is served at another port', get('/runs', visit('same-site')), 403],
  ['a link to a log-in that is none', get('/login-x', visit('cross-site')), 403],
  ['live events for another origin', get('/runs/x/live', { origin: 'https://evil.example' }), 403],
  ['a form of another page', post({ origin: 'https://evil.example' }), 403],
  ['a form of another port of this machine', post({ origin: 'http://127.0.0.1:1' }), 403],
  ['a form from nowhere', post({ origin: 'null' }), 403],
  ['a form that does not say where it is from', post({ origin: null }), 403],
  [
    'a form whose browser says it is of another site',
    post({ 'sec-fetch-site': 'cross-site' }),
    403,
  ],
  ['a form whose browser says it is of another port', post({ 'sec-fetch-site': 'same-site' }), 403],
  ['a form as plain text', post({ 'content-type': 'text/plain' }), 415],
  ['a form with files', post({ 'content-type': 'multipart/form-data; boundary=x' }), 415],
  ['JSON', post({ 'content-type': 'application/json' }), 415],
  ['no type at all', post({ 'content-type': null }), 415],
  ['two origins', post({ origin: 'http://$host\r\norigin: https://evil.example' }), 400],
  ['two hosts', get('/', { host: '$host\r\nhost: evil.example' }), 400],
  ['a form without our token', post({}, 'name=x'), 403],
  ['a form with a wrong token', post({}, `_csrf=${'a'.repeat(43)}`), 403],
  ['a form of a person who is not logged in', post({ cookie: null }), 401],
  ['DELETE', { method: 'DELETE', path: '/runs/x' }, 405],
  [
    'OPTIONS, before a request of another origin',
    { method: 'OPTIONS', path: '/', headers: { origin: 'https://evil.example' } },
    405,
  ],
  ['TRACE', { method: 'TRACE', path: '/' }, 405],
  ['more than a form can hold', post({ 'content-length': '2000000' }), 413],
  ['an endless path', get(`/${'a'.repeat(5_000)}`), 414],
  ['a way out of the folder of assets', get('/assets/../../../package.json'), 404],
  ['the same, encoded', get('/assets/%2e%2e%2f%2e%2e%2fpackage.json'), 404],
  ['a run that is a path', get('/runs/..%2f..%2fpage-secret'), 404],
  ['half a character', get('/runs/%E0%A4%A'), 404],
  ['a NUL', get('/runs/%00'), 404],
  ['a prototype', get('/runs/__proto__'), 404],
];

function visit(site: string): Readonly<Record<string, string>> {
  return { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
}

function get(path: string, headers: Asked['headers'] = {}): Asked {
  return { path, headers: { cookie: '$cookie', ...headers } };
}

function post(headers: Asked['headers'], body = '_csrf=$csrf&id=x&stamp=y'): Asked {
  const own = { cookie: '$cookie', origin: 'http://$host', 'content-type': FORM };
  return { method: 'POST', path: '/inbox/back', headers: { ...own, ...headers }, body };
}

it('refuses every one of them, with the headers that keep a page shut', async () => {
  const page = await openTestPage();
  const csrf = csrfOf((await page.get('/status')).body);
  const port = PORT.exec(page.host)?.[0].slice(1) ?? '';
  const longer = page.cookie.replace(/\.\d{13}\./, '.9999999999999.');
  const known = { cookie: page.cookie, host: page.host, csrf, port, longer };
  const fill = (text: string): string =>
    Object.entries(known).reduce(
      (filled, [name, value]) => filled.replaceAll(`$${name}`, value),
      text,
    );
  const told = await Promise.all(
    ATTACKS.map(async ([what, { method, path, headers = {}, body }]) => {
      const answer = await page.ask({
        ...(method === undefined ? {} : { method }),
        path,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
            value === null ? null : fill(value),
          ]),
        ),
        ...(body === undefined ? {} : { body: fill(body) }),
      });
      return [what, answer.status];
    }),
  );
  expect(told).toEqual(ATTACKS.map(([what, , status]) => [what, status]));
  const { headers } = await page.get('/status');
  expect(headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  });
});

it('lets one browser in with a link, once, and sends it on without the code', async () => {
  const page = await openTestPage();
  const link = new URL(page.listener.link());
  const path = `${link.pathname}${link.search}`;
  // Whoever only looks ahead uses nothing up.
  expect((await page.ask({ method: 'HEAD', path })).status).toBe(401);
  const first = await page.ask({ path });
  expect([first.status, first.headers['location']]).toEqual([303, '/']);
  expect(first.headers['set-cookie']).toMatch(
    /^roundsman-[0-9a-f]{10}=[\w-]{43}\.\d{13}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const second = await page.ask({ path });
  expect([second.status, second.headers['set-cookie']]).toEqual([401, undefined]);
  expect(second.body).toContain('roundsman page --open');
});

it('tells a guesser of a token nothing after ten wrong ones, and lets links in all the same', async () => {
  const token = 'a-token-of-more-than-24-characters';
  const page = await openTestPage({
    settings: { token: 'PAGE_TOKEN' },
    env: { PAGE_TOKEN: token },
  });
  const login = (guess: string): Asked => ({
    method: 'POST',
    path: '/login',
    headers: { origin: `http://${page.host}`, 'content-type': FORM },
    body: `token=${guess}`,
  });
  expect((await page.ask(login(token))).status).toBe(303);
  const wrong: number[] = [];
  for (let guess = 0; guess < 11; guess += 1)
    wrong.push((await page.ask(login(`${token}${guess}`))).status);
  expect(wrong).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  expect((await page.ask(login(token))).status).toBe(429);
  const link = new URL(page.listener.link());
  expect((await page.ask({ path: `${link.pathname}${link.search}` })).status).toBe(303);
});

it('forgets every browser when it is told to', async () => {
  const page = await openTestPage();
  expect((await page.get('/status')).status).toBe(200);
  await page.listener.logOutAll();
  expect((await page.get('/status')).status).toBe(401);
});

it('keeps its secret where only the user can read it', async () => {
  const { workspace } = await openTestPage();
  const { mode } = statSync(join(workspace.location.stateDir, 'page-secret'));
  expect(mode & 0o777).toBe(0o600);
});

it('is not served with a token that can be guessed, or none where one is named', async () => {
  const settings = { token: 'PAGE_TOKEN' };
  await expect(openTestPage({ settings })).rejects.toThrow(
    'the page is not served: PAGE_TOKEN, which `page.token` names, is not set',
  );
  await expect(openTestPage({ settings, env: { PAGE_TOKEN: 'short' } })).rejects.toThrow(
    'the page is not served: PAGE_TOKEN holds 5 characters, and 24 are the least',
  );
});

it('cuts off a head that does not end, and a head that is too large', async () => {
  const page = await openTestPage({ limits: { headMs: 60, requestMs: 60 } });
  expect(await page.say(`GET / HTTP/1.1\r\nhost: ${page.host}\r\nx-slow: `)).toMatch(
    /^HTTP\/1\.1 408 |^$/,
  );
  const large = await page.say(
    `GET / HTTP/1.1\r\nhost: ${page.host}\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
  );
  expect(large).toMatch(/^HTTP\/1\.1 431 /);
});

it('sends nobody to another site after a form', async () => {
  const page = await openTestPage();
  for (const back of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/%0d%0ax:y\r\nset-cookie: a=b',
  ]) {
    const { status, headers } = await page.post('/inbox/back', {
      id: 'finding:F-1',
      stamp: 'x',
      _back: back,
    });
    expect([status, headers['location']]).toEqual([303, '/']);
  }
});

it('lets a person go on by hand who comes from another page, to here and nowhere else', async () => {
  const page = await openTestPage();
  const from = async (path: string): Promise<string> =>
    (await page.get(path, visit('cross-site'))).body;
  expect(await from('/runs?state="><script>')).toContain(
    '<a href="/runs?state=&quot;&gt;&lt;script&gt;">',
  );
  expect(await from('/runs?a=1&b=2')).toContain('<a href="/runs?a=1&amp;b=2">');
  for (const away of ['//evil.example/', '/\\evil.example/'])
    expect(await from(away)).toContain('<a href="/">Go on to /</a>');
  expect((await page.get('/login', visit('cross-site'))).status).toBe(303);
});

it('is under one name, so that its cookie never goes to what is shown at another', async () => {
  const page = await openTestPage();
  const port = PORT.exec(page.host)?.[0] ?? '';
  for (const name of ['localhost', '[::1]', 'LOCALHOST']) {
    const { status, headers } = await page.get('/runs?x=1', { host: `${name}${port}` });
    expect([status, headers['location']]).toEqual([307, `http://${page.host}/runs?x=1`]);
  }
  const away = await page.get('//evil.example/', { host: `localhost${port}` });
  expect(away.headers['location']).toBe(`http://${page.host}/`);
  const form = post({ host: `localhost${port}`, origin: `http://localhost${port}` });
  expect((await page.ask(form)).status).toBe(421);
});

it('is not served at the address of what branches serve', async () => {
  await expect(openTestPage({ settings: { listen: '127.0.0.2:0' } })).rejects.toThrow(
    'the page cannot be at 127.0.0.2: what branches serve is there, and would get its cookie',
  );
});
