import type { AddressInfo } from 'node:net';

import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { lookAt } from '../../../src/app/connect/checks.ts';
import type { ConnectReport } from '../../../src/domain/connect-report.ts';
import type { Connection } from '../../../src/domain/connection.ts';
import { countingServer, type CountingServer } from '../../kit/counting-server.ts';
import { makePrivateAuthority, type PrivateAuthority } from '../../kit/private-authority.ts';
import { stillClock } from '../../kit/still-clock.ts';

const SECRET = 'correct-horse-battery';
const env = { SECRET, HOME: '/nonexistent' };
const token = { kind: 'env', name: 'SECRET' } as const;
const core = { name: 'it', private: true, ca: null };

let learned: string[] = [];

async function look(
  connection: Connection,
  more: { readonly origin?: string; readonly sendTo?: string } = {},
  reading: Parameters<typeof lookAt>[2] = { items: null, fields: {} },
): Promise<ConnectReport> {
  learned = [];
  const report = await lookAt(
    connection,
    {
      env,
      clock: stillClock('2026-11-22T07:00:00Z'),
      timezone: 'UTC',
      learn: (secrets) => learned.push(...secrets.map(({ value }) => value)),
      origin: more.origin ?? null,
      sendTo: more.sendTo ?? null,
      signal: AbortSignal.timeout(15_000),
    },
    reading,
  );
  expect(JSON.stringify(report)).not.toContain(SECRET);
  return report;
}

async function served<T>(
  answer: Parameters<typeof countingServer>[0],
  use: (server: CountingServer) => Promise<T>,
): Promise<T> {
  const server = await countingServer(answer);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

describe('a list over http', () => {
  const connection = (url: string): Connection => ({
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
    expect(learned).toEqual([SECRET]);
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

  it('says that it is no JSON, or that nobody is there', async () => {
    const page = await served(
      (_request, response) => void response.end('<html>'),
      async ({ origin }) => look(connection(origin)),
    );
    expect(page).toMatchObject({ can: [{ answer: 'no' }], problems: [{ what: 'it is not JSON' }] });
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

describe('a webhook', () => {
  it('is dialled and sent nothing', async () => {
    const server = await countingServer();
    const report = await look({
      ...core,
      kind: 'webhook',
      url: { kind: 'text', text: `${server.origin}/hook` },
      secret: null,
      body: 'slack',
      headers: {},
    });
    expect(report).toMatchObject({
      reached: true,
      sees: [`127.0.0.1:${server.port} takes connections`],
      can: [{ what: 'send messages (slack)', answer: 'unknown' }],
    });
    expect([server.reached(), server.asked]).toEqual([1, []]);
    await server.close();
  });
});

describe('a mail server', () => {
  let authority: PrivateAuthority;
  const running: SMTPServer[] = [];
  const mails: string[] = [];
  beforeAll(() => {
    authority = makePrivateAuthority();
  });
  afterAll(async () => {
    authority.remove();
    await Promise.all(
      running.map(async (server) => new Promise<void>((resolve) => server.close(resolve))),
    );
  });

  async function mailServer(options: SMTPServerOptions = {}): Promise<number> {
    const server = new SMTPServer({
      ...authority.certify(['DNS:localhost', 'IP:127.0.0.1']),
      onAuth: ({ username, password }, _session, done) =>
        username === 'rounds' && password === SECRET
          ? done(null, { user: username })
          : done(new Error('no')),
      onData: (stream, _session, done) => {
        let text = '';
        stream.setEncoding('utf8');
        stream.on('data', (chunk: string) => (text += chunk));
        stream.on('end', () => {
          mails.push(text);
          done();
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    running.push(server);
    return new Promise((resolve) => {
      const listening = server.listen(0, '127.0.0.1', () => {
        const address: AddressInfo | string | null = listening.address();
        resolve(address === null || typeof address === 'string' ? 0 : address.port);
      });
    });
  }

  const smtp = (port: number, more: object = {}): Connection => ({
    ...core,
    ca: authority.caFile,
    kind: 'smtp',
    host: 'localhost',
    port,
    security: 'starttls',
    user: 'rounds',
    password: token,
    from: 'Rounds <rounds@example.com>',
    replyTo: null,
    ...more,
  });

  it('is asked for STARTTLS and the log-in, and gets a mail only where one is wanted', async () => {
    const port = await mailServer();
    expect(await look(smtp(port))).toEqual({
      reached: true,
      as: 'rounds',
      sees: [`localhost:${port}, TLS by STARTTLS`],
      can: [
        { what: 'log in', answer: 'yes' },
        { what: 'send as Rounds <rounds@example.com>', answer: 'unknown' },
      ],
      problems: [],
    });
    expect(mails).toEqual([]);
    const sent = await look(smtp(port), { sendTo: 'me@example.com' });
    expect(sent.sees[1]).toContain('sent to me@example.com');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Subject: Roundsman can send mail');
  });

  it('was reached where it takes the log-in and not the mail, which is told in its words', async () => {
    const port = await mailServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('no such user here'), { responseCode: 550 })),
    });
    expect(await look(smtp(port), { sendTo: 'me@example.com' })).toMatchObject({
      reached: true,
      as: 'rounds',
      can: [
        { what: 'log in', answer: 'yes' },
        { what: 'send as Rounds <rounds@example.com>', answer: 'no' },
      ],
      problems: [{ what: 'a mail to me@example.com is not taken: 550 no such user here' }],
    });
  });

  it('says that the log-in is wrong', async () => {
    const port = await mailServer();
    expect(await look(smtp(port, { user: 'other' }))).toMatchObject({
      reached: false,
      problems: [{ what: 'the log-in is not taken' }],
    });
  });

  it('never sends the password in the clear', async () => {
    const tried: string[] = [];
    const port = await mailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username = '' }, _session, done) => {
        tried.push(username);
        done(null, { user: username });
      },
    });
    expect(await look(smtp(port))).toMatchObject({ reached: false });
    expect(await look(smtp(port, { ca: null }))).toMatchObject({ reached: false });
    expect(tried).toEqual([]);
  });

  it('says that its certificate is signed by nobody, or is for another name', async () => {
    const port = await mailServer({ ...authority.certify(['DNS:other.example']), secure: true });
    expect(await look(smtp(port, { security: 'tls' }))).toMatchObject({
      reached: false,
      problems: [{ what: expect.stringMatching(/certificate is for another name/) }],
    });
    const unsigned = await mailServer({ secure: true });
    expect(await look(smtp(unsigned, { security: 'tls', ca: null }))).toMatchObject({
      reached: false,
    });
  });

  it('in the clear is one of this machine', async () => {
    const port = await mailServer({ disabledCommands: ['STARTTLS'], authOptional: true });
    const plain = { security: 'none', user: null, password: null };
    expect(await look(smtp(port, plain))).toMatchObject({
      reached: true,
      sees: [`localhost:${port}, in the clear, on this machine`],
    });
    const far = { ...plain, host: '10.0.0.1' };
    expect(await look(smtp(port, far))).toMatchObject({
      reached: false,
      problems: [{ what: '10.0.0.1 is at an address of another machine, which is not asked for' }],
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
    hint: 'Write the secret into its first line, where the daemon runs, too; then nobody else is to read it: chmod 600',
  });
});
