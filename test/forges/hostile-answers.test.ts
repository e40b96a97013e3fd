/** What a server may answer that is nothing of what was asked for. */
import { createServer } from 'node:http';

import { expect, it, onTestFinished } from 'vitest';

import { githubTracker } from '../../src/connectors/github/github-tracker.ts';
import { githubClient } from '../../src/forges/github/github-client.ts';
import { githubForge } from '../../src/forges/github/github-forge.ts';
import { gitlabForge } from '../../src/forges/gitlab/gitlab-forge.ts';
import { fakeClock } from '../kit/fake-clock.ts';
import { githubConnection, githubEnv } from '../kit/github/github-connection.ts';
import { githubState } from '../kit/github/github-state.ts';
import { shaOf } from '../kit/match-request.ts';

interface Answering {
  readonly api: string;
  readonly asked: { readonly path: string; readonly token: string }[];
}

async function answering(
  answer: (path: string) => {
    readonly body: string;
    readonly link?: string;
    readonly status?: number;
  },
): Promise<Answering> {
  const asked: { path: string; token: string }[] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', token: request.headers.authorization ?? '' });
    const { body, link, status = 200 } = answer(request.url ?? '');
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(link === undefined ? {} : { link }),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { api: `http://127.0.0.1:${port}`, asked };
}

async function trackerAt(api: string) {
  const connection = githubConnection({ api, state: githubState() });
  const client = await githubClient(connection, githubEnv, { retryMs: 1, learn: () => undefined });
  return githubTracker(client, { owner: 'harbour', repo: 'lamps' });
}

it('a page elsewhere is not asked for, and no token goes there', async () => {
  const elsewhere = await answering(() => ({ body: '[]' }));
  const here = await answering((path) =>
    path === '/user'
      ? { body: '{"login":"ada"}' }
      : { body: '[]', link: `<${elsewhere.api}/next>; rel="next"` },
  );
  const tracker = await trackerAt(here.api);
  expect(await tracker.ours()).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('leads elsewhere'),
  });
  expect(elsewhere.asked).toEqual([]);
  expect(here.asked).toHaveLength(2);
});

it('pages without an end are left after some', async () => {
  const here = await answering((path) =>
    path === '/user' ? { body: '{"login":"ada"}' } : { body: '[]', link: '</again>; rel="next"' },
  );
  const tracker = await trackerAt(here.api);
  const ours = await tracker.ours();
  expect(here.asked.length).toBeLessThan(40);
  expect(ours.kind).not.toBe('limited');
});

const MANY = JSON.stringify(Array.from({ length: 300_000 }, () => 0));
const DEEP = `{"message":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
const SHA = shaOf('a commit');
const LIES = [
  ['more entries than fit into a call', 200, MANY],
  ['the same within a field', 200, `{"check_runs":${MANY},"statuses":${MANY},"notes":${MANY}}`],
  ['the page of a proxy', 200, '<html>Log in</html>'],
  ['a refusal nested without an end', 422, DEEP],
] as const;

it.each(LIES)('%s is not a list, and nothing is thrown', async (_what, status, body) => {
  const here = await answering(() => ({ body, status }));
  const env = githubEnv;
  const learn = (): void => undefined;
  const connection = githubConnection({ api: here.api, state: githubState() });
  const hub = await githubForge({ connection, repository: 'a/b', env, retryMs: 1, learn });
  const lab = await gitlabForge(
    {
      kind: 'gitlab',
      name: 'gitlab',
      private: true,
      ca: null,
      project: null,
      api: here.api,
      token: connection.token,
    },
    'a/b',
    { env, clock: fakeClock(), learn },
  );
  for (const forge of [hub, lab])
    for (const told of [
      await forge.find('work'),
      await forge.checks(SHA, 1),
      await forge.remarks(1, null),
    ])
      expect(['no-answer', 'refused']).toContain(told.kind);
  const tracker = await trackerAt(here.api);
  for (const told of [await tracker.ours(), await tracker.comments(1, null)])
    expect(['no-answer', 'refused']).toContain(told.kind);
});

const ODD = ['null', '42', '"text"', '[]', '{}', '[[[[]]]]', '[null]', '<html>', '{"number":1}'];
const AT = '2026-11-22T07:00:00Z';
const WHOLE = {
  number: 1,
  updated_at: AT,
  repository_url: 'https://api.github.com/repos/harbour/lamps',
  labels: [],
};
const FIELDS = [
  { body: 42, title: {}, labels: null, user: 'x', state: [], assignee: 0 },
  { body: null, title: 'a\u001b[2J', labels: [null, 3, { name: [] }], user: { login: 7 } },
  { html_url: 'javascript:alert(1)', repository_url: null, closed_by: [], node_id: {} },
  { html_url: 'data:text/html,x', created_at: {}, closed_at: 'never', comments: '9', user: null },
  { __proto__x: 1, constructor: { prototype: { polluted: true } } },
].map((change) => JSON.stringify({ ...WHOLE, ...change }));

it.each([...ODD, ...FIELDS])('an issue that is none is no more than that: %s', async (body) => {
  const here = await answering(() => ({ body }));
  const tracker = await trackerAt(here.api);
  for (const told of [
    await tracker.read(1),
    await tracker.change(1, { state: 'open' }),
    await tracker.create({ title: 'a', body: 'b', labels: [] }),
  ]) {
    expect(['told', 'no-answer']).toContain(told.kind);
    if (told.kind !== 'told') continue;
    const issue = told.value;
    for (const text of [issue.title, issue.body, issue.author, issue.url, issue.nodeId])
      expect(typeof text).toBe('string');
    expect(issue.url).not.toMatch(/^(javascript|data):/);
    expect(issue.title).not.toContain('\u001b');
    expect(issue.labels.every((label) => typeof label === 'string')).toBe(true);
    expect(Number.isNaN(Date.parse(issue.closedAt ?? issue.updatedAt))).toBe(false);
  }
  for (const told of [await tracker.comments(1, null), await tracker.ours(), await tracker.me()])
    expect(['told', 'no-answer']).toContain(told.kind);
});
