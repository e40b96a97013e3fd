import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { CollectRequest } from '../../src/collectors/contract.ts';
import { findIssueKeys, parseMessage } from '../../src/collectors/parse-commit.ts';
import { collectorName, kindOf } from '../../src/collectors/registry.ts';
import { collectTodos } from '../../src/collectors/todos/collect-todos.ts';
import { markerScanner } from '../../src/collectors/todos/marker-lines.ts';
import { scanProse } from '../../src/collectors/todos/scan-prose.ts';
import type { Facts } from '../../src/words/facts.ts';
import { matchPaths } from '../../src/words/path-globs.ts';
import { ALL_TODOS, collectRequest } from '../kit/collect-request.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { waitUntil } from '../kit/wait-until.ts';

describe('which lines are notes', () => {
  const scanner = markerScanner(['TODO', 'FIXME']);
  const unknown = { kind: 'unknown' } as const;
  const scan = (text: string) => scanner(text, unknown);
  test.each([
    ['// TODO: fix', 'fix'],
    ['  * FIXME fix */', 'fix'],
    ['- [ ] TODO fix', 'fix'],
    ['x = 1;  # TODO(alice): fix', '(alice): fix'],
    ['<!-- TODO(RM-3): fix -->', 'fix'],
    ['call() // see below, TODO: fix', 'fix'],
    ['//TODO fix', 'fix'],
    [' * Optimize it during dev, off by default // TODO: fix', 'fix'],
    ['// #TODO: fix', 'fix'],
    ['// @Operation TODO fix', 'fix'],
    ['--[[ TODO: fix ]]', 'fix'],
    ['x = 1 --[==[ TODO fix', 'fix'],
    [' * @deprecated TODO Make private', 'Make private'],
    [' * <p>TODO for 4.0: move</p>', 'for 4.0: move'],
    ['# XXX TODO fix', 'fix'],
    ['# (?) FIXME fix', 'fix'],
    ['// ---- TODO ----', ''],
    ['`) // TODO(alice): fix', '(alice): fix'],
  ])('%j is a note', (line, text) => {
    expect(scan(line)).toMatchObject([{ kind: 'note', line: 1, text }]);
  });
  test.each([
    'const s = "// TODO: no";',
    'TODO',
    '  TODO,',
    'TODO = 1',
    'the TODO list of the team',
    "log('TODO: no')",
    'a = { TODO: 1 }',
    '@Disabled("TODO: no")',
    'ctx := context.TODO()',
    '` // TODO: in a string',
    'throw Error(`x`, "FIXME: no")',
    '<p>TODO</p>',
    '  - TODO # which marker',
    '- TODO',
    'const s = `a ${b ? `  // TODO: ${c}` : d}`;',
  ])('%j is a mention', (line) => {
    expect(scan(line)).toMatchObject([{ kind: 'mention', line: 1 }]);
  });
  test.each(['TODOS', 'myTODO', 'TODO_LIST', 'todo'])('%j is neither', (line) => {
    expect(scan(line)).toEqual([]);
  });
  test('in Markdown, code in fences is an example', () => {
    const text = [
      '<!-- TODO: one -->',
      '```js',
      '// TODO: two',
      '````',
      '- [ ] TODO: three',
      '  ~~~~ ts',
      '  // TODO: four',
      '~~~',
      '```',
      '// TODO: five',
      '  ~~~~',
      'TODO: six with ```code``` in it',
      '```not a fence``` TODO: seven',
      '> ```',
      '> FIXME: eight',
    ].join('\n');
    const found = scanProse(scanner, text, { kind: 'markdown', places: unknown });
    expect(found.map(({ line, kind }) => `${line} ${kind}`)).toEqual([
      '1 note',
      '3 mention',
      '5 note',
      '7 mention',
      '10 mention',
      '12 note',
      '13 mention',
      '15 mention',
    ]);
  });
  test.each([
    ['/** TODO("later") */', 'mention'],
    ['/** TODO("sam"): later */', 'mention'],
    ['/** TODO(sam): later */', 'note'],
    ['/** TODO(): later */', 'note'],
  ])('a comment with %j is a %s: an example that calls it is none', (text, kind) => {
    const spans = [{ start: 0, end: text.length }];
    expect(scanner(text, { kind: 'comments', spans })).toMatchObject([{ kind }]);
  });
  test('code holds notes in its comments alone, and the one in a comment is the note of its line', () => {
    const text = 'TODO("x") // TODO: one\n"// TODO: no"\n/* TODO\n   FIXME. */\n';
    const spans = [
      { start: 10, end: 22 },
      { start: 37, end: text.length },
    ];
    expect(scanner(text, { kind: 'comments', spans })).toMatchObject([
      { line: 1, kind: 'note', text: 'one', comment: true },
      { line: 2, kind: 'mention', comment: false },
      { line: 3, kind: 'note', text: '', comment: true },
      { line: 4, kind: 'note', comment: true },
    ]);
  });
  test.each(['#   # TODO: no', '# foo # TODO: no', ' * // TODO: no', '//   x(); // TODO: no'])(
    '%j is code in a comment, and no note',
    (text) => {
      const spans = [{ start: 0, end: text.length }];
      expect(scanner(text, { kind: 'comments', spans })).toMatchObject([{ kind: 'mention' }]);
    },
  );
  test.each(['-', '*', '#', '/', '- ', '* '])(
    'a long ruler of %j before a marker takes no time to read',
    (mark) => {
      const text = `//${mark.repeat(1_500)} Old code, TODO: remove`;
      const spans = [{ start: 0, end: text.length }];
      expect(scanner(text, { kind: 'comments', spans })).toHaveLength(1);
      expect(scan(text)).toHaveLength(1);
    },
  );
  test('a heading, and a word alone on its line, are not notes of a text for people', () => {
    const text =
      '# TODO intro\n\nTODO list\n=========\n\nTODO\nTODO: write it\n<!-- TODO: this -->\n';
    const spans = [{ start: text.indexOf('<!--'), end: text.length - 1 }];
    expect(
      scanner(text, { kind: 'prose', spans }).map(({ line, kind, comment }) => [
        line,
        kind,
        comment,
      ]),
    ).toEqual([
      [1, 'mention', false],
      [3, 'mention', false],
      [6, 'mention', false],
      [7, 'note', false],
      [8, 'note', true],
    ]);
  });
  test('every line with a whole word is found once, whatever else is on it', () => {
    const word = fc.constantFrom(
      'TODO',
      'FIXME',
      'TODOs',
      ' ',
      '\n',
      '"',
      '//',
      'é',
      '_',
      ':',
      '\r\n',
      'x',
      '(',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const text = words.join('');
        const expected = text
          .split('\n')
          .flatMap((line, index) =>
            /(^|[^A-Za-z0-9_])(TODO|FIXME)($|[^A-Za-z0-9_])/.test(line) ? [index + 1] : [],
          );
        expect(scan(text).map(({ line }) => line)).toEqual(expected);
      }),
    );
  });
});

