import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { describe, expect, it } from 'vitest';

import { newRunId } from '../../src/platform/ids.ts';
import { fileMemoryStore } from '../../src/store/files/file-memory-store.ts';
import { memoryPath } from '../../src/store/state-paths.ts';
import { isRoutineId, type RoutineId } from '../../src/words/ids.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

function routineId(text: string): RoutineId {
  if (!isRoutineId(text)) throw new TypeError(text);
  return text;
}

const digest = routineId('digest');

describe('the memory store', () => {
  it('keeps what each collector of each routine wrote last', async () => {
    const store = fileMemoryStore(temporaryFolder());
    const run = newRunId(new Date());
    const memory = { routine: digest, collector: 'tickets', run, value: { told: ['A-1'] } };
    expect(await store.read(digest, 'tickets')).toBeNull();
    await store.write({ ...memory, value: 'older' });
    await store.write(memory);
    await store.write({ ...memory, routine: routineId('other'), value: 1 });
    expect(await store.read(digest, 'tickets')).toEqual(memory);
    expect(await store.read(digest, 'release-notes')).toBeNull();
  });

  it.each([
    ['torn', '{"routine":"dig', 'it is not JSON'],
    ['foreign', '{"run":1}', 'it is not a record of this kind'],
  ])('refuses a %s file, naming it, instead of beginning anew', async (_name, text, problem) => {
    const folder = temporaryFolder();
    const path = memoryPath(folder, digest, 'tickets');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    await expect(fileMemoryStore(folder).read(digest, 'tickets')).rejects.toThrow(
      `what \`tickets\` kept for digest cannot be read: ${path}: ${problem}`,
    );
  });
});
