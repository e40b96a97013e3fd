/** What persons enabled: it counts before what the ref says, until that says the same. */
import { isRoutineId } from '../../domain/ids.ts';
import { compileEntry } from '../../routines/compile-entry.ts';
import { parseWorkspace } from '../../routines/parse-workspace.ts';
import { checkSchedule } from '../../scheduler/next.ts';
import type { EnabledDefinition } from '../../store/ports.ts';
import type { ActiveEntry, ActiveState } from './active-state.ts';
import type { CompileRequest } from './compile-active.ts';
import { settingsOf, toScheduled } from './compile-at-ref.ts';
import { keepDefinitions } from './keep-definitions.ts';

/** @param state with everything but what is enabled */
export async function compileEnabled(
  request: CompileRequest,
  state: ActiveState,
): Promise<ActiveState> {
  const { enabled, workspace } = request;
  const atRef = new Map(state.atRef.map(({ routine }) => [routine.id, routine.definition]));
  const broken = new Set(state.broken.map(({ id }) => id));
  const compiled: ActiveEntry[] = [];
  const arrived: string[] = [];
  for (const pin of enabled.enabled) {
    const entry = await entryOf(request, pin);
    if (entry === null) continue;
    const isThere = atRef.get(pin.routine) === entry.routine.definition;
    if (isThere && !broken.has(pin.routine)) arrived.push(pin.routine);
    else compiled.push(entry);
  }
  if (arrived.length === 0) return { ...state, enabled: compiled };
  const { stamp } = await workspace.enabled.change((all) =>
    all.filter(
      (pin) =>
        !arrived.includes(pin.routine) ||
        enabled.enabled.every(({ hash, routine }) => hash !== pin.hash || routine !== pin.routine),
    ),
  );
  return { ...state, enabledStamp: stamp, enabled: compiled };
}

async function entryOf(
  { workspace, before, surroundings }: CompileRequest,
  { hash, file, routine: id }: EnabledDefinition,
): Promise<ActiveEntry | null> {
  if (!isRoutineId(id)) return null;
  if (before?.surroundings === surroundings.stamp) {
    const known = before.enabled.find(
      ({ routine }) => routine.id === id && routine.definition === hash,
    );
    if (known !== undefined) return known;
    const stored = await workspace.definitions.read(hash);
    if (stored !== null) {
      return { routine: toScheduled(stored.routine, hash, 'enabled'), file, blob: '' };
    }
  }
  const source = await workspace.enabled.readSource(hash);
  if (source === null) return null;
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  const { config, problems } = parseWorkspace(
    source.workspace === null ? null : bytesOf(source.workspace),
    surroundings.fallbacks,
  );
  if (problems.length > 0) return null;
  const entry = compileEntry(
    file.slice(file.lastIndexOf('/') + 1),
    { kind: 'content', bytes: bytesOf(source.text) },
    { workspace: config, engines: surroundings.engines, checkSchedule },
  );
  if (entry.kind === 'broken') return null;
  const { routine, hash: now } = entry;
  await keepDefinitions(workspace, [{ hash: now, routine, file, settings: settingsOf(config) }]);
  return { routine: toScheduled(routine, now, 'enabled'), file, blob: '' };
}