test('the fingerprint outlives a moved line and an annotation; annotating by trailer keeps the age', async () => {
  const code = (lines: string, note: string): string =>
    `${lines}function run() {\n  // ${note}\n}\n`;
  const repo = gitRepo();
  repo.commit({ files: { 'a.ts': code('', 'TODO: fix it') }, date: '2025-01-01T00:00:00Z' });
  const [before] = (await collectTodos(collectRequest(repo.path, ALL_TODOS))).items;
  repo.commit({
    files: { 'a.ts': code('const one = 1;\n', 'TODO(RM-3): fix it') },
    date: '2025-06-01T00:00:00Z',
    message: 'annotate\n\nRoundsman-Blame: ignore',
  });
  const [after] = (await collectTodos(collectRequest(repo.path, ALL_TODOS))).items;
  expect(after).toMatchObject({
    line: 3,
    symbol: 'run',
    text: 'fix it',
    issues: ['RM-3'],
    commit: before?.commit,
    date: '2025-01-01T00:00:00.000Z',
    ageDays: 365,
    fingerprint: before?.fingerprint,
  });
});

test('a bare, shallow clone is read too, ages are lower bounds there, and nothing in it changes', async () => {
  const repo = gitRepo();
  repo.commit({ files: { 'a.py': '# TODO: old\n' }, date: '2025-01-01T00:00:00Z' });
  repo.commit({ files: { 'b.py': '# TODO: new\n' }, date: '2025-12-30T00:00:00Z' });
  const bare = temporaryFolder();
  repo.git('clone', '--quiet', '--bare', '--depth=1', `file://${repo.path}`, bare);
  const list = (): string =>
    execFileSync('find', [bare, '-type', 'f', '-printf', '%p %T@ %s\n'], { encoding: 'utf8' });
  const files = list();
  const facts = await collectTodos(
    collectRequest(bare, { ...ALL_TODOS, olderThanMs: 86_400_000 * 2, exclude: ['a.*'] }),
  );
  expect(facts.items).toMatchObject([{ path: 'b.py', ageIsLowerBound: true }]);
  expect(facts.coverage).toEqual({ examined: 1, found: 1 });
  expect(list()).toBe(files);
});

