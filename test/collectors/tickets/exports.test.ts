import { expect, test } from 'vitest';

import type { TicketFact } from '../../../src/words/ticket.ts';
import { collectFrom, problemLines } from './tickets-request.ts';

type Part = Partial<TicketFact>;

async function only(name: string, content: unknown): Promise<TicketFact> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const facts = await collectFrom({ [`tickets/${name}`]: text });
  expect(problemLines(facts)).toEqual([]);
  expect(facts.items).toHaveLength(1);
  const [ticket] = facts.items;
  if (ticket === undefined) throw new Error('no ticket');
  return ticket;
}

const EXPORTS: readonly (readonly [string, string, unknown, Part])[] = [
  [
    'GitHub, by its API',
    'issues.json',
    [
      {
        id: 2_387_462_893,
        number: 12,
        node_id: 'I_1',
        title: 'Export fails',
        body: 'It stops.\r\n<!-- fill in -->\r\nAt 50 %.',
        user: { login: 'jane' },
        labels: [
          { id: 1, name: 'bug' },
          { id: 2, name: 'export' },
        ],
        html_url: 'https://github.com/acme/shop/issues/12',
        url: 'https://api.github.com/repos/acme/shop/issues/12',
        created_at: '2026-11-20T09:15:00Z',
        comments: 3,
      },
    ],
    {
      id: 'acme/shop#12',
      title: 'Export fails',
      body: 'It stops.\n\nAt 50 %.',
      author: 'jane',
      labels: ['bug', 'export'],
      url: 'https://github.com/acme/shop/issues/12',
      createdAt: '2026-11-20T09:15:00.000Z',
    },
  ],
  [
    'GitHub, by its command line',
    'gh.json',
    [
      {
        number: 7,
        title: 'T',
        body: '',
        author: { login: 'joe', name: 'Joe' },
        labels: [],
        createdAt: '2026-11-20T09:15:00Z',
      },
    ],
    { id: '7', title: 'T', body: '', author: 'Joe', labels: [] },
  ],
  [
    'GitHub, by GraphQL',
    'graph.json',
    {
      data: {
        repository: {
          issues: {
            edges: [
              {
                node: { number: 3, title: 'T', bodyText: 'b', labels: { nodes: [{ name: 'x' }] } },
              },
            ],
          },
        },
      },
    },
    { id: '3', title: 'T', body: 'b', labels: ['x'] },
  ],
  [
    'GitLab',
    'gitlab.json',
    [
      {
        id: 900,
        iid: 4,
        title: 'T',
        description: 'd',
        author: { name: 'Jane', username: 'j' },
        labels: ['a'],
        web_url: 'https://gitlab.example/acme/web/app/-/issues/4',
        created_at: '2026-11-20T10:15:00.000+01:00',
      },
    ],
    {
      id: 'acme/web/app#4',
      body: 'd',
      author: 'Jane',
      labels: ['a'],
      createdAt: '2026-11-20T09:15:00.000Z',
    },
  ],
  [
    'Jira, by its API',
    'jira.json',
    {
      startAt: 0,
      total: 1,
      issues: [
        {
          id: '10001',
          key: 'PR-1',
          self: 'https://acme.example/rest/api/3/issue/10001',
          fields: {
            summary: 'S',
            description: {
              type: 'doc',
              version: 1,
              content: [
                { type: 'paragraph', content: [{ type: 'text', text: 'one' }] },
                { type: 'paragraph', content: [{ type: 'text', text: 'two' }] },
              ],
            },
            created: '2026-11-20T09:15:00.000+0000',
            reporter: { displayName: 'Jane Doe', emailAddress: 'jane@example.com' },
            labels: ['web'],
            priority: { name: 'Highest' },
          },
        },
      ],
    },
    {
      id: 'PR-1',
      title: 'S',
      body: 'one\ntwo',
      author: 'Jane Doe',
      labels: ['web'],
      urgent: 'Highest',
      url: 'https://acme.example/browse/PR-1',
      createdAt: '2026-11-20T09:15:00.000Z',
    },
  ],
  [
    'Jira, as a table',
    'jira.csv',
    'Summary,Issue key,Issue id,Reporter,Created,Labels,Labels,Description\nS,PR-1,10001,Jane,20/Nov/26 9:15 PM,a,b,"two\nlines"\n',
    {
      id: 'PR-1',
      title: 'S',
      body: 'two\nlines',
      author: 'Jane',
      labels: ['a', 'b'],
      createdAt: '2026-11-20T21:15:00.000Z',
    },
  ],
  [
    'Zendesk, by its API',
    'zendesk.json',
    {
      tickets: [
        {
          id: 35,
          subject: 'S',
          description: 'd',
          created_at: '2026-11-20T09:15:00Z',
          requester_id: 20,
          tags: ['a', 'b'],
          priority: 'urgent',
          url: 'https://acme.example/api/v2/tickets/35.json',
        },
      ],
      count: 1,
      next_page: null,
    },
    { id: '35', title: 'S', body: 'd', labels: ['a', 'b'], urgent: 'urgent', author: null },
  ],
  [
    'Zendesk, one ticket a file',
    'zendesk-35.json',
    { ticket: { id: 35, subject: 'S', description: 'd', comments: [{ body: 'not this one' }] } },
    { id: '35', title: 'S', body: 'd' },
  ],
  [
    'Linear',
    'linear.json',
    {
      data: {
        issues: {
          nodes: [
            {
              id: '8c2',
              identifier: 'ENG-12',
              title: 'T',
              description: 'd',
              priority: 1,
              priorityLabel: 'Urgent',
              createdAt: '2026-11-20T09:15:00.000Z',
              labels: { nodes: [{ name: 'bug' }] },
              creator: { name: 'Jane' },
              url: 'https://linear.app/acme/issue/ENG-12',
            },
          ],
        },
      },
    },
    { id: 'ENG-12', title: 'T', body: 'd', labels: ['bug'], author: 'Jane', urgent: 'Urgent' },
  ],
  [
    'Intercom',
    'intercom.json',
    {
      type: 'conversation.list',
      conversations: [
        {
          type: 'conversation',
          id: '1295',
          created_at: 1_795_166_100,
          title: null,
          source: {
            subject: '<p>Hello</p>',
            body: '<p>Where is <b>it</b>?</p><p>Thanks</p>',
            author: { type: 'user', name: 'Jane', email: 'jane@example.com' },
          },
          tags: { type: 'tag.list', tags: [{ id: '1', name: 'billing' }] },
        },
      ],
    },
    {
      id: '1295',
      title: 'Hello',
      body: 'Where is it?',
      author: 'Jane',
      labels: ['billing'],
      createdAt: '2026-11-20T09:15:00.000Z',
    },
  ],
  [
    'Freshdesk',
    'freshdesk.json',
    [
      {
        id: 20,
        subject: 'S',
        description: '<div>html</div>',
        description_text: 'plain',
        priority: 4,
        created_at: '2026-11-20T09:15:00Z',
        requester: { id: 1, name: 'Jane', email: 'jane@example.com' },
        tags: [],
      },
    ],
    { id: '20', title: 'S', body: 'plain', author: 'Jane', urgent: null },
  ],
  [
    'Freshdesk, as a table',
    'freshdesk.csv',
    'Ticket ID;Subject;Description;Priority;Created time;Full name;Email;Tags\n20;S;d;Urgent;2026-11-20 09:15:00;Jane;jane@example.com;"a,b"\n',
    { id: '20', title: 'S', body: 'd', urgent: 'Urgent', author: 'Jane', labels: ['a', 'b'] },
  ],
  [
    'Help Scout',
    'helpscout.json',
    {
      _embedded: {
        conversations: [
          {
            id: 10,
            number: 12,
            subject: 'S',
            preview: 'p',
            createdAt: '2026-11-20T09:15:00Z',
            primaryCustomer: { id: 1, first: 'Jane', last: 'Doe' },
            tags: [{ id: 9, tag: 'refund' }],
            _embedded: { threads: [{ body: 'the text' }] },
            _links: { web: { href: 'https://secure.example/conversation/10' } },
          },
        ],
      },
      page: { size: 1 },
    },
    {
      id: '10',
      title: 'S',
      body: 'the text',
      author: 'Jane Doe',
      labels: ['refund'],
      url: 'https://secure.example/conversation/10',
    },
  ],
  [
    'a plain table with tabs',
    'plain.tsv',
    'id\ttitle\tbody\n1\tT\t"a ""b"""\n',
    { id: '1', title: 'T', body: 'a "b"' },
  ],
  [
    'a table with a byte order mark',
    'bom.csv',
    '\ufeffid,title\r\n1,T\r\n',
    { id: '1', title: 'T', source: 'tickets/bom.csv:2' },
  ],
  [
    'a table that names its separator',
    'sep.csv',
    'sep=;\nid;title\n1;a,b\n',
    { id: '1', title: 'a,b', source: 'tickets/sep.csv:3' },
  ],
  ['JSON lines', 'a.ndjson', '\n{"id":1,"title":"T"}\n', { id: '1', source: 'tickets/a.ndjson:2' }],
  [
    'Markdown with front matter',
    'a.md',
    '---\r\nid: "SUP-1"\r\ntitle: \'It is: broken\'\r\ndate: 2026-11-20 09:15 # local\r\nlabels:\r\n  - web\r\n  - "a b"\r\nauthor: jane@example.com\r\n---\r\n\r\n# Not the title\r\n\r\nText\r\n',
    {
      id: 'SUP-1',
      title: 'It is: broken',
      body: '# Not the title\n\nText',
      labels: ['web', 'a b'],
      author: '[email]',
      createdAt: '2026-11-20T09:15:00.000Z',
    },
  ],
  [
    'Markdown with a heading',
    'b.markdown',
    '```\n# no heading\n```\n\n## The *title* ##\n\nText',
    { title: 'The *title*', body: '```\n# no heading\n```\n\nText', createdAt: null },
  ],
  [
    'Markdown without a heading',
    'c.md',
    '\nJust text\n\nmore',
    { title: 'Just text', body: 'Just text\n\nmore' },
  ],
];

