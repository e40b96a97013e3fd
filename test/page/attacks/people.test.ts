/** What people without the role, programs beside the proxy and hostile pages try where several people use the page. */
import { describe, expect, it } from 'vitest';

import { checkProxy, nameInHeader } from '../../../src/page/guard/check-head.ts';
import { ACTION_ROLES, mayAct } from '../../../src/page/guard/roles.ts';
import { ROLES } from '../../../src/routines/definition-context.ts';
import { auditCsv, auditLines } from '../../../src/words/audit.ts';
import { csrfOf, FORM } from '../../kit/page.ts';
import { cookieIn, headerPage, PEOPLE, providerPage } from '../../kit/people-page.ts';

const VISIT = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
} as const;

describe('a header with a name', () => {
  const by = {
    kind: 'header',
    header: 'x-forwarded-user',
    proxies: ['10.0.0.5', 'fd00::5'],
  } as const;

  it('counts from this machine and from the listed proxies alone', () => {
    for (const address of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '10.0.0.5',
      '::ffff:10.0.0.5',
      'FD00::5',
    ])
      expect(checkProxy(address, by)).toBeNull();
    for (const address of [
      '10.0.0.6',
      '10.0.0.50',
      '1.127.0.0',
      '127.0.0.1.evil',
      '::ffff:10.0.0.6',
      'fd00::55',
      '',
    ])
      expect(checkProxy(address, by)?.status).toBe(403);
  });

  it('is no name when it is there twice, is empty, or holds what no name holds', () => {
    const named = (...values: readonly string[]) =>
      nameInHeader(
        {
          method: 'GET',
          target: '/',
          headers: values.map((value) => ['x-forwarded-user', value] as const),
        },
        by,
      );
    expect(named('ada')).toEqual({ kind: 'name', name: 'ada' });
    expect(named('root@example.com', 'ada')).toEqual({ kind: 'several' });
    expect(named('   ')).toEqual({ kind: 'none' });
    for (const value of ['a\u0000da', 'a\tb', 'a\u00ffda', 'a'.repeat(201)])
      expect(named(value)).toEqual({ kind: 'bad' });
  });

  it('is asked for with each request: no cookie, link or second header stands for it', async () => {
    const page = await headerPage();
    const ask = (headers: Readonly<Record<string, string>>) =>
      page.ask({ path: '/inbox', headers });
    expect((await ask({})).status).toBe(401);
    expect((await ask({ 'x-forwarded-user': 'eve@example.com' })).status).toBe(403);
    expect((await ask({ 'x-forwarded-user': 'ADA@example.com' })).status).toBe(403);
    const two = 'vic@example.com\r\nx-forwarded-user: root@example.com';
    expect((await ask({ 'x-forwarded-user': two })).status).toBe(400);
    expect((await ask({ 'x-forwarded-user': 'ada@example.com, root@example.com' })).status).toBe(
      403,
    );
    expect((await page.ask({ path: new URL(page.listener.link()).pathname })).status).toBe(401);
    const ok = await page.getAs(PEOPLE.reviewer, '/inbox');
    expect([ok.status, ok.headers['set-cookie']]).toEqual([200, undefined]);
  });
});

describe('a role', () => {
  it('is not gained by any route: each action is refused to each role that it is not for', async () => {
    const page = await headerPage();
    const csrfs = new Map<string, string>();
    for (const role of ROLES)
      csrfs.set(role, csrfOf((await page.getAs(PEOPLE[role], '/status')).body));
    for (const [route, wanted] of Object.entries(ACTION_ROLES))
      for (const role of ROLES) {
        if (mayAct({ name: '', roles: [role] }, route)) continue;
        const answer = await page.ask({
          method: 'POST',
          path: route.replaceAll(/:[a-z]+/g, 'x'),
          headers: {
            'x-forwarded-user': PEOPLE[role],
            origin: `http://${page.host}`,
            'content-type': FORM,
          },
          body: new URLSearchParams({ _csrf: csrfs.get(role) ?? '', _back: '/' }).toString(),
        });
        expect([route, role, answer.status]).toEqual([route, role, 403]);
        expect(answer.body).toContain(`it takes the role ${wanted[0] ?? ''}`);
      }
    const audit = await page.workspace.audit.read();
    expect(new Set(audit.map(({ outcome }) => outcome))).toEqual(new Set(['refused']));
  });

  it('is not gained with the form of another person', async () => {
    const page = await headerPage();
    const stolen = csrfOf((await page.getAs(PEOPLE.admin, '/status')).body);
    const post = (name: string) =>
      page.ask({
        method: 'POST',
        path: '/inbox/undo',
        headers: { 'x-forwarded-user': name, origin: `http://${page.host}`, 'content-type': FORM },
        body: new URLSearchParams({ _csrf: stolen, _back: '/' }).toString(),
      });
    const answer = await post(PEOPLE.reviewer);
    expect([answer.status, answer.body.includes('was not made for this session')]).toEqual([
      403,
      true,
    ]);
    // A page elsewhere does not know it, and its browser says where it is from.
    const forged = await page.ask({
      method: 'POST',
      path: '/inbox/undo',
      headers: {
        'x-forwarded-user': PEOPLE.admin,
        origin: 'https://evil.example',
        'content-type': FORM,
      },
      body: new URLSearchParams({ _csrf: stolen }).toString(),
    });
    expect(forged.status).toBe(403);
  });
});

