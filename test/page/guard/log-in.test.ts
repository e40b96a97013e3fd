/** Several people at one page: whole log-ins with a provider on loopback, and names that a proxy gives. */
import { expect, it } from 'vitest';

import { openPersonSessions, openSessions } from '../../../src/page/guard/sessions.ts';
import { csrfOf, FORM } from '../../kit/page.ts';
import { cookieIn, headerPage, PEOPLE, providerPage } from '../../kit/people-page.ts';

const AT = new Date('2026-11-21T07:00:00Z');
const HOUR_MS = 3_600_000;

it('logs a person in by the provider, goes on where they wanted to, and out again', async () => {
  const page = await providerPage();
  const first = await page.ask({ path: '/runs?failed=1' });
  expect([first.status, first.body.includes('href="/login?to=%2Fruns%3Ffailed%3D1"')]).toEqual([
    401,
    true,
  ]);
  const done = await page.logIn('/runs?failed=1');
  expect(done.status).toBe(200);
  expect(done.body).toContain('Logged in as ada@example.com.');
  expect(done.body).toContain('content="0; url=/runs?failed=1"');
  const set = done.headers['set-cookie'] ?? '';
  expect(set).toMatch(
    /^roundsman-[0-9a-f]{10}=\S+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const cookie = cookieIn(done.headers);
  const home = await page.ask({ path: '/inbox', headers: { cookie } });
  expect([home.status, home.body.includes('ada@example.com')]).toEqual([200, true]);
  const out = await page.ask({
    method: 'POST',
    path: '/log-out',
    headers: { cookie, origin: `http://${page.host}`, 'content-type': FORM },
    body: new URLSearchParams({ _csrf: csrfOf(home.body) }).toString(),
  });
  expect(out.body).toContain('You are logged out.');
  expect((await page.ask({ path: '/inbox', headers: { cookie } })).status).toBe(401);
  expect((await page.workspace.audit.read()).map(({ by, what, said }) => [by, what, said])).toEqual(
    [['ada@example.com', '/login', 'logged in']],
  );
});

it('lets in groups of the provider, and nobody without a role or a verified address', async () => {
  const page = await providerPage();
  page.provider.claims = { email: 'cy@example.com', email_verified: true, groups: ['reviewers'] };
  expect((await page.logIn()).body).toContain('Logged in as cy@example.com.');
  page.provider.claims = { email: 'eve@example.com', email_verified: true };
  const eve = await page.logIn();
  expect([eve.status, eve.headers['set-cookie']]).toEqual([403, undefined]);
  expect(eve.body).toContain('eve@example.com has no role here.');
  page.provider.claims = { email: 'ada@example.com', email_verified: false };
  const made = await page.logIn();
  expect([
    made.status,
    made.body.includes('The provider has not verified your mail address.'),
  ]).toEqual([403, true]);
  // In a group that may come in, with what would turn a line of a list around.
  const turned = { email: 'cy\u202e@example.com', email_verified: true, groups: ['reviewers'] };
  page.provider.claims = turned;
  const hidden = await page.logIn();
  expect([hidden.status, hidden.body.includes('does not hold a name')]).toEqual([403, true]);
});

it('shows what a person may do, and refuses the rest with one sentence', async () => {
  const page = await headerPage({ files: { 'routines/look.yaml': LOOK } });
  const seen = async (name: string) => {
    const { body } = await page.getAs(name, '/routines/look');
    return ['/run"', '/pause"', '/edit"'].filter((end) => body.includes(`/routines/look${end}`));
  };
  expect(await seen(PEOPLE.viewer)).toEqual([]);
  expect(await seen(PEOPLE.operator)).toEqual(['/run"', '/pause"']);
  expect(await seen(PEOPLE.admin)).toEqual(['/run"', '/pause"', '/edit"']);
  const refused = await page.postAs(PEOPLE.reviewer, '/routines/look/pause');
  expect(refused.status).toBe(403);
  expect(refused.body).toContain(
    'ada@example.com may not do this: it takes the role operator or admin.',
  );
  expect(await page.workspace.pauses.list(new Date().toISOString())).toEqual([]);
  expect((await page.postAs(PEOPLE.operator, '/routines/look/pause')).status).toBe(303);
  const [pause] = await page.workspace.pauses.list(new Date().toISOString());
  expect(pause?.by).toBe('oli@example.com');
  const list = await page.getAs(PEOPLE.admin, '/audit');
  expect(list.body).toMatch(/oli@example\.com[\s\S]*ada@example\.com/);
  expect((await page.getAs(PEOPLE.operator, '/audit')).status).toBe(403);
  const csv = await page.getAs(PEOPLE.admin, '/audit/export?as=csv');
  expect(csv.headers['content-disposition']).toBe('attachment; filename="audit.csv"');
  expect(csv.body.split('\r\n').slice(1, 3)).toEqual([
    expect.stringContaining(
      `"ada@example.com","page","http://${page.host}","/routines/:id/pause","refused"`,
    ),
    expect.stringContaining(
      `"oli@example.com","page","http://${page.host}","/routines/:id/pause","done"`,
    ),
  ]);
});

const LOOK = "name: look\non: { manual: true }\nagent: { engine: command, command: ['true'] }\n";

it('ends a session that is idle for an hour, which a page that keeps itself up to date does not prevent', () => {
  const sessions = openSessions({
    secret: 's'.repeat(43),
    name: 'roundsman-x',
    lastsMs: 12 * HOUR_MS,
  });
  const open = openPersonSessions(sessions);
  const person = { name: 'ada', roles: ['viewer'] as const };
  const later = (ms: number): Date => new Date(AT.getTime() + ms);
  const found = (cookies: string, at: Date, isActive = true): boolean =>
    open.find({ cookies, now: at, isActive }) !== null;
  const cookies = cookieIn({ 'set-cookie': open.begin(person, AT) });
  expect(found(cookies, later(HOUR_MS - 1))).toBe(true);
  expect(found(cookies, later(1.9 * HOUR_MS), false)).toBe(true);
  expect(found(cookies, later(2.1 * HOUR_MS))).toBe(false);
  expect(found(cookies, later(0))).toBe(false);
  // Active all day long: the end is the end.
  const other = cookieIn({ 'set-cookie': open.begin(person, AT) });
  for (let half = 1; half < 24; half += 1)
    expect(found(other, later((half * HOUR_MS) / 2))).toBe(true);
  expect(found(other, later(12 * HOUR_MS))).toBe(false);
  // A daemon that starts again knows nobody.
  const again = cookieIn({ 'set-cookie': open.begin(person, AT) });
  expect(openPersonSessions(sessions).find({ cookies: again, now: AT, isActive: true })).toBeNull();
});

it('keeps the cookie to https and to this host where people open the page by https', () => {
  const sessions = openSessions({ secret: 's'.repeat(43), name: 'roundsman-x', secure: true });
  expect(sessions.begin(AT)).toMatch(
    /^__Host-roundsman-x=\S+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
});
