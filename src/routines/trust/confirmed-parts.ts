/** What a person confirmed of the files that are checked out: one small file, replaced whole. */
import { makeFolder, readTextIfThere, writeDurably } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { withLock } from '../../platform/lock.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { ArmedPart } from '../armed-settings.ts';

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
