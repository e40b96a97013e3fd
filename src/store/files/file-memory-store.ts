/** Memories of collectors: one file a routine and collector, written whole. */
import { dirname } from 'node:path';

import { makeFolder, writeDurably } from '../../platform/files.ts';
import type { CollectorMemory } from '../../words/collector-memory.ts';
import { AppError } from '../../words/errors.ts';
import type { MemoryStore } from '../ports.ts';
import { memoryPath } from '../state-paths.ts';
import { hasTextFields, readRecord } from './read-record.ts';

export function fileMemoryStore(stateDir: string): MemoryStore {
  return {
    read: async (routine, collector) => {
      const read = await readRecord(memoryPath(stateDir, routine, collector), isMemory);
      if (read.kind === 'record') return read.value;
      if (read.kind === 'nothing') return null;
      throw new AppError('failed', {
        code: 'corrupt-memory',
        message: `what \`${collector}\` kept for ${routine} cannot be read: ${read.path}: ${read.problem}`,
        hint: 'Move the file away; the next run begins anew, as the first one did.',
      });
    },
    write: async (memory) => {
      const path = memoryPath(stateDir, memory.routine, memory.collector);
      await makeFolder(dirname(path), 0o700);
      await writeDurably(path, JSON.stringify(memory));
    },
  };
}

function isMemory(value: unknown): value is CollectorMemory {
  return hasTextFields(value, ['routine', 'collector', 'run']) && 'value' in value;
}
