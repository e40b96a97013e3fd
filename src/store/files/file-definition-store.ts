/** Whole definitions, one record each, named by their hash and never changed. */
import { join } from 'node:path';

import type { Clock } from '../../platform/clock.ts';
import { makeFolder, readBytesIfThere, listFolder } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { withLock } from '../../platform/lock.ts';
import {
  forAll,
  removeFile,
  renameOver,
  syncNames,
  uniqueName,
  writeNewSynced,
  readSmallFile,
} from '../../platform/many-files.ts';
import { AppError } from '../../words/errors.ts';
import { DEFAULT_DISK_FLOOR_BYTES } from '../../words/resource-limits.ts';
import { oneLine } from '../../words/text.ts';
import type {
  DefinitionStore,
  StoredDefinition,
  EnabledDefinition,
  EnabledDefinitions,
  EnabledSource,
  EnabledStore,
  EventStore,
  DeploymentMemory,
  DeploymentPlace,
  DeploymentStore,
} from '../definition-ports.ts';
import { eventPayloads } from '../event-payloads.ts';
import type { Exclusively } from '../ports.ts';
import type { RecordTexts, TextsOf } from '../record-texts.ts';
import { filledIn, LATER_ROUTINE_FIELDS } from '../run-folder/run-guards.ts';
import { workspacePaths } from '../state-paths.ts';
import type { HashedContents, HashedSweep } from '../stores.ts';
import { fileTexts, fileTextsOf, removeOlder } from './file-texts.ts';
import { readStored, hasTextFields, setAside } from './read-record.ts';

export function fileDefinitionStore(stateDir: string): DefinitionStore {
  return definitionStore(fileTexts(stateDir, 'definitions'));
}

export function definitionStore(texts: RecordTexts): DefinitionStore {
  return {
    // One that is there already counts as written now, so that no sweep takes it.
    put: async (definition) => {
      const name = `${definition.hash}.json`;
      if (!(await texts.touch(name))) await texts.create(name, JSON.stringify(definition));
    },
    read: async (hash) => {
      const name = `${hash}.json`;
      const found = await readStored(texts, name, isStoredDefinition);
      // A caller that has the definition can then store it again.
      if (found.kind === 'corrupt') await texts.setAside(name);
      return found.kind === 'record' ? ofToday(found.value) : null;
    },
  };
}

/** An older Roundsman may have written it, for a slot that still waits. */
function ofToday(stored: StoredDefinition): StoredDefinition {
  const filled = filledIn({ ...stored }, LATER_FIELDS);
  return isStoredDefinition(filled) ? filled : stored;
}

const LATER_FIELDS = {
  routine: LATER_ROUTINE_FIELDS,
  settings: { diskFloorBytes: DEFAULT_DISK_FLOOR_BYTES, engines: {}, budget: null },
};

function isStoredDefinition(value: unknown): value is StoredDefinition {
  return isRecord(value) && typeof value['hash'] === 'string' && isRecord(value['routine']);
}

// What persons enabled: one small record, replaced whole, and one for each source.
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

// Payloads of events, one file each, named by the hash of their bytes.
export function fileEventStore(stateDir: string): EventStore {
  const folder = workspacePaths(stateDir).events;
  const putAll: EventStore['putAll'] = async (payloads) => {
    if (payloads.length === 0) return [];
    await makeFolder(folder, 0o700);
    const hashes = await forAll(payloads, (payload) => putOne(folder, payload));
    await syncNames(folder);
    return hashes;
  };
  return eventPayloads({
    putAll,
    bytesOf: (hash) => readBytesIfThere(join(folder, hash)),
    setAside: (hash) => setAside(join(folder, hash)),
  });
}

/** Over what may be there: the same bytes, and from now on as young as the slot that needs them. */
async function putOne(folder: string, payload: Uint8Array): Promise<string> {
  const hash = sha256(payload);
  const temporary = join(folder, uniqueName(hash));
  try {
    await writeNewSynced(temporary, payload);
    await renameOver(temporary, join(folder, hash));
  } catch (thrown) {
    await removeFile(temporary);
    throw thrown;
  }
  return hash;
}

// What has been deployed where: one record a place, named by a hash, since environments are named freely.
export function fileDeploymentStore(stateDir: string): DeploymentStore {
  return deploymentStore(fileTexts(stateDir, 'deployments'));
}

export function deploymentStore(texts: RecordTexts): DeploymentStore {
  const nameOf = ({ environment, ref }: DeploymentPlace): string =>
    `${sha256(JSON.stringify([environment, ref]))}.json`;
  return {
    read: async (place) => {
      const found = await readStored(texts, nameOf(place), isMemory);
      if (found.kind === 'record') return found.value;
      if (found.kind === 'nothing') return { place, deployments: [] };
      throw new AppError('failed', {
        code: 'corrupt-deployments',
        message: `what was deployed to ${oneLine(place.environment)} cannot be read: ${found.path}: ${found.problem}`,
        hint: 'Move the file away; the next deployment then has no previous one.',
      });
    },
    write: (memory) => texts.write(nameOf(memory.place), JSON.stringify(memory)),
  };
}

function isMemory(value: unknown): value is DeploymentMemory {
  return isRecord(value) && isRecord(value['place']) && Array.isArray(value['deployments']);
}

// Which hashes settings name, and removing the definitions and payloads that are no longer named.
// Files named by the hash of their content: written once, never changed, removed when they are no longer referenced.

const HASH = /^([0-9a-f]{64})(\.json)?$/;

/** Removes the others; gives how many. Files that are not named by a hash are not ours. */
export async function sweepHashed(folder: string, { keep, before }: HashedSweep): Promise<number> {
  const names = (await listFolder(folder)).filter((name) => {
    const hash = HASH.exec(name)?.[1];
    return hash !== undefined && !keep.has(hash);
  });
  return removeOlder(
    names.map((name) => join(folder, name)),
    before,
  );
}

export function fileHashedContents(stateDir: string): HashedContents {
  const paths = workspacePaths(stateDir);
  const { deployments, enabled, enabledSources, pauses, definitions, events } = paths;
  return {
    listNamed: async () => {
      const folders = [stateDir, deployments, enabled, enabledSources, pauses];
      return (await Promise.all(folders.map(namedInFolder))).flat();
    },
    sweep: async (sweep) =>
      (await sweepHashed(definitions, sweep)) + (await sweepHashed(events, sweep)),
  };
}

/** All that looks like a hash. */
async function namedInFolder(folder: string): Promise<readonly string[]> {
  const names = (await listFolder(folder)).filter((name) => name.endsWith('.json'));
  const texts = await forAll(names, (name) => readSmallFile(join(folder, name)));
  return texts.flatMap((text) => (text ?? '').match(/\b[0-9a-f]{64}\b/g) ?? []);
}