test('commits of the window, half-open, newest first, with what was cut counted', async () => {
  const repo = gitRepo();
  repo.commit({ files: { a: '1' }, message: 'feat(api)!: begin #4', date: '2025-03-01T00:00:00Z' });
  repo.commit({
    files: { b: '1' },
    message: 'fix: mend UTF-8\n\nCloses ABC-12',
    date: '2025-03-02T00:00:00Z',
  });
  repo.commit({ files: { a: '2' }, message: 'plain', date: '2025-03-03T00:00:00Z' });
  const window = {
    from: '2025-03-01T00:00:00.000Z',
    to: '2025-03-03T00:00:00.000Z',
    uncovered: null,
  };
  const rule = { kind: 'commits', paths: [], max: 1 } as const;
  const facts = await collectFacts(collectRequest(repo.path, rule, { window }));
  expect(facts).toMatchObject({
    items: [
      {
        subject: 'fix: mend UTF-8',
        type: 'fix',
        scope: null,
        breaking: false,
        issues: ['ABC-12'],
      },
    ],
    coverage: {
      examined: 2,
      found: 1,
    },
    truncated: 1,
    untrusted: false,
  });
  const inA = await collectFacts(
    collectRequest(repo.path, { ...rule, paths: ['a'], max: 9 }, { window }),
  );
  expect(inA.items).toMatchObject([
    { subject: 'feat(api)!: begin #4', type: 'feat', scope: 'api', breaking: true, issues: ['#4'] },
  ]);
});

test('a revert names what it takes back', () => {
  const sha = 'a'.repeat(40);
  expect(parseMessage('Revert "feat: x"', `This reverts commit ${sha}.`)).toMatchObject({
    type: 'revert',
    reverts: sha,
  });
  expect(parseMessage('docs: y', 'BREAKING CHANGE: z').breaking).toBe(true);
  expect(parseMessage('fixup!: y', '').breaking).toBe(false);
});

test('issue keys are not names of standards, colours or owners', () => {
  expect(findIssueKeys('RM-3 (alice) #45 ABC-123 SHA-256 #000 RM-3')).toEqual([
    'RM-3',
    '#45',
    'ABC-123',
  ]);
});

test.each([
  ['*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/deep/a.ts', false],
  ['src/**', 'src/deep/a.ts', true],
  ['docs/', 'a/docs/b.md', true],
  ['/docs', 'a/docs/b.md', false],
  ['**/x', 'x', true],
  ['[z-a]', 'a', false],
])('pattern %s and %s: %s', (pattern, path, expected) => {
  expect(matchPaths([pattern])(path)).toBe(expected);
});

