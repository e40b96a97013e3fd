import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import { claudeSessions } from '../../../src/engines/claude/sessions/index.ts';
import { codexSessions } from '../../../src/engines/codex/sessions/index.ts';
import type {
  DraftRead,
  SessionHandle,
  SessionSource,
} from '../../../src/engines/sessions/contract.ts';
import type { TranscriptEntry } from '../../../src/engines/sessions/transcript.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';

const ROOT = '/home/ada/shop';
const ID = '7fb57bf2-233a-4635-a360-712a08c51321';
const AT = '2026-11-22T05:00:00.000Z';

interface Store {
  readonly source: SessionSource;
  /** Below the home folder. */
  readonly folder: string;
  readonly name: (id: string) => string;
  /** The first lines of a session. */
  readonly begin: (cwd: string) => readonly unknown[];
  readonly asked: (text: string) => unknown;
  readonly said: (text: string) => unknown;
}

const about = (cwd: string): object => ({ cwd, gitBranch: 'main', timestamp: AT, sessionId: ID });

const CLAUDE: Store = {
  source: claudeSessions,
  folder: '.claude/projects/-home-ada-shop',
  name: (id) => `${id}.jsonl`,
  begin: (cwd) => [{ type: 'attachment', ...about(cwd) }],
  asked: (text) => ({ type: 'user', message: { role: 'user', content: text }, ...about(ROOT) }),
  said: (text) => ({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'text', text }] },
    ...about(ROOT),
  }),
};

const item = (payload: object): unknown => ({ timestamp: AT, type: 'response_item', payload });

const CODEX: Store = {
  source: codexSessions,
  folder: '.codex/sessions/2026/11/22',
  name: (id) => `rollout-2026-11-22T05-00-00-${id}.jsonl`,
  begin: (cwd) => [
    {
      timestamp: AT,
      type: 'session_meta',
      payload: { id: ID, timestamp: AT, cwd, git: { branch: 'main' } },
    },
  ],
  asked: (text) => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
  said: (text) =>
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
};

