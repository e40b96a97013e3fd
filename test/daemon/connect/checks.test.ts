import { describe, expect, it } from 'vitest';

import type { Connection, HttpConnection } from '../../../src/words/connection.ts';
import { core, lastLearned, look, SECRET, served, token } from '../../kit/connect-look.ts';
import { countingServer } from '../../kit/counting-server.ts';

describe('a list over http', () => {
  const connection = (url: string, more: Partial<HttpConnection> = {}): HttpConnection => ({
    ...core,
    kind: 'http',
    url,
    method: 'GET',
    headers: { authorization: 'Bearer {secret}' },
    token,
    query: { updated_after: '{since}' },
    body: null,
    sinceForm: 'date',
    pages: { kind: 'none' },
    ...more,
  });

  it('says how many records there are, and which parts were found', async () => {
    const asked: string[] = [];
    const list = [
      { key: 'A-1', subject: 'Broken', text: 'It is', created: '2026-11-20T10:00:00Z' },
      { key: 'A-2', subject: 'Slow', created: '2026-11-21T10:00:00Z' },
    ];
    const report = await served(
      (request, response) => {
        asked.push(`${request.url ?? ''} ${request.headers.authorization ?? ''}`);
        response.end(JSON.stringify({ data: { issues: list } }));
      },
      async ({ origin }) =>
        look(connection(`${origin}/list`), {}, { items: 'data.issues', fields: { id: 'key' } }),
    );
    expect(asked).toEqual([`/list?updated_after=2026-10-22 Bearer ${SECRET}`]);
    expect(lastLearned()).toEqual([SECRET]);
    expect(report).toEqual({
      reached: true,
      as: null,
      sees: ['2 records on the first page of 30 days', expect.stringContaining('id, title, body')],
      can: [{ what: 'read tickets', answer: 'yes' }],
      problems: [],
    });
  });

  it('says what is not found, with the key to write', async () => {
    const report = await served(
      (_request, response) => void response.end('[{"foo":"x"},{"subject":"y"}]'),
      async ({ origin }) => look(connection(origin)),
    );
    expect(report.problems.map(({ hint }) => hint)).toEqual([
      'Say where it is: `tickets: { fields: { created-at: … } }`.',
      'Say where they are: `tickets: { fields: { title: …, body: … } }`.',
    ]);
  });

  it('says what the service says, where it answers an error of GraphQL', async () => {
    const report = await served(
      (_request, response) =>
        void response.end('{"errors":[{"message":"authentication required"}],"data":null}'),
      async ({ origin }) => look(connection(origin), {}, { items: 'data.nodes', fields: {} }),
    );
    expect(report).toMatchObject({
      reached: false,
      problems: [{ what: 'it answers with an error: authentication required' }],
    });
  });

  it('says that the list is not where the routine looks, and what is there', async () => {
    const report = await served(
      (_request, response) => void response.end('{"issues":[]}'),
      async ({ origin }) => look(connection(origin), {}, { items: 'data.issues', fields: {} }),
    );
    expect(report).toMatchObject({
      reached: true,
      can: [{ answer: 'no' }],
      problems: [
        {
          what: expect.stringContaining('no list at `data.issues` of its answer, which has issues'),
        },
      ],
    });
  });

  it.each([
    ['{"tickets":[{"id":2,"title":"b","created_at":"2026-11-20T10:00:00Z"}]}', true],
    ['not a page', false],
  ])('continues to the second page, as a run would: %s', async (second, isThere) => {
    const list = [{ id: 1, title: 'a', created_at: '2026-11-20T10:00:00Z' }];
    const report = await served(
      (request, response) =>
        void response.end(
          request.url?.includes('at=2') === true
            ? second
            : JSON.stringify({ tickets: list, next: '/?at=2' }),
        ),
      async ({ origin }) =>
        look(connection(origin, { pages: { kind: 'url', at: 'next', last: null } })),
    );
    expect(report.sees.includes('1 record on the next')).toBe(isThere);
    expect(report.problems.map(({ what }) => what)).toEqual(
      isThere ? [] : ['the second page: its answer is not JSON'],
    );
  });

  it.each([
    [401, 'the token is not taken (401)'],
    [404, 'it answers with 404'],
    [500, 'it answers with 500'],
  ])('says that it is refused with %s', async (status, what) => {
    const report = await served(
      (_request, response) => void response.writeHead(status).end(),
      async ({ origin }) => look(connection(origin)),
    );
    expect(report).toMatchObject({ reached: false, problems: [{ what }] });
  });

  it('says that it is not JSON, or that nobody is there', async () => {
    const page = await served(
      (_request, response) => void response.end('<html>'),
      async ({ origin }) => look(connection(origin)),
    );
    expect(page).toMatchObject({
      reached: false,
      problems: [{ what: expect.stringContaining('a web page in place of JSON') }],
    });
    const server = await countingServer();
    await server.close();
    expect(await look(connection(server.origin))).toMatchObject({
      reached: false,
      problems: [{ what: `127.0.0.1:${server.port}: it takes no connections there` }],
    });
  });
});

