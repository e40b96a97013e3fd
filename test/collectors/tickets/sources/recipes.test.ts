/** The recipes of docs/connections-recipes.md, each as it stands on the page, against a server in the service's form. */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';

import { parseWorkspace } from '../../../../src/routines/parse-workspace.ts';
import type { HttpConnection } from '../../../../src/words/connection.ts';
import { bytesOf, context, routineOf } from '../../../kit/definitions.ts';
import { listServer, type ListAnswer, type ListCall } from '../../../kit/list-server.ts';
import { sourceWorld, window } from './source-world.ts';

const PAGE = readFileSync('docs/connections-recipes.md', 'utf8');
const KEY = 'recipe-key-0123456789';
const DAY = window('21T07:00', '22T07:00');

/** What a section has for roundsman.yaml, and for the routine. */
function blocks(section: string): readonly string[] {
  const text = PAGE.split(/^## /m).find((one) => one.startsWith(`${section}\n`)) ?? '';
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
  return yaml.split('# in the routine\n');
}

/** As the page has it, but for the host. */
function connectionOf(section: string, base: string | null) {
  const [yaml = ''] = blocks(section);
  const written = parse(yaml);
  const [name = ''] = Object.keys(written.connections);
  const one = written.connections[name];
  if (base !== null) {
    const { pathname, search } = new URL(one.url);
    Object.assign(one, { url: base + pathname + search, private: true });
  }
  const { config, problems } = parseWorkspace(bytesOf(stringify(written)), {
    folderName: 'shop',
    hostTimezone: 'Europe/Berlin',
  });
  expect(problems).toEqual([]);
  const [connection] = config.connections;
  if (connection === undefined) throw new Error(`${section} has no connection`);
  return { connection, workspace: config };
}

function ruleOf(section: string) {
  const { workspace } = connectionOf(section, null);
  const [, yaml = ''] = blocks(section);
  const rest = 'on: manual\nagent: { engine: builtin, builtin: ticket-digest }\n';
  const { collect } = routineOf(yaml + rest, {
    context: {
      ...context,
      workspace: { ...context.workspace, connections: workspace.connections },
    },
  });
  const [rule] = collect;
  if (rule?.kind !== 'tickets') throw new Error(`${section} collects no tickets`);
  return rule;
}

async function digest(section: string, answer: (call: ListCall, base: string) => ListAnswer) {
  let base = '';
  const server = await listServer((call) => answer(call, base));
  base = server.base;
  const { connection } = connectionOf(section, base);
  if (connection.kind !== 'http') throw new Error(`${section} is ${connection.kind}`);
  const world = sourceWorld(connection, {
    timezone: 'Europe/Berlin',
    env: { [variableOf(connection)]: KEY },
  });
  const facts = await world.run(DAY, { rule: ruleOf(section) });
  return { server, facts };
}

function variableOf({ token }: HttpConnection): string {
  if (token?.kind !== 'env') throw new Error('its token is in no variable');
  return token.name;
}

describe('the recipe for', () => {
  it('GitLab asks with its header, and follows Link', async () => {
    const issue = (iid: number) => ({
      id: 9_000 + iid,
      iid,
      project_id: 42,
      title: `Issue ${iid}`,
      description: 'It **fails**.',
      state: 'opened',
      created_at: '2026-11-21T09:00:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
      labels: ['bug'],
      author: { id: 7, username: 'jo', name: 'Jo Doe', state: 'active' },
      web_url: `https://gitlab.com/acme/billing/-/issues/${iid}`,
      references: { short: `#${iid}`, relative: `#${iid}`, full: `acme/billing#${iid}` },
    });
    const { server, facts } = await digest('GitLab', ({ url }, base) => {
      const page = Number(url.searchParams.get('page') ?? 1);
      const next = `<${base}${url.pathname}?page=${page + 1}&per_page=100>; rel="next", <${base}/first>; rel="first"`;
      return { body: [issue(page)], headers: page === 1 ? { link: next } : {} };
    });
    expect(facts.items).toMatchObject([
      {
        id: 'acme/billing#1',
        author: 'Jo Doe',
        labels: ['bug'],
        url: 'https://gitlab.com/acme/billing/-/issues/1',
      },
      { id: 'acme/billing#2' },
    ]);
    expect(server.asked[0]?.url.pathname).toBe('/api/v4/projects/acme%2Fbilling/issues');
    expect(server.asked[0]?.url.searchParams.get('updated_after')).toBe('2026-11-21T07:00:00.000Z');
    expect(server.asked.map(({ headers }) => headers['private-token'])).toEqual([KEY, KEY]);
  });

  it('Jira asks in JQL on the clock of the workspace, and gives its mark back', async () => {
    const issue = (number: number) => ({
      expand: 'operations,changelog',
      id: `1000${number}`,
      self: `https://acme.atlassian.net/rest/api/3/issue/1000${number}`,
      key: `SUP-${number}`,
      fields: {
        summary: `Trouble ${number}`,
        description: {
          type: 'doc',
          version: 1,
          content: [
            { type: 'paragraph', content: [{ type: 'text', text: 'The export is empty.' }] },
          ],
        },
        created: '2026-11-21T10:00:00.000+0100',
        updated: '2026-11-21T10:30:00.000+0100',
        labels: ['export'],
        reporter: { accountId: 'abc', displayName: 'Jo Doe', active: true },
        priority: { id: '3', name: 'Medium' },
      },
    });
    const { server, facts } = await digest('Jira', ({ url }) =>
      url.searchParams.get('nextPageToken') === null
        ? { body: { isLast: false, nextPageToken: 'Ch0jU3', issues: [issue(1)] } }
        : { body: { isLast: true, issues: [issue(2)] } },
    );
    expect(facts.items).toMatchObject([
      {
        id: 'SUP-1',
        title: 'Trouble 1',
        body: 'The export is empty.',
        author: 'Jo Doe',
        labels: ['export'],
        createdAt: '2026-11-21T09:00:00.000Z',
      },
      { id: 'SUP-2' },
    ]);
    expect(server.asked.map(({ url }) => url.searchParams.get('jql'))).toEqual([
      'project = SUP AND updated >= "2026-11-21 08:00" ORDER BY created ASC',
      'project = SUP AND updated >= "2026-11-21 08:00" ORDER BY created ASC',
    ]);
    expect(server.asked[1]?.url.searchParams.get('nextPageToken')).toBe('Ch0jU3');
    expect(server.asked[0]?.headers.authorization).toBe(`Basic ${KEY}`);
  });

  it('Linear asks by GraphQL, with the mark in its body', async () => {
    const issue = (number: number) => ({
      identifier: `OPS-${number}`,
      title: `Trouble ${number}`,
      description: 'It fails.',
      createdAt: '2026-11-21T09:00:00.000Z',
      updatedAt: '2026-11-21T09:30:00.000Z',
      url: `https://linear.app/acme/issue/OPS-${number}/trouble`,
      priorityLabel: 'Urgent',
      creator: { name: 'Jo Doe' },
      labels: { nodes: [{ name: 'bug' }, { name: 'api' }] },
    });
    const { server, facts } = await digest('Linear', ({ body }) => {
      const { after } = JSON.parse(body).variables;
      const pageInfo = {
        hasNextPage: after === undefined,
        endCursor: after === undefined ? 'c1' : 'c2',
      };
      return {
        body: { data: { issues: { nodes: [issue(after === undefined ? 1 : 2)], pageInfo } } },
      };
    });
    expect(facts.items).toMatchObject([
      { id: 'OPS-1', author: 'Jo Doe', labels: ['bug', 'api'], urgent: expect.any(String) },
      { id: 'OPS-2' },
    ]);
    expect(server.asked.map(({ body }) => JSON.parse(body).variables)).toEqual([
      { since: '2026-11-21T07:00:00.000Z' },
      { after: 'c1', since: '2026-11-21T07:00:00.000Z' },
    ]);
    expect(server.asked[0]).toMatchObject({ method: 'POST', headers: { authorization: KEY } });
  });

  it('Zendesk follows its addresses to the end of the stream, and waits as it is told to', async () => {
    const ticket = (id: number) => ({
      id,
      url: `https://acme.zendesk.com/api/v2/tickets/${id}.json`,
      subject: `Trouble ${id}`,
      raw_subject: `Trouble ${id}`,
      description: 'It fails.',
      created_at: '2026-11-21T09:00:00Z',
      updated_at: '2026-11-21T09:30:00Z',
      requester_id: 77,
      tags: ['export'],
      status: 'open',
    });
    let asked = 0;
    const { server, facts } = await digest('Zendesk', ({ url }, base) => {
      asked += 1;
      if (asked === 2)
        return {
          status: 429,
          headers: { 'retry-after': '6' },
          body: 'Number of allowed API requests per minute exceeded',
        };
      const isFirst = url.searchParams.get('cursor') === null;
      const after = isFirst ? 'MTU3Nj' : 'MTU3Nz';
      return {
        body: {
          tickets: [ticket(isFirst ? 1 : 2)],
          after_cursor: after,
          after_url: `${base}${url.pathname}?cursor=${after}`,
          before_cursor: null,
          before_url: null,
          end_of_stream: !isFirst,
        },
      };
    });
    expect(facts.items).toMatchObject([{ id: '1', author: '77', labels: ['export'] }, { id: '2' }]);
    expect(server.asked.map(({ url }) => url.search)).toEqual([
      '?start_time=1795244400',
      '?cursor=MTU3Nj',
      '?cursor=MTU3Nj',
    ]);
    expect(facts.origin).toMatchObject({ pages: 2, requests: 3, cut: null });
  });

  it('GitHub is read as a connection and a routine', () => {
    expect(connectionOf('GitHub', null).connection).toMatchObject({
      kind: 'github',
      repository: 'acme/billing',
      tickets: { from: ['issues', 'discussions'], labels: ['support'] },
    });
    expect(ruleOf('GitHub').from).toBe('github');
  });

  it('a mailbox is read as a connection and a routine', () => {
    const section = 'A mailbox as a source';
    expect(connectionOf(section, null).connection).toMatchObject({
      kind: 'imap',
      host: 'imap.example.com',
      port: 993,
      security: 'tls',
      folder: 'INBOX',
    });
    expect(ruleOf(section).from).toBe('support');
  });

  it('every service on the page is one of these', () => {
    const sections = [...PAGE.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
    expect(sections).toEqual([
      'GitLab',
      'Jira',
      'Linear',
      'Zendesk',
      'GitHub',
      'Another service',
      'A mailbox as a source',
    ]);
  });
});
