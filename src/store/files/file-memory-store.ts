/** Memories of collectors: one file a routine and collector, written whole. */
import { dirname } from 'node:path';

import { makeFolder } from '../../platform/files.ts';
import type { CollectorMemory } from '../../words/collector-memory.ts';
import { AppError } from '../../words/errors.ts';
import type { MemoryStore } from '../ports.ts';
import { memoryPath, workspacePaths } from '../state-paths.ts';
import { hasTextFields, readRecord } from './read-record.ts';
import { replaceRecord } from './replace-record.ts';

export function fileMemoryStore(stateDir: string): MemoryStore {
  const read: MemoryStore['read'] = async (routine, collector) => {
    const found = await readRecord(memoryPath(stateDir, routine, collector), isMemory);
    if (found.kind === 'record') return found.value;
    if (found.kind === 'nothing') return null;
    throw new AppError('failed', {
      code: 'corrupt-memory',
      message: `what \`${collector}\` kept for ${routine} cannot be read: ${found.path}: ${found.problem}`,
      hint: 'Move the file away; the next run starts over.',
    });
  };
  return {
    read,
    replace: async (before, after) => {
      const { routine, collector } = after;
      const path = memoryPath(stateDir, routine, collector);
      await makeFolder(dirname(path), 0o700);
      await replaceRecord({
        path,
        lock: workspacePaths(stateDir).recordLock,
        what: `what \`${collector}\` kept for ${routine}`,
        before,
        after,
        read: () => read(routine, collector),
      });
    },
  };
}

function isMemory(value: unknown): value is CollectorMemory {
  return hasTextFields(value, ['routine', 'collector', 'run']) && 'value' in value;
}
