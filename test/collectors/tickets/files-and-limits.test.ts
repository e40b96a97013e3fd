import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { collectTickets } from '../../../src/collectors/tickets/collect-tickets.ts';
import { collectFrom, folderOf, problemLines, ticketsRequest } from './tickets-request.ts';

const ONE = '{"id":1,"title":"T"}\n';

test('a folder is read down to its last folder, sorted, without what is hidden or a link', async () => {
  const root = folderOf({
    'tickets/b.jsonl': '{"id":"b","title":"T"}',
    'tickets/a/z.jsonl': '{"id":"az","title":"T"}',
    'tickets/.hidden.jsonl': ONE,
    'tickets/.git/x.jsonl': ONE,
    'tickets/.private/x.jsonl': ONE,
    'tickets/.DS_Store': 'x',
    'tickets/README.md': '# About',
    'tickets/picture.PNG': 'x',
    'tickets/other.PNG': 'x',
    'tickets/LICENSE': 'x',
    'elsewhere.jsonl': ONE,
  });
  symlinkSync(join(root, 'elsewhere.jsonl'), join(root, 'tickets', 'link.jsonl'));
  symlinkSync(root, join(root, 'tickets', 'folder-link'));
  mkdirSync(join(root, 'tickets', 'empty'));
  const said: string[] = [];
  const facts = await collectTickets(ticketsRequest(root, { progress: (text) => said.push(text) }));
  expect(facts.items.map(({ source }) => source)).toEqual([
    'tickets/a/z.jsonl:1',
    'tickets/b.jsonl:1',
  ]);
  expect(problemLines(facts)).toEqual([
    'tickets/.hidden.jsonl: not read: it is hidden',
    'tickets/.private: not read: it is a hidden folder',
    'tickets/README.md: not read: a README is not a ticket',
    'tickets/folder-link: not read: it is a symbolic link to a folder',
    'tickets/link.jsonl: not read: it is a symbolic link',
    'tickets: not read: 1 file without an ending, which goes with no format',
    'tickets: not read: 2 files ending in .PNG, which goes with no format',
  ]);
  expect(said).toEqual([
    'listing tickets',
    'reading 2 files',
    'reading 2 records',
    'grouping 2 tickets',
  ]);
});

test('automatic replies are counted, and are no tickets', async () => {
  const titles = [
    'Automatic reply: Your invoice',
    'Re: Out of office',
    'Automatische Antwort: Rechnung',
    'Out of office replies reach our customers',
    'Automatic replies do not stop',
  ];
  const lines = titles.map((title, index) => JSON.stringify({ id: index + 1, title }));
  const root = folderOf({ 'tickets/a.jsonl': lines.join('\n') });
  const { items, leftOut } = await collectTickets(ticketsRequest(root));
  expect(items.map(({ id }) => id)).toEqual(['4', '5']);
  expect(leftOut).toEqual({ told: 0, afterWindow: 0, repeated: 0, automatic: 3 });
});

test('a single file, an absolute path and one under the home folder are read alike', async () => {
  const root = folderOf({ 'in/a.jsonl': ONE, 'in/b.txt': ONE });
  const paths = ['in/a.jsonl', './in/a.jsonl', join(root, 'in'), '~/in/a.jsonl'];
  for (const path of paths) {
    const facts = await collectTickets(ticketsRequest(root, { home: root, rule: { path } }));
    expect(facts.items.map(({ id }) => id)).toEqual(['1']);
  }
  const named = await collectTickets(
    ticketsRequest(root, { rule: { path: 'in/b.txt', format: 'jsonl' } }),
  );
  expect(named.items).toHaveLength(1);
  await expect(
    collectTickets(ticketsRequest(root, { rule: { path: 'in/b.txt' } })),
  ).rejects.toMatchObject({
    message: 'in/b.txt: no format goes by the ending of this file',
    hint: 'Give `tickets` a `format`: json, jsonl, csv, markdown, eml or mbox.',
  });
});

