import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { describe, expect, it } from 'vitest';

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
  it.each([
    ['torn', '{"routine":"dig', 'it is not JSON'],
    ['foreign', '{"run":1}', 'it is not a record of this kind'],
  ])('refuses a %s file, naming it, instead of beginning again', async (_name, text, problem) => {
    const folder = temporaryFolder();
    const path = memoryPath(folder, digest, 'tickets');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    await expect(fileMemoryStore(folder).read(digest, 'tickets')).rejects.toThrow(
      `what \`tickets\` kept for digest cannot be read: ${path}: ${problem}`,
    );
  });
});
