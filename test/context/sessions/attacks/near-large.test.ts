/** Stores that are made to be large: what is read of them, and what it takes. */
import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { claudeSessions } from '../../../../src/engines/claude/sessions/index.ts';
import { codexSessions } from '../../../../src/engines/codex/sessions/index.ts';
import type { SessionHandle, SessionSource } from '../../../../src/engines/sessions/contract.ts';
import { temporaryFolder } from '../../../kit/git-repo.ts';

const ROOT = '/home/ada/shop';
const ID = '7fb57bf2-233a-4635-a360-712a08c51321';
/** A gigabyte takes its time on a busy disk. */
const SLOW_MS = 180_000;
const GIGABYTE = 1024 ** 3;
const FIRST = JSON.stringify({
  type: 'session_meta',
  cwd: ROOT,
  payload: { id: ID, cwd: ROOT },
});
const ASKED = {
  claude: { type: 'user', message: { role: 'user', content: 'Go on.' }, cwd: ROOT },
  codex: {
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] },
  },
};

describe.each([
  { source: claudeSessions, folder: '.claude/projects/-home-ada-shop', prefix: '' },
  {
    source: codexSessions,
    folder: '.codex/sessions/2026/11/22',
    prefix: 'rollout-2026-11-22T05-00-00-',
  },
] as const)('a store of $source.engine', ({ source, folder, prefix }) => {
  const line = JSON.stringify(source.engine === 'codex' ? ASKED.codex : ASKED.claude);
  test(
    'with a line of one gigabyte is read at its ends, and all the rest around the line',
    async () => {
      const home = temporaryFolder();
      mkdirSync(join(home, folder), { recursive: true });
      const path = join(home, folder, `${prefix}${ID}.jsonl`);
      const asked = `${FIRST}\n${line}\n`;
      writeFileSync(path, asked);
      truncateSync(path, GIGABYTE);
      const file = openSync(path, 'a');
      writeSync(file, `\n${line}\n`);
      closeSync(file);
      const [handle] = await handlesIn(source, home);
      const before = process.memoryUsage().rss;
      const read = handle && (await source.draft(handle));
      expect(read).toMatchObject({ kind: 'draft', draft: { title: 'Go on.', cwd: ROOT } });
      expect(read?.bytesRead).toBeLessThanOrEqual(320 * 1024);
      const kinds: string[] = [];
      if (handle !== undefined)
        for await (const block of source.entries(handle))
          kinds.push(...block.map((entry) => (entry === 'unreadable' ? entry : entry.kind)));
      expect(kinds.filter((kind) => kind === 'asked')).toHaveLength(2);
      expect(kinds.filter((kind) => kind === 'unreadable').length).toBeGreaterThanOrEqual(1);
      expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
    },
    SLOW_MS,
  );

  test(
    'with 20,000 files is looked through, and none but the sessions are read',
    async () => {
      const home = temporaryFolder();
      mkdirSync(join(home, folder), { recursive: true });
      for (let n = 0; n < 20_000; n += 1) {
        const name = n % 200 === 0 ? `${prefix}${ID.slice(0, -6)}${hex(n)}.jsonl` : `${n}.tmp`;
        writeFileSync(join(home, folder, name), n % 200 === 0 ? `${FIRST}\n` : '');
      }
      expect(await handlesIn(source, home)).toHaveLength(100);
    },
    SLOW_MS,
  );
});

async function handlesIn(source: SessionSource, home: string): Promise<readonly SessionHandle[]> {
  const places = source.places({ kind: 'person', env: { HOME: home } });
  const found = await source.find({ places, roots: [ROOT], since: null });
  return found.kind === 'found' ? found.handles : [];
}

function hex(n: number): string {
  return n.toString(16).padStart(6, '0');
}