test.each(EXPORTS)('%s is read by its usual names', async (...[, name, content, wanted]) => {
  expect(await only(name, content)).toMatchObject(wanted);
});

test('what comes in UTF-16, or in Windows-1252, is read as such', async () => {
  const wide = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from('id,title\n1,Grüße\n', 'utf16le'),
  ]);
  const facts = await collectFrom({
    'tickets/wide.csv': wide,
    'tickets/west.csv': Buffer.from('id,title\n2,Gr\u00fc\u00dfe\n', 'latin1'),
  });
  expect(facts.items.map(({ title }) => title)).toEqual(['Grüße', 'Grüße']);
  expect(problemLines(facts)).toEqual([
    'tickets/west.csv: not all of it is UTF-8: read as Windows-1252',
  ]);
});

test('fields that are named are read from there, and nowhere else', async () => {
  const record = {
    id: 'x',
    key: { no: 9 },
    title: 'not this',
    head: { 'a.b': 'this' },
    tags: ['t'],
    'odd.name': 'odd',
  };
  const facts = await collectFrom(
    {
      'tickets/a.json': JSON.stringify({
        deep: { list: [record] },
        tickets: [{ title: 'wrong list' }],
      }),
    },
    {
      rule: {
        items: 'deep.list',
        fields: { id: 'key.no', title: 'head', body: 'odd.name', labels: 'none' },
      },
    },
  ).catch((error: unknown) => error);
  expect(facts).toMatchObject({
    reason: 'field-unknown',
    message: '`tickets.fields.labels` names `none`, which no record has',
  });
  const good = await collectFrom(
    { 'tickets/a.json': JSON.stringify({ deep: { list: [record] } }) },
    { rule: { items: 'deep.list', fields: { id: 'key.no', title: 'odd.name', body: 'tags.0' } } },
  );
  expect(good.items[0]).toMatchObject({ id: '9', title: 'odd', body: 't' });
});

