/**
 * The settings of roundsman.yaml that count when a person calls a command: those of the working tree, but for what starts
 * programs or sends secrets. That counts as the active commit has it, as a person enabled it, or once a person has confirmed
 * its exact content: to look at a branch must not start what stands on it.
 */
import { makeFolder, readTextIfThere, writeDurably } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { withLock } from '../../platform/lock.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import type { EngineSettings } from '../../words/engine-settings.ts';
import { AppError } from '../../words/errors.ts';
import type { EngineId } from '../../words/routine.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { ActiveState } from '../active/active-state.ts';
import { readActivity } from '../active/read-activity.ts';
import { armedParts, replaceParts, type ArmedPart } from '../armed-settings.ts';
import type { WorkspaceConfig } from '../definition-context.ts';
import { invalidDefinition, readCatalog } from '../definitions.ts';

export interface TrustedSettings {
  readonly config: WorkspaceConfig;
  /** Of the working tree, and in `config` as they are active, or not at all. */
  readonly unconfirmed: readonly ArmedPart[];
}

/** Throws `invalid-definition` where roundsman.yaml is broken. */
export async function trustedSettings(workspace: Workspace): Promise<TrustedSettings> {
  const { workspace: config, workspaceProblems } = await readCatalog(workspace);
  if (workspaceProblems.length > 0) throw invalidDefinition('roundsman.yaml', workspaceProblems);
  const parts = armedParts(config);
  if (parts.length === 0) return { config, unconfirmed: [] };
  const state = await readActivity(workspace);
  const trusted = await trustedIds(workspace, state);
  const unconfirmed = parts.filter((part) => !trusted.has(partId(part)));
  if (unconfirmed.length === 0) return { config, unconfirmed };
  const keys = new Set(unconfirmed.map(({ key }) => key));
  return { config: replaceParts(config, state.config, keys), unconfirmed };
}

async function trustedIds(workspace: Workspace, state: ActiveState): Promise<ReadonlySet<string>> {
  const enabled = await Promise.all(
    state.enabled.map(({ routine }) => workspace.definitions.read(routine.definition)),
  );
  const parts = [
    ...armedParts(state.config),
    ...enabled.flatMap((one) => {
      if (one === null) return [];
      const { connections = [], engines } = one.settings;
      return armedParts({ connections, engines });
    }),
  ];
  return new Set([...parts.map(partId), ...(await readConfirmed(workspace))]);
}

/**
 * What roundsman.yaml says of engines, as far as it is active or confirmed, as a part of a request to look for one; empty
 * where it says nothing, or is broken.
 */
export async function settingsOfEngines(
  workspace: Workspace,
): Promise<(engine: EngineId) => { readonly settings?: EngineSettings }> {
  const engines = await enginesOf(workspace);
  return (engine) => {
    const settings = engines[engine];
    return settings === undefined ? {} : { settings };
  };
}

async function enginesOf(
  workspace: Workspace,
): Promise<Readonly<Partial<Record<EngineId, EngineSettings>>>> {
  try {
    return (await trustedSettings(workspace)).config.engines;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'invalid-definition') return {};
    throw thrown;
  }
}

// What a person confirmed of the files that are checked out: one small file, replaced whole.
interface Confirmed {
  readonly id: string;
  readonly key: string;
  /** A user's name. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** More than anybody has; the newest count. */
const MOST = 500;
const WAIT_MS = 10_000;

/** Of its key and of its exact content. */
export function partId({ key, content }: ArmedPart): string {
  return sha256(`${key}\n${content}`);
}

/** Ids; none where the file cannot be read, so that the question is asked again. */
export async function readConfirmed({
  location,
}: Pick<Workspace, 'location'>): Promise<ReadonlySet<string>> {
  return new Set((await readAll(location.stateDir)).map(({ id }) => id));
}

/** Durable when it resolves. */
export async function confirmParts(
  { location, actor, clock }: Pick<Workspace, 'location' | 'actor' | 'clock'>,
  parts: readonly ArmedPart[],
): Promise<void> {
  const { stateDir } = location;
  const paths = machinePaths(stateDir);
  const added = { by: actor, at: clock.now().toISOString() };
  const fresh = parts.map((part) => ({ id: partId(part), key: part.key, ...added }));
  const ids = new Set(fresh.map(({ id }) => id));
  await makeFolder(stateDir);
  await withLock({ path: paths.confirmedLock, clock, waitMs: WAIT_MS }, async () => {
    const kept = (await readAll(stateDir)).filter(({ id }) => !ids.has(id));
    const confirmed = [...kept, ...fresh].slice(-MOST);
    await writeDurably(paths.confirmed, JSON.stringify({ confirmed }));
  });
}

async function readAll(stateDir: string): Promise<readonly Confirmed[]> {
  const value = tryParseJson((await readTextIfThere(machinePaths(stateDir).confirmed)) ?? '');
  const all = isRecord(value) ? value['confirmed'] : null;
  return Array.isArray(all) ? all.filter(isConfirmed) : [];
}

function isConfirmed(value: unknown): value is Confirmed {
  return (
    isRecord(value) && ['id', 'key', 'by', 'at'].every((key) => typeof value[key] === 'string')
  );
}