describe.each([
  ['Claude Code', CLAUDE],
  ['Codex', CODEX],
])('the store of %s', (_, store) => {
  let home: string;
  beforeEach(() => {
    home = temporaryFolder();
    mkdirSync(join(home, store.folder), { recursive: true });
  });

  test('is none when it is not there, and unavailable when it is not a folder', async () => {
    const gone = join(home, 'gone');
    expect(await find(gone)).toEqual({ kind: 'none' });
    const [place] = store.source.places({ kind: 'person', env: { HOME: home } });
    rmSync(place?.path ?? '', { recursive: true });
    writeFileSync(place?.path ?? '', 'no folder');
    expect(await find(home)).toMatchObject({ kind: 'unavailable' });
  });

  test('gives sessions of the roots and below them only', async () => {
    write(ID, [...store.begin(`${ROOT}/packages/one`), store.asked('Below.')]);
    write(other(1), [...store.begin('/home/ada/shop-two'), store.asked('Beside.')]);
    write(other(2), [...store.begin('/home/ada'), store.asked('Above.')]);
    expect((await handles()).map(({ id }) => id)).toEqual([ID]);
  });

  test('gives sessions that changed since only', async () => {
    write(ID, [...store.begin(ROOT), store.asked('Now.')]);
    const old = write(other(1), [...store.begin(ROOT), store.asked('Long ago.')]);
    utimesSync(old, 1_000, 1_000);
    expect(await handles(2_000_000)).toHaveLength(1);
    expect(await handles(null)).toHaveLength(2);
  });

  test('is not read again for what is remembered of it', async () => {
    const path = write(ID, [...store.begin(ROOT), store.asked('Now.')]);
    const remembered = new Map<string, string>();
    expect(await handles(null, remembered)).toHaveLength(1);
    expect([...remembered]).toEqual([[path, ROOT]]);
    remembered.set(path, '/elsewhere');
    expect(await handles(null, remembered)).toHaveLength(0);
  });

  test('gives another stamp whenever a session changed', async () => {
    const path = write(ID, [...store.begin(ROOT), store.asked('Now.')]);
    const [before] = await handles();
    writeFileSync(path, `${JSON.stringify(store.said('Yes.'))}\n`, { flag: 'a' });
    const [after] = await handles();
    expect(after?.stamp).not.toBe(before?.stamp);
    expect((await handles())[0]?.stamp).toBe(after?.stamp);
  });

  test('holds links, pipes, sockets and folders under the name of a session: none of them is opened', async () => {
    const at = (n: number): string => join(home, store.folder, store.name(other(n)));
    const outside = join(home, 'outside.jsonl');
    writeFileSync(outside, JSON.stringify(store.asked('A secret.')));
    symlinkSync(outside, at(1));
    execFileSync('mkfifo', [at(2)]);
    mkdirSync(at(3));
    const short = join(home, 's');
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(short, resolve);
    });
    renameSync(short, at(4));
    write(ID, [...store.begin(ROOT), store.asked('Now.')]);
    const found = await handles();
    expect(found.map(({ id }) => id)).toEqual([ID]);
    const [own] = found;
    for (const n of [1, 2, 3, 4]) {
      const handle: SessionHandle = {
        id: other(n),
        stamp: '',
        cwd: null,
        lastActivityAt: 0,
        location: at(n),
      };
      expect(await store.source.draft(handle)).toMatchObject({ kind: 'unreadable', bytesRead: 0 });
      expect(await entriesOf(handle)).toEqual([]);
    }
    expect(own).toBeDefined();
    server.close();
  });

  test('a session that became a link after it was found is refused', async () => {
    const path = write(ID, [...store.begin(ROOT), store.asked('Now.')]);
    const [handle] = await handles();
    renameSync(path, `${path}.moved`);
    symlinkSync(`${path}.moved`, path);
    expect(handle && (await store.source.draft(handle))).toEqual({
      kind: 'unreadable',
      detail: 'it is a symbolic link',
      bytesRead: 0,
    });
  });

  test('a session that is cut and replaced while it is read ends early, and nothing breaks', async () => {
    const long = Array.from({ length: 3_000 }, (__, n) => store.said(`${n} ${'x'.repeat(1_000)}`));
    const path = write(ID, [...store.begin(ROOT), store.asked('Now.'), ...long]);
    const [handle] = await handles();
    if (handle === undefined) throw new Error('there is none');
    let seen = 0;
    for await (const block of store.source.entries(handle)) {
      if (seen === 0 && block.length > 0) truncateSync(path, 10);
      seen += block.filter((entry) => entry !== 'unreadable').length;
    }
    expect(seen).toBeGreaterThan(10);
    expect(seen).toBeLessThan(3_000);
  });

  test('gives a title on one line of at most 120 characters, without escapes and wrappers', async () => {
    write(ID, [
      ...store.begin(ROOT),
      store.asked(
        `<system-reminder>Hidden.</system-reminder>\u001b[31mFix\u001b[0m\n\u202ethe <b>cart</b> ${'x '.repeat(500)}`,
      ),
    ]);
    const title = (await draft()).title;
    expect(title).toHaveLength(120);
    expect(title.startsWith('Fix the <b>cart</b> x x x')).toBe(true);
    expect(title.endsWith('…')).toBe(true);
  });

  test('a command that was typed is told as it was typed', async () => {
    const typed =
      '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>src</command-args>';
    write(ID, [...store.begin(ROOT), store.asked(typed)]);
    expect((await draft()).title).toBe('/review src');
  });

  test('lines that are torn, foreign, deep, binary or poisoned do not keep the rest from being read', async () => {
    const deep = `{"type":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    const poison =
      '{"__proto__":{"type":"user","polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const path = join(home, store.folder, store.name(ID));
    const text = (record: unknown): string => JSON.stringify(record);
    const odd = ['null', '[]', '7', '{', deep, poison, '{"type":"from-the-future","payload":{}}'];
    writeFileSync(
      path,
      Buffer.concat([
        Buffer.from(
          [...store.begin(ROOT).map(text), text(store.asked('Go on.')), ...odd, ''].join('\n'),
        ),
        Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
        Buffer.from(`${text(store.said('Done.'))}\n{"type":"us`),
      ]),
    );
    const read = await draft();
    expect(read).toMatchObject({ title: 'Go on.', cwd: ROOT });
    const [handle] = await handles();
    const entries = handle === undefined ? [] : await entriesOf(handle);
    expect(entries.filter((entry) => entry !== 'unreadable')).toMatchObject([
      { kind: 'asked', text: 'Go on.' },
      { kind: 'said', text: 'Done.' },
    ]);
    expect(entries.filter((entry) => entry === 'unreadable').length).toBeGreaterThanOrEqual(8);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('a session of nothing that is known is unreadable, not gone', async () => {
    writeFileSync(join(home, store.folder, store.name(ID)), 'SQLite format 3\0\n'.repeat(10));
    const [handle] = await handles();
    expect(handle && (await store.source.draft(handle))).toMatchObject({ kind: 'unreadable' });
  });

  test('any records at all give a draft or unreadable, and entries that end', async () => {
    const types = [
      'user',
      'assistant',
      'system',
      'attachment',
      'cost-state',
      'session_meta',
      'event_msg',
      'response_item',
      'function_call',
      'custom-title',
    ];
    const record = fc.record(
      {
        type: fc.constantFrom(...types),
        timestamp: fc.oneof(fc.string(), fc.integer()),
        message: fc.oneof(
          fc.jsonValue(),
          fc.record({
            content: fc.array(
              fc.record({
                type: fc.constantFrom('text', 'tool_use', 'tool_result', 'thinking'),
                text: fc.jsonValue(),
                name: fc.jsonValue(),
                input: fc.jsonValue(),
                content: fc.jsonValue(),
              }),
            ),
          }),
        ),
        payload: fc.oneof(
          fc.jsonValue(),
          fc.record({
            type: fc.constantFrom(
              'message',
              'function_call',
              'custom_tool_call',
              'function_call_output',
              'reasoning',
              'exec_approval_request',
              'task_complete',
            ),
            role: fc.constantFrom('user', 'assistant'),
            arguments: fc.oneof(fc.json(), fc.jsonValue()),
            input: fc.jsonValue(),
            output: fc.oneof(fc.json(), fc.jsonValue()),
            content: fc.jsonValue(),
            command: fc.jsonValue(),
            questions: fc.jsonValue(),
          }),
        ),
      },
      { requiredKeys: ['type'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 12 }), async (records) => {
        write(ID, [...store.begin(ROOT), ...records]);
        const [handle] = await handles();
        if (handle === undefined) throw new Error('there is none');
        const read = await store.source.draft(handle);
        expect(['draft', 'unreadable']).toContain(read.kind);
        const summaries = (await entriesOf(handle)).map((entry) =>
          entry !== 'unreadable' && entry.kind === 'tool' ? entry.summary : '',
        );
        expect(summaries.filter((text) => text.includes('\n'))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  async function find(
    at: string,
    since: number | null = null,
    remembered = new Map<string, string>(),
  ) {
    const places = store.source.places({ kind: 'person', env: { HOME: at } });
    return await store.source.find({ places, roots: [ROOT], since, remembered });
  }

  async function handles(
    since: number | null = null,
    remembered = new Map<string, string>(),
  ): Promise<readonly SessionHandle[]> {
    const found = await find(home, since, remembered);
    return found.kind === 'found' ? found.handles : [];
  }

  async function draft(): Promise<Extract<DraftRead, { kind: 'draft' }>['draft']> {
    const [handle] = await handles();
    if (handle === undefined) throw new Error('there is none');
    const read = await store.source.draft(handle);
    if (read.kind !== 'draft') throw new Error(read.detail);
    return read.draft;
  }

  async function entriesOf(
    handle: SessionHandle,
  ): Promise<readonly (TranscriptEntry | 'unreadable')[]> {
    const entries: (TranscriptEntry | 'unreadable')[] = [];
    for await (const block of store.source.entries(handle)) entries.push(...block);
    return entries;
  }

  function write(id: string, records: readonly unknown[]): string {
    const path = join(home, store.folder, store.name(id));
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return path;
  }
});

function other(n: number): string {
  return `${ID.slice(0, -1)}${String.fromCodePoint(0x61 + n)}`;
}
