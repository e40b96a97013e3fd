/** What persons enabled: one small file, replaced whole, and one file for each source. */
import { join } from 'node:path';

import type { Clock } from '../../platform/clock.ts';
import {
  listFolder,
  makeFolder,
  readTextIfThere,
  removeTree,
  writeDurably,
} from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { withLock } from '../../platform/lock.ts';
import type {
  EnabledDefinition,
  EnabledDefinitions,
  EnabledSource,
  EnabledStore,
} from '../definition-ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { hasTextFields, readRecord } from './read-record.ts';

const WAIT_MS = 10_000;

export function fileEnabledStore(stateDir: string, clock: Clock): EnabledStore {
  const paths = workspacePaths(stateDir);
  const sourcePath = (hash: string): string => join(paths.enabledSources, `${hash}.json`);
  return {
    read: () => readEnabled(paths.enabled),
    change: async (update, sources = []) => {
      await makeFolder(paths.enabledSources, 0o700);
      const lock = { path: paths.enabledLock, clock, waitMs: WAIT_MS };
      return withLock(lock, async () => {
        for (const source of sources) {
          await writeDurably(sourcePath(source.hash), JSON.stringify(source));
        }
        const before = await readEnabled(paths.enabled);
        const after = update(before.enabled).toSorted((a, b) => (a.routine < b.routine ? -1 : 1));
        await writeDurably(paths.enabled, JSON.stringify({ enabled: after }));
        await dropSources(paths.enabledSources, new Set(after.map(({ hash }) => hash)));
        return readEnabled(paths.enabled);
      });
    },
    readSource: async (hash) => {
      const found = await readRecord(sourcePath(hash), isSource);
      return found.kind === 'record' ? found.value : null;
    },
  };
}

async function readEnabled(path: string): Promise<EnabledDefinitions> {
  const text = await readTextIfThere(path);
  if (text === null) return { enabled: [], stamp: '', corrupt: null };
  const value = tryParseJson(text);
  const stamp = sha256(text);
  if (isRecord(value) && isList(value['enabled'])) {
    return { enabled: value['enabled'], stamp, corrupt: null };
  }
  return { enabled: [], stamp, corrupt: { path, problem: 'it is not a record of this kind' } };
}

function isList(value: unknown): value is readonly EnabledDefinition[] {
  return (
    Array.isArray(value) &&
    value.every((one: unknown) => hasTextFields(one, ['routine', 'file', 'hash', 'by', 'at']))
  );
}

function isSource(value: unknown): value is EnabledSource {
  return hasTextFields(value, ['hash', 'text']);
}

async function dropSources(folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await listFolder(folder)) {
    if (name.endsWith('.json') && !kept.has(name.slice(0, -'.json'.length))) {
      await removeTree(join(folder, name));
    }
  }
}
