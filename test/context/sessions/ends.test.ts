import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import {
  linesOf,
  MAX_LINE_BYTES,
  readEnds,
  recordOf,
  type EndsRead,
  type ReadLine,
} from '../../../src/engines/sessions/ends.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const limits = { headBytes: 20, tailBytes: 30 };

describe('the ends of a file', () => {
  test('a small file is read once, whole, and both ends are all of it', async () => {
    const path = written('a\nbb\nccc\n');
    expect(await read(path)).toMatchObject({
      head: ['a', 'bb', 'ccc'],
      tail: ['a', 'bb', 'ccc'],
      whole: true,
      unfinished: null,
      bytesRead: 9,
      size: 9,
    });
  });

  test('a line without its newline is told apart, for its writer may be at it', async () => {
    expect(await read(written('a\n{"b":'))).toMatchObject({ tail: ['a'], unfinished: '{"b":' });
  });

  test('of a large file only the ends are read, and partial lines are dropped', async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => `line ${at}`);
    const path = written(`${lines.join('\n')}\n`);
    expect(await read(path)).toMatchObject({
      head: ['line 0', 'line 1'],
      tail: ['line 997', 'line 998', 'line 999'],
      whole: false,
      unfinished: null,
      bytesRead: 50,
    });
  });

  test('one line larger than both ends gives no lines at all', async () => {
    const path = written('');
    truncateSync(path, 1_000_000);
    expect(await read(path)).toMatchObject({ head: [], tail: [], unfinished: null, bytesRead: 50 });
  });

  test('an empty file has no lines', async () => {
    expect(await read(written(''))).toMatchObject({ head: [], whole: true, bytesRead: 0 });
  });

  test('bytes that are not UTF-8, and NULs, are kept apart from the lines around them', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, Buffer.from([0x61, 0x0a, 0xff, 0xfe, 0x00, 0x0a, 0x62, 0x0a]));
    expect(await read(path)).toMatchObject({ head: ['a', '\u{fffd}\u{fffd}\0', 'b'] });
  });

  test('nothing there is nothing', async () => {
    expect(await readEnds(join(folder, 'none'))).toEqual({ kind: 'nothing' });
  });

  test('links, pipes, folders and sockets are refused without being waited for', async () => {
    const path = (name: string): string => join(folder, name);
    symlinkSync(written('a\n'), path('link'));
    execFileSync('mkfifo', [path('pipe')]);
    mkdirSync(path('folder'));
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(path('socket'), resolve);
    });
    const plain = { kind: 'refused', reason: 'it is not a regular file' };
    expect(await readEnds(path('link'))).toEqual({
      kind: 'refused',
      reason: 'it is a symbolic link',
    });
    expect(await readEnds(path('pipe'))).toEqual(plain);
    expect(await readEnds(path('folder'))).toEqual(plain);
    expect(await readEnds(path('socket'))).toEqual(plain);
    expect(await readEnds('/dev/zero')).toEqual(plain);
    expect(await linesIn(path('pipe'))).toEqual([]);
    server.close();
  });
});

describe('all lines of a file', () => {
  test('come in order with the offset after each, the unfinished one apart', async () => {
    expect(await linesIn(written('a\n\nbb\nc'))).toEqual([
      { kind: 'line', text: 'a', end: 2 },
      { kind: 'line', text: '', end: 3 },
      { kind: 'line', text: 'bb', end: 6 },
      { kind: 'unfinished', text: 'c', end: 6 },
    ]);
  });

  test('begin where asked', async () => {
    expect(await linesIn(written('a\nbb\nc\n'), 2)).toEqual([
      { kind: 'line', text: 'bb', end: 5 },
      { kind: 'line', text: 'c', end: 7 },
    ]);
    expect(await linesIn(written('a\n'), 99)).toEqual([]);
  });

  test('over 1 MB are told of and not held; the ones after them are whole', async () => {
    const long = MAX_LINE_BYTES + 1;
    const path = written(`a\n${'x'.repeat(long)}\nb\n${'y'.repeat(long)}`);
    expect(await linesIn(path)).toEqual([
      { kind: 'line', text: 'a', end: 2 },
      { kind: 'too-long', bytes: long, end: 2 + long + 1 },
      { kind: 'line', text: 'b', end: 2 + long + 3 },
      { kind: 'too-long', bytes: long, end: 2 + long + 3 },
    ]);
  });

  test('of exactly 1 MB are held, across blocks', async () => {
    const text = 'é'.repeat(MAX_LINE_BYTES / 2);
    const lines = await linesIn(written(`abc\n${text}\n`));
    expect(lines.at(-1)).toEqual({ kind: 'line', text, end: 4 + MAX_LINE_BYTES + 1 });
  });

  test('are those that a split of the whole text gives, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary', maxLength: 60 })), async (parts) => {
        const path = written(parts.join('\n'));
        const split = Buffer.from(parts.join('\n')).toString('utf8').split('\n');
        const rest = split.pop() ?? '';
        const got = await linesIn(path);
        expect(got.map((line) => (line.kind === 'too-long' ? null : line.text))).toEqual(
          rest === '' ? split : [...split, rest],
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe('a line', () => {
  test('is a record, or unreadable', () => {
    expect(recordOf('{"a":1}')).toEqual({ a: 1 });
    for (const line of ['', 'null', '[1]', '"a"', '{', '\0\0\0', '{"a":1}\0'])
      expect(recordOf(line)).toBe('unreadable');
  });

  test('nested 10,000 deep does no harm', () => {
    expect(recordOf(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)).not.toBe('unreadable');
    expect(recordOf(`{"a":${'['.repeat(10_000)}`)).toBe('unreadable');
  });
});

function written(text: string): string {
  const path = join(folder, 'file');
  writeFileSync(path, text);
  return path;
}

async function read(path: string): Promise<EndsRead> {
  return await readEnds(path, limits);
}

async function linesIn(path: string, from = 0): Promise<readonly ReadLine[]> {
  const lines: ReadLine[] = [];
  for await (const line of linesOf(path, from)) lines.push(line);
  return lines;
}