test('a path that leads nowhere is told with what to write', async () => {
  const root = folderOf({ 'a.jsonl': ONE });
  await expect(collectTickets(ticketsRequest(root))).rejects.toMatchObject({
    code: 'missing',
    message: `there is no file or folder tickets (looked at ${join(root, 'tickets')})`,
    hint: 'Put the tickets there, or give `tickets.path` the file or folder that has them: relative to the repository, absolute, or under `~/`.',
  });
  await expect(collectTickets(ticketsRequest(root, { root: null }))).rejects.toMatchObject({
    message: 'tickets is relative to a checkout, and this repository is bare',
    hint: 'Give `tickets.path` an absolute path, or one that begins with `~/`.',
  });
  await expect(
    collectTickets(ticketsRequest(root, { rule: { path: '~/x' } })),
  ).rejects.toMatchObject({
    message: '~/x is under the home folder, and HOME is not set',
  });
  await expect(
    collectTickets(ticketsRequest(root, { rule: { path: '/dev/null' } })),
  ).rejects.toMatchObject({
    message: '/dev/null is neither a file nor a folder',
  });
});

test('a link in the repository is not followed out of it', async () => {
  const outside = folderOf({ 'secret/a.jsonl': ONE });
  const root = folderOf({ 'x.txt': '' });
  symlinkSync(outside, join(root, 'way'));
  symlinkSync(join(outside, 'secret'), join(root, 'tickets'));
  await expect(collectTickets(ticketsRequest(root))).rejects.toMatchObject({
    message: 'tickets is a symbolic link',
    hint: `Write the path it leads to as \`tickets.path\`: ${join(outside, 'secret')}.`,
  });
  await expect(
    collectTickets(ticketsRequest(root, { rule: { path: 'way/secret' } })),
  ).rejects.toMatchObject({
    code: 'refused',
    message: 'way/secret leads out of the repository, through a symbolic link',
  });
});

test('a file over 50 MB, and what goes beyond 500 MB in all, is passed over and told', async () => {
  const root = folderOf({ 'tickets/a.jsonl': ONE });
  writeFileSync(join(root, 'tickets', 'big.jsonl'), '');
  truncateSync(join(root, 'tickets', 'big.jsonl'), 50_100_000);
  const facts = await collectTickets(ticketsRequest(root));
  expect(facts.items).toHaveLength(1);
  expect(problemLines(facts)).toEqual([
    'tickets/big.jsonl: not read: it has 50.1 MB, the limit is 50 MB a file',
  ]);
  const alone = await collectTickets(ticketsRequest(root, { rule: { path: 'tickets/big.jsonl' } }));
  expect(problemLines(alone)).toEqual([
    'tickets/big.jsonl: not read: it has 50.1 MB, the limit is 50 MB a file',
  ]);
});

test('more than a hundred problems are counted', async () => {
  const facts = await collectFrom({ 'tickets/a.jsonl': 'x\n'.repeat(150) });
  expect(facts.problems).toHaveLength(100);
  expect(facts.moreProblems).toBe(50);
});

test('an empty folder is quiet', async () => {
  const facts = await collectFrom({ 'tickets/.gitkeep': '' });
  expect(facts).toMatchObject({
    items: [],
    themes: [],
    problems: [],
    coverage: { examined: 0, found: 0 },
    untrusted: true,
  });
});

test('title, body, author and labels are clean, masked, and of the promised length', async () => {
  const evil = '\u001b[31mred\u001b[0m \u0000x\u202e y';
  const facts = await collectFrom({
    'tickets/a.json': JSON.stringify([
      {
        id: evil,
        title: `${evil}\nsecond line jane@example.com ${'word '.repeat(100)}`,
        body: `one\r\ntwo${evil}\n\n\n\nthree +49 30 901820 ${'jane.doe@example.com '.repeat(3_000)}`,
        author: 'jane@example.com',
        labels: ['from jane@example.com', evil, 'x'.repeat(500)],
        url: 'javascript:alert(1)',
      },
    ]),
  });
  const [ticket] = facts.items;
  if (ticket === undefined) throw new Error('no ticket');
  expect(ticket.title).toMatch(/^red x y second line \[email\] word .*…$/);
  expect(ticket.title).toHaveLength(300);
  expect(ticket.body).toMatch(/^one\ntwored x y\n\nthree \[phone\] \[email\] .*…$/);
  expect(ticket.body.length).toBeLessThanOrEqual(20_000);
  expect(ticket.author).toBe('[email]');
  expect(ticket.labels.slice(0, 2)).toEqual(['from [email]', 'red x y']);
  expect(ticket.labels[2]).toHaveLength(100);
  expect(ticket.url).toBeNull();
  expect(JSON.stringify(facts)).not.toMatch(/jane|\\u001b|\\u202e/);
});