test('a slip in a field name is told with the names that are there', async () => {
  await expect(
    collectFrom(
      { 'tickets/a.json': '[{"id":1,"fields":{"summary":"S"}}]' },
      { rule: { fields: { title: 'fields.sumary' } } },
    ),
  ).rejects.toMatchObject({
    hint: 'Did you mean `fields.summary`? There are: id, fields, fields.summary.',
  });
});

test('a ticket without an id has one made of its content, the same each time', async () => {
  const files = { 'tickets/a.jsonl': '{"title":"a"}\n{"title":"b"}\n{"title":"a"}\n' };
  const [one, two] = [await collectFrom(files), await collectFrom(files)];
  expect(one.items.map(({ id }) => id)).toEqual(two.items.map(({ id }) => id));
  expect(new Set(one.items.map(({ id }) => id)).size).toBe(2);
  expect(one.leftOut.repeated).toBe(1);
});

test('an id that is an address or very long is told as a hash', async () => {
  const facts = await collectFrom({
    'tickets/a.json': JSON.stringify([
      { id: 'jane@example.com', title: 'a' },
      { id: 'x'.repeat(5_000), title: 'b' },
    ]),
  });
  for (const { id } of facts.items) expect(id).toMatch(/^i-[0-9a-f]{12}$/);
});