describe('GitHub', () => {
  const github = (api: string, repository: string | null): Connection => ({
    ...core,
    kind: 'github',
    repository,
    api,
    token,
    tickets: { from: ['issues', 'discussions'], labels: [] },
  });

  it('says who one is, what is there, and what may be done', async () => {
    const repo = {
      private: true,
      open_issues_count: 12,
      default_branch: 'main',
      has_issues: true,
      has_discussions: false,
      permissions: { pull: true, triage: true, push: false },
    };
    const report = await served(
      (request, response) => {
        const headers = {
          'content-type': 'application/json',
          'x-oauth-scopes': 'repo',
          'x-ratelimit-remaining': '4990',
          'x-ratelimit-limit': '5000',
        };
        response.writeHead(200, headers);
        response.end(JSON.stringify(request.url === '/user' ? { login: 'octocat' } : repo));
      },
      async ({ origin }) => look(github(origin, null), { origin: 'git@127.0.0.1:acme/shop.git' }),
    );
    expect(report).toEqual({
      reached: true,
      as: 'octocat',
      sees: [
        'acme/shop, private, 12 open issues and pull requests, default branch main',
        '4990 of 5000 requests left this hour',
        'scopes of the token: repo',
      ],
      can: [
        { what: 'read issues', answer: 'yes' },
        { what: 'read discussions', answer: 'no' },
        { what: 'file and comment on issues', answer: 'yes' },
        { what: 'label and close issues', answer: 'yes' },
        { what: 'push branches', answer: 'no' },
        { what: 'open pull requests', answer: 'no' },
      ],
      problems: [
        {
          what: 'discussions are switched off in acme/shop',
          hint: 'Switch them on in its settings, or leave `discussions` out of `tickets.from`.',
        },
      ],
    });
  });

  it.each([
    [401, 'the token is not taken (401): it is wrong, or has expired'],
    [404, 'there is no acme/shop for that token (404)'],
  ])('says why it answers with %s', async (status, what) => {
    const report = await served(
      (_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"no"}');
      },
      async ({ origin }) => look(github(origin, 'acme/shop')),
    );
    expect(report).toMatchObject({ reached: false, problems: [{ what }] });
  });

  it('says what the token may not read, as only asking for it shows', async () => {
    const { can, problems } = await served(
      (request, response) => {
        const isIssues = request.url?.startsWith('/repos/acme/shop/issues') === true;
        response.writeHead(isIssues ? 403 : 200, { 'content-type': 'application/json' });
        const said = {
          '/user': { login: 'octocat' },
          '/repos/acme/shop': { has_issues: true, has_discussions: true },
          '/graphql': { errors: [{ type: 'FORBIDDEN', message: 'Resource not accessible' }] },
        };
        const found = Object.entries(said).find(([path]) => path === request.url);
        response.end(JSON.stringify(found?.[1] ?? { message: 'Resource not accessible' }));
      },
      async ({ origin }) => look(github(origin, 'acme/shop')),
    );
    expect(can.slice(0, 2)).toEqual([
      { what: 'read issues', answer: 'no' },
      { what: 'read discussions', answer: 'no' },
    ]);
    expect(problems.map(({ what }) => what)).toEqual([
      'the token may not read issues: it answers with 403',
      'the token may not read discussions: Resource not accessible',
    ]);
  });

  it('says that no repository is known, and where it may not be asked', async () => {
    expect(await look(github('https://api.github.com', null))).toMatchObject({
      problems: [{ hint: 'Add `repository: owner/name` to connections.it.' }],
    });
    const near = github('http://169.254.169.254', 'a/b');
    expect(await look(near)).toMatchObject({
      reached: false,
      problems: [{ what: expect.stringContaining('metadata service') }],
    });
  });
});

describe('GitLab', () => {
  it('says the role of the token', async () => {
    const project = {
      visibility: 'internal',
      default_branch: 'main',
      merge_requests_access_level: 'enabled',
      permissions: { project_access: { access_level: 30 }, group_access: null },
    };
    const paths: string[] = [];
    const report = await served(
      (request, response) => {
        paths.push(`${request.url ?? ''} ${String(request.headers['private-token'])}`);
        response.end(JSON.stringify(request.url === '/user' ? { username: 'tanuki' } : project));
      },
      async ({ origin }) =>
        look({ ...core, kind: 'gitlab', project: 'acme/shop', api: origin, token }),
    );
    expect(paths).toEqual([`/user ${SECRET}`, `/projects/acme%2Fshop ${SECRET}`]);
    expect(report).toEqual({
      reached: true,
      as: 'tanuki',
      sees: ['acme/shop, internal, default branch main', 'the token is there as developer'],
      can: [
        { what: 'push branches', answer: 'unknown' },
        { what: 'open merge requests', answer: 'yes' },
      ],
      problems: [],
    });
  });
});

it('a credential that is missing is named', async () => {
  const connection: Connection = {
    ...core,
    kind: 'gitlab',
    project: 'a/b',
    api: 'http://127.0.0.1:9',
    token: { kind: 'env', name: 'NOT_THERE' },
  };
  await expect(look(connection)).rejects.toMatchObject({ message: 'env:NOT_THERE is not set' });
  const inFile: Connection = { ...connection, token: { kind: 'file', path: '/not/there' } };
  await expect(look(inFile)).rejects.toMatchObject({
    message: 'file:/not/there is not there',
    hint: 'Write the secret into its first line, where the daemon runs, too, and make it readable only by you: chmod 600',
  });
});
