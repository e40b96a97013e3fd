/** A page for several people, asked as their browsers would through a proxy or after a log-in. */
import { createServer } from 'node:net';

import type { PeopleSettings, Role } from '../../src/routines/definition-context.ts';
import { CLIENT, oidcProvider, type TestProvider } from './oidc-provider.ts';
import {
  csrfOf,
  FORM,
  openTestPage,
  type PageAnswer,
  type PageOptions,
  type TestPage,
} from './page.ts';

export const TEAM: PeopleSettings['roles'] = {
  viewer: ['vic@example.com'],
  reviewer: ['ada@example.com', 'group:reviewers'],
  operator: ['oli@example.com'],
  admin: ['root@example.com'],
};

export const PEOPLE: Readonly<Record<Role, string>> = {
  viewer: 'vic@example.com',
  reviewer: 'ada@example.com',
  operator: 'oli@example.com',
  admin: 'root@example.com',
};

export interface HeaderPage extends TestPage {
  /** As that person, through the proxy. */
  getAs(name: string, path: string): Promise<PageAnswer>;
  postAs(
    name: string,
    path: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<PageAnswer>;
}

export async function headerPage(options: PageOptions = {}): Promise<HeaderPage> {
  const people: PeopleSettings = {
    url: null,
    by: { kind: 'header', header: 'x-forwarded-user', proxies: [] },
    roles: { ...TEAM, reviewer: ['ada@example.com'] },
  };
  const page = await openTestPage({ ...options, settings: { people, ...options.settings } });
  const getAs: HeaderPage['getAs'] = (name, path) =>
    page.ask({ path, headers: { 'x-forwarded-user': name } });
  return {
    ...page,
    getAs,
    postAs: async (name, path, fields = {}) => {
      const csrf = csrfOf((await getAs(name, '/status')).body);
      return page.ask({
        method: 'POST',
        path,
        headers: {
          'x-forwarded-user': name,
          origin: `http://${page.host}`,
          'content-type': FORM,
        },
        body: new URLSearchParams({ _csrf: csrf, _back: '/', ...fields }).toString(),
      });
    },
  };
}

export interface ProviderPage extends TestPage {
  readonly provider: TestProvider;
  /** Begins a log-in: the cookie of it, and where the provider leads the browser back to. */
  begin(to?: string): Promise<{ readonly cookie: string; readonly back: string }>;
  /** A whole log-in; the answer to its last request. */
  logIn(to?: string): Promise<PageAnswer>;
}

export async function providerPage(): Promise<ProviderPage> {
  const provider = await oidcProvider();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const people: PeopleSettings = {
    url,
    by: {
      kind: 'oidc',
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientSecret: 'CLIENT_SECRET',
      claim: 'email',
    },
    roles: TEAM,
  };
  const page = await openTestPage({
    settings: { listen: `127.0.0.1:${port}`, people },
    env: { CLIENT_SECRET: CLIENT.secret },
  });
  const begin: ProviderPage['begin'] = async (to) => {
    const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
    const { headers } = await page.ask({ path: `/login${query}` });
    const back = new URL(provider.authorize(headers['location'] ?? ''));
    return { cookie: cookieIn(headers), back: `${back.pathname}${back.search}` };
  };
  return {
    ...page,
    provider,
    begin,
    logIn: async (to) => {
      const { cookie, back } = await begin(to);
      return page.ask({ path: back, headers: { cookie } });
    },
  };
}

/** What a browser would send again: name and value. */
export function cookieIn(headers: Readonly<Record<string, string>>): string {
  return (headers['set-cookie'] ?? '').split(';')[0] ?? '';
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