test('a long body is cut at 20,000 characters, and never within an address', async () => {
  const at = (body: string) =>
    collectFrom({ 'tickets/a.json': JSON.stringify([{ id: 1, title: 'T', body }]) });
  expect((await at('x'.repeat(20_000))).items[0]?.body).toBe('x'.repeat(20_000));
  expect((await at('x'.repeat(20_001))).items[0]?.body).toBe(`${'x'.repeat(19_999)}…`);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 19_900, max: 24_100 }), async (length) => {
      const facts = await at(
        `${'x '.repeat(length / 2)}jane.doe@example.com ${'y '.repeat(2_000)}`,
      );
      expect(facts.items[0]?.body).not.toContain('jane');
    }),
    { numRuns: 30 },
  );
});

test('keys of prototypes are names like any other', async () => {
  const facts = await collectFrom({
    'tickets/a.json':
      '[{"__proto__":{"title":"hidden","id":"evil"},"constructor":"c","toString":"s","title":"T","id":"ok"}]',
    'tickets/b.csv': '__proto__,constructor,title\nevil,c,U\n',
    'tickets/c.md': '---\n__proto__: evil\ntitle: V\n---\n',
  });
  expect(facts.items.map(({ title }) => title).toSorted()).toEqual(['T', 'U', 'V']);
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('evil');
  await expect(
    collectFrom({ 'tickets/a.json': '[{"title":"T"}]' }, { rule: { fields: { id: '__proto__' } } }),
  ).rejects.toMatchObject({ reason: 'field-unknown' });
});

test('depth, width and length beyond reason are problems or tickets, never a crash', async () => {
  const deep = (depth: number, inner: string) =>
    `${'{"a":'.repeat(depth)}${inner}${'}'.repeat(depth)}`;
  const facts = await collectFrom({
    'tickets/a.json': deep(10_000, '{"title":"T"}'),
    'tickets/b.json': `[{"title":"deep body","body":${'['.repeat(10_000)}${']'.repeat(10_000)}}]`,
    'tickets/c.json': `[{"title":"deep labels","labels":${deep(10_000, '1')},"author":${deep(10_000, '1')}}]`,
    'tickets/d.csv': `id,title\n1,${'x'.repeat(1_000_000)}\n2,${','.repeat(1_000_000)}\n3,after\n`,
    'tickets/e.csv': ','.repeat(1_000_000),
    'tickets/f.jsonl': `{"title":"long line","body":"${'y '.repeat(500_000)}"}`,
    'tickets/g.md': `---\n${'a'.repeat(500_000)}\n---\n${'#'.repeat(500_000)}\n# ${'z'.repeat(500_000)}`,
    'tickets/h.json': JSON.stringify([{ title: 'html', body: '<div>'.repeat(200_000) }]),
    'tickets/j.json': JSON.stringify([{ title: 'blanks', body: `x${' '.repeat(900_000)}x` }]),
    'tickets/k.md': `# ${' '.repeat(1_990)}x\n`.repeat(200),
    'tickets/i.json': JSON.stringify([{ title: 'comments', body: '<!-- '.repeat(200_000) }]),
  });
  expect(facts.items.map(({ title }) => title.slice(0, 11)).toSorted()).toEqual(
    [
      'blanks',
      'comments',
      'x',
      'deep body',
      'deep labels',
      'html',
      'long line',
      'xxxxxxxxxxx',
      '#'.repeat(11),
    ].toSorted(),
  );
  expect(problemLines(facts)).toEqual([
    'tickets/d.csv:3: not read from here on: more than 2,000 columns',
    'tickets/e.csv:1: not read from here on: more than 2,000 columns',
    'tickets/g.md:2: this line of the front matter is left out: write `name: value`',
    'tickets/a.json: not a ticket: neither a title nor a body was found (it has a)',
  ]);
});

test('no bytes in any format make it throw', async () => {
  const names = fc.constantFrom('a.json', 'a.jsonl', 'a.csv', 'a.md', 'a.eml', 'a.mbox');
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 500 }),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc
      .string({
        unit: fc.constantFrom(
          '"',
          ',',
          '\n',
          '\r',
          'a',
          '-',
          ':',
          '<',
          '>',
          '[',
          '{',
          ' ',
          'From ',
        ),
      })
      .map((text) => new TextEncoder().encode(text)),
  );
  await fc.assert(
    fc.asyncProperty(names, content, async (name, bytes) => {
      const facts = await collectFrom({ [`tickets/${name}`]: bytes });
      expect(facts.kind).toBe('tickets');
    }),
    { numRuns: 300 },
  );
});
