/** Memories of collectors: one record a routine and collector, written whole. */
import { AppError } from '../../words/errors.ts';
import type { CollectorMemory } from '../../words/facts.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { MemoryStore } from '../ports.ts';
import type { RecordTexts } from '../record-texts.ts';
import { replaceRecord } from './file-record-store.ts';
import { fileTexts } from './file-texts.ts';
import { hasTextFields, readStored, type ReadRecord } from './read-record.ts';

export function fileMemoryStore(stateDir: string): MemoryStore {
  return memoryStore(fileTexts(stateDir, 'memories'));
}

export function memoryStore(texts: RecordTexts): MemoryStore {
  return {
    read: async (routine, collector) => {
      const of = { routine, collector };
      return memoryIn(await readStored(texts, nameOf(of), isMemory), of);
    },
    replace: (before, after) =>
      replaceRecord({
        texts,
        name: nameOf(after),
        what: whatIs(after),
        guard: isMemory,
        before,
        after,
        currentOf: (found) => memoryIn(found, after),
      }),
  };
}

interface MemoryOf {
  readonly routine: RoutineId;
  readonly collector: string;
}

/** Names of collectors are kebab-case, so two of them stay two records. */
function nameOf({ routine, collector }: MemoryOf): string {
  return `${routine}/${collector}.json`;
}

function whatIs({ routine, collector }: MemoryOf): string {
  return `what \`${collector}\` kept for ${routine}`;
}

function memoryIn(found: ReadRecord<CollectorMemory>, of: MemoryOf): CollectorMemory | null {
  if (found.kind === 'record') return found.value;
  if (found.kind === 'nothing') return null;
  throw new AppError('failed', {
    code: 'corrupt-memory',
    message: `${whatIs(of)} cannot be read: ${found.path}: ${found.problem}`,
    hint: 'Move the file away; the next run starts over.',
  });
}

function isMemory(value: unknown): value is CollectorMemory {
  return hasTextFields(value, ['routine', 'collector', 'run']) && 'value' in value;
}