test('of two records of one id the last changed counts, then the fuller one', async () => {
  const facts = await collectFrom({
    'tickets/a.jsonl': [
      { id: 1, title: 'new', updated_at: '2026-11-20T10:00:00Z' },
      { id: 1, title: 'old', updated_at: '2026-11-19T10:00:00Z', body: 'long' },
      { id: 2, title: 'full', body: 'b', labels: ['x'] },
      { id: 2, title: 'bare' },
    ]
      .map((one) => JSON.stringify(one))
      .join('\n'),
  });
  expect(facts.items.map(({ title }) => title)).toEqual(['new', 'full']);
  expect(facts.leftOut.repeated).toBe(2);
  expect(facts.coverage).toEqual({ examined: 4, found: 2 });
});

test('what is not a ticket is a problem with its place', async () => {
  const facts = await collectFrom({
    'tickets/a.json': '[{"id":1,"state":"open"},7,{"title":"T"},{}]',
    'tickets/b.csv': 'id,title\n1,one,two\n2,\n"3,broken\n',
    'tickets/c.jsonl': '{"title":"ok"}\n{"title":\n[]\n',
    'tickets/d.json': '{"a":',
    'tickets/e.json': '{"a":[1,2]}',
    'tickets/f.json': '"text"',
  });
  expect(problemLines(facts)).toEqual([
    'tickets/a.json, record 2: not a ticket: it is not an object',
    'tickets/b.csv:4: not a ticket: a quote is not closed before the end of the file',
    'tickets/b.csv:2: 3 values for 2 columns: the rest is left out',
    'tickets/c.jsonl:2: not a ticket: it is not JSON',
    'tickets/c.jsonl:3: not a ticket: it is not an object',
    'tickets/d.json: it is not JSON',
    'tickets/f.json: it is neither a list nor an object',
    'tickets/a.json, record 1: not a ticket: neither a title nor a body was found (it has id, state)',
    'tickets/a.json, record 4: not a ticket: neither a title nor a body was found (it is empty)',
    'tickets/b.csv:3: not a ticket: neither a title nor a body was found (it has id, title)',
    'tickets/e.json: not a ticket: neither a title nor a body was found (it has a)',
  ]);
});

test('an export without tickets is empty, and no problem', async () => {
  const facts = await collectFrom({
    'tickets/a.json': '{"tickets":[],"count":0}',
    'tickets/b.json': '[]',
    'tickets/c.csv': 'id,title\n',
    'tickets/d.jsonl': '',
  });
  expect(facts.items).toEqual([]);
  expect(problemLines(facts)).toEqual([]);
});