describe('a command collector', () => {
  const rule = { kind: 'command', name: 'facts', format: 'jsonl', timeoutMs: 20_000 } as const;
  const collect = (script: string, format: 'lines' | 'json' | 'jsonl' = 'jsonl') =>
    collectFacts(
      collectRequest(gitRepo({ a: '' }).path, {
        ...rule,
        format,
        run: [process.execPath, '-e', script],
      }),
    );
  test('gives items, marked untrusted', async () => {
    const facts = await collect('console.log("{}\\n\\n[1]")');
    expect(facts).toMatchObject({
      kind: 'command',
      items: [{}, [1]],
      untrusted: true,
      exitCode: 0,
    });
    expect((await collect('console.log("a\\r\\nb")', 'lines')).items).toEqual(['a', 'b']);
    expect((await collect('console.log("[1,2]")', 'json')).items).toEqual([1, 2]);
    expect(collectorName({ ...rule, run: ['x'] })).toBe('facts');
  });
  test('is ended when it takes too long, prints too much, or the run is cancelled', async () => {
    const forever = 'setInterval(() => {}, 1_000)';
    const request = (change: object, more: object = {}) =>
      collectRequest(
        gitRepo({ a: '' }).path,
        { ...rule, run: [process.execPath, '-e', forever], ...change },
        more,
      );
    await expect(collectFacts(request({ timeoutMs: 300 }))).rejects.toThrow(
      /did not end within 300 ms$/,
    );
    const flood = `const some = 'x'.repeat(1_000_000); const more = () => process.stdout.write(some, more); more()`;
    await expect(collectFacts(request({ run: [process.execPath, '-e', flood] }))).rejects.toThrow(
      /printed more than 10,000,000 bytes$/,
    );
    const stop = new AbortController();
    const marker = join(temporaryFolder(), 'started');
    const script = `require('fs').writeFileSync(${JSON.stringify(marker)}, ''); ${forever}`;
    const cancelled = collectFacts(
      request({ run: [process.execPath, '-e', script] }, { signal: stop.signal }),
    );
    await waitUntil(() => existsSync(marker) || null);
    stop.abort();
    await expect(cancelled).rejects.toThrow(/was cancelled$/);
  });
  test('gives as many items as a brief may hold, and counts the rest', async () => {
    const facts = await collect('console.log("x\\n".repeat(5_003))', 'lines');
    expect(facts).toMatchObject({ coverage: { examined: 5_003, found: 5_000 }, truncated: 3 });
  });
  test('says what failed', async () => {
    await expect(collect('console.error("no luck"); process.exit(3)')).rejects.toThrow(
      /failed \(exit 3\): no luck$/,
    );
    await expect(collect('console.log("{}\\nnope")')).rejects.toThrow(
      /line 2 of its output is not JSON: "nope"$/,
    );
    const missing = collectRequest(gitRepo({ a: '' }).path, {
      ...rule,
      run: ['no-such-program-here'],
    });
    await expect(collectFacts(missing)).rejects.toMatchObject({
      code: 'missing',
      message: 'collector facts: cannot start "no-such-program-here": no such program',
    });
  });
  test('says that the program is missing also where a shell starts it', async () => {
    const started = async (program: string) =>
      collectFacts(
        collectRequest(gitRepo({ 'tools/x': 'true\n' }).path, {
          ...rule,
          run: ['sh', '-c', 'exec "$@"', 'sh', program],
        }),
      );
    await expect(started('no-such-program-here')).rejects.toMatchObject({
      code: 'missing',
      message: expect.stringMatching(/cannot start "sh": exit 127: .*no-such-program-here/),
      hint: expect.stringContaining('Install it'),
    });
    await expect(started('./tools/x')).rejects.toMatchObject({
      code: 'missing',
      message: expect.stringMatching(/cannot start "sh": exit 126: .*tools.x/),
    });
  });
});

async function collectFacts(request: CollectRequest): Promise<Facts> {
  return kindOf(request.rule).collect(request);
}
