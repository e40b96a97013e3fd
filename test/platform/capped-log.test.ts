import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { openCappedLog } from '../../src/platform/capped-log.ts';
import { makeRedactor } from '../../src/words/redaction/redactor.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const SECRET = 'q7WmXv02LsTz94KdRb';

interface Kept {
  readonly text: string;
  readonly total: number;
  readonly dropped: number;
  readonly line: string;
}

async function kept(chunks: readonly string[], maxBytes = 1_000): Promise<Kept> {
  const path = join(temporaryFolder(), 'agent.log');
  const redactor = makeRedactor([{ name: 'TOKEN', value: SECRET }]);
  const log = await openCappedLog(path, { maxBytes, redactor });
  for (const chunk of chunks) log.write(new TextEncoder().encode(chunk));
  const line = log.lastLine();
  return { line, ...(await log.close()), text: readFileSync(path, 'utf8') };
}

describe('the log of a process', () => {
  test('keeps the beginning and the end, and counts what came in between', async () => {
    const { text, total, dropped } = await kept(['a'.repeat(3_000), 'b'.repeat(3_000)]);
    expect({ total, dropped }).toEqual({ total: 6_000, dropped: 5_000 });
    expect(text).toBe(
      `${'a'.repeat(750)}\n[5000 bytes of output were not kept]\n${'b'.repeat(250)}`,
    );
  });

  test('has no secret, wherever the beginning stops being kept, or the end starts', async () => {
    for (let before = 720; before <= 760; before += 1) {
      const head = `${'x'.repeat(before)}${SECRET}`;
      const tail = `${SECRET}${'y'.repeat(970 - before)}`;
      const { text } = await kept([`${head}${'z'.repeat(20_000)}`, tail]);
      expect(text).toMatch(
        /^x+(\[redacted: TOKEN\])?z*\n\[\d+ bytes of output were not kept\]\nz*(\[redacted: TOKEN\])?y+$/,
      );
    }
  });

  test('has none when next to nothing was dropped out of the middle of it', async () => {
    for (let dropped = 1; dropped < 40; dropped += 1) {
      const text = `${'x'.repeat(740)}${SECRET}${'y'.repeat(242 + dropped)}`;
      const log = await kept([text.slice(0, 745), text.slice(745)]);
      expect(log.dropped).toBe(dropped);
      expect(log.text).not.toMatch(/[qWmXvLsTKdR]{1}\d/);
    }
  });

  test('tells its last whole line, without a secret that came in two pieces', async () => {
    const pieces = ['first\nwith ', SECRET.slice(0, 7), SECRET.slice(7), ' in it\nnot yet who'];
    expect((await kept(pieces)).line).toBe('with [redacted: TOKEN] in it');
    expect((await kept([`${'w'.repeat(5_000)}\n50 %\r60 %\r70`])).line).toBe('60 %');
    expect((await kept(['never an end'])).line).toBe('');
  });

  test('keeps bytes that are not text', async () => {
    const path = join(temporaryFolder(), 'agent.log');
    const log = await openCappedLog(path, { maxBytes: 1_000, redactor: makeRedactor([]) });
    const bytes = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
    log.write(bytes);
    await log.close();
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes);
  });
});
