/** What persons enabled: one small record, replaced whole, and one for each source. */
import type { Clock } from '../../platform/clock.ts';
import { makeFolder } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { withLock } from '../../platform/lock.ts';
import type {
  EnabledDefinition,
  EnabledDefinitions,
  EnabledSource,
  EnabledStore,
} from '../definition-ports.ts';
import type { Exclusively } from '../ports.ts';
import type { RecordTexts, TextsOf } from '../record-texts.ts';
import { workspacePaths } from '../state-paths.ts';
import { fileTextsOf } from './file-texts.ts';
import { hasTextFields, readStored } from './read-record.ts';

const WAIT_MS = 10_000;

export function fileEnabledStore(stateDir: string, clock: Clock): EnabledStore {
  const path = workspacePaths(stateDir).enabledLock;
  return enabledStore(fileTextsOf(stateDir), async (work) => {
    await makeFolder(stateDir, 0o700);
    return withLock({ path, clock, waitMs: WAIT_MS }, work);
  });
}

export function enabledStore(textsOf: TextsOf, exclusively: Exclusively): EnabledStore {
  const [texts, all] = [textsOf('workspace'), textsOf('enabled')];
  return {
    read: () => readEnabled(texts),
    change: (update, sources = []) =>
      exclusively(async () => {
        for (const source of sources)
          await all.write(`${source.hash}.json`, JSON.stringify(source));
        const before = await readEnabled(texts);
        const after = update(before.enabled).toSorted((a, b) => (a.routine < b.routine ? -1 : 1));
        await texts.write(NAME, JSON.stringify({ enabled: after }));
        await dropSources(all, new Set(after.map(({ hash }) => hash)));
        return readEnabled(texts);
      }),
    readSource: async (hash) => {
      const found = await readStored(all, `${hash}.json`, isSource);
      return found.kind === 'record' ? found.value : null;
    },
  };
}

const NAME = 'enabled.json';

async function readEnabled(texts: RecordTexts): Promise<EnabledDefinitions> {
  const text = await texts.read(NAME);
  if (text === null) return { enabled: [], stamp: '', corrupt: null };
  const value = tryParseJson(text);
  const stamp = sha256(text);
  if (isRecord(value) && isList(value['enabled'])) {
    return { enabled: value['enabled'], stamp, corrupt: null };
  }
  const corrupt = { path: texts.placeOf(NAME), problem: 'it is not a record of this kind' };
  return { enabled: [], stamp, corrupt };
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

async function dropSources(texts: RecordTexts, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await texts.names()) {
    if (name.endsWith('.json') && !kept.has(name.slice(0, -'.json'.length)))
      await texts.remove(name);
  }
}