describe('a log-in', () => {
  it('leads nowhere else, whatever it was asked to', async () => {
    const page = await providerPage();
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const done = await page.logIn(to);
      expect([to, done.status]).toEqual([to, 200]);
      expect(done.body).toContain('content="0; url=/"');
      expect(done.body).not.toContain('evil.example');
    }
  });

  it('is finished once, in the browser that began it, with its own state', async () => {
    const page = await providerPage();
    const finish = (path: string, cookie: string) =>
      page.ask({ path, headers: { cookie, ...VISIT } });
    const mine = await page.begin();
    const other = await page.begin();
    // The state of another log-in, and so of the attacker’s code in this browser.
    const swapped = await finish(other.back, mine.cookie);
    expect([swapped.status, swapped.headers['set-cookie']]).toEqual([403, undefined]);
    // It is used up by that.
    expect((await finish(mine.back, mine.cookie)).status).toBe(403);
    expect((await finish(other.back, 'x=y')).status).toBe(403);
    const done = await finish(other.back, other.cookie);
    expect(done.status).toBe(200);
    expect((await finish(other.back, other.cookie)).status).toBe(403);
    // Once more with a code that was used, in a log-in of its own.
    const fresh = await page.begin();
    const old = new URL(other.back, 'http://x').searchParams.get('code') ?? '';
    const replayed = new URL(fresh.back, 'http://x');
    replayed.searchParams.set('code', old);
    expect((await finish(`${replayed.pathname}${replayed.search}`, fresh.cookie)).status).toBe(403);
  });

  it('gives a session of its own, never the one that the browser brought', async () => {
    const page = await providerPage();
    const first = cookieIn((await page.logIn()).headers);
    const { cookie, back } = await page.begin();
    const fixed = `${first.split('=')[0] ?? ''}=${'a'.repeat(43)}.9999999999999.${'b'.repeat(43)}`;
    const done = await page.ask({ path: back, headers: { cookie: `${fixed}; ${cookie}` } });
    const given = cookieIn(done.headers);
    expect([given === first, given === fixed]).toEqual([false, false]);
    expect((await page.ask({ path: '/inbox', headers: { cookie: fixed } })).status).toBe(401);
    // The cookie of a log-in that is under way is no session.
    expect((await page.ask({ path: '/inbox', headers: { cookie } })).status).toBe(401);
    await page.listener.logOutAll();
    expect((await page.ask({ path: '/inbox', headers: { cookie: given } })).status).toBe(401);
  });

  it('is refused where the token is of another audience, nonce, issuer or key, or is over', async () => {
    const page = await providerPage();
    const past = Math.floor(Date.now() / 1_000) - 3_600;
    for (const spoil of [
      { aud: 'another-client' },
      { nonce: 'of another log-in' },
      { iss: 'https://evil.example' },
      { exp: past, iat: past - 60 },
    ]) {
      page.provider.spoil = spoil;
      const answer = await page.logIn();
      expect([spoil, answer.status, answer.headers['set-cookie']]).toEqual([spoil, 403, undefined]);
    }
    page.provider.spoil = {};
    page.provider.forge = true;
    expect((await page.logIn()).status).toBe(403);
    page.provider.forge = false;
    expect((await page.logIn()).status).toBe(200);
  });

  it('shows a hostile name as text, and gives it no role', async () => {
    const page = await providerPage();
    page.provider.claims = {
      email: '<script>alert(1)</script>@example.com',
      email_verified: true,
      groups: [['reviewers'], { toString: 'reviewers' }],
    };
    const answer = await page.logIn();
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('<script>alert');
    expect(answer.body).toContain('&lt;script&gt;');
  });
});

it('an exported audit list holds no formula, line break or control of a hostile name', () => {
  const entry = {
    at: '2026-11-21T07:00:00.000Z',
    from: 'page',
    where: 'http://127.0.0.1:1',
    what: '/login',
    outcome: 'refused',
  } as const;
  const csv = auditCsv([
    { ...entry, by: '=HYPERLINK("https://evil.example")', said: '@SUM(1)' },
    { ...entry, by: 'a\r\n2026,root', said: 'x\u202ey' },
  ]);
  expect(csv.split('\r\n')).toHaveLength(4);
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(csv).toContain(`"'@SUM(1)"`);
  expect(csv).not.toContain('\u202e');
  expect(auditLines([{ ...entry, by: 'a\nb', said: '' }]).split('\n')).toHaveLength(2);
});
