/** What would start when the routine is due: the version at the ref or the enabled one, not what is being edited. */
import { type ActiveRoutines, activeById, shortRef } from '../../../routines/active-routines.ts';
import { readActivity } from '../../../routines/active/read-activity.ts';
import { readCatalog } from '../../../routines/definitions.ts';
import { findEntry } from '../../../routines/find-routine.ts';
import type { Problem } from '../../../routines/rules/problem.ts';
import { inspectToRun, notConfirmed } from '../../../runtime/load-to-run.ts';
import type { StoredDefinition } from '../../../store/definition-ports.ts';
import type { ScheduledRoutine } from '../../../words/scheduled-routine.ts';
import type { Workspace } from '../../../workspace/contract.ts';

export type Standing =
  | {
      readonly kind: 'active';
      readonly scheduled: ScheduledRoutine;
      /** For people: `main`, `enabled here`. */
      readonly from: string;
      /** The working tree has another version of it. */
      readonly drifted: boolean;
      /** Of the version at the ref, when that one is broken and an earlier one continues. */
      readonly problems: readonly Problem[];
    }
  /** In the working tree only. */
  | { readonly kind: 'local' }
  /** Nowhere is there a version that could run. */
  | { readonly kind: 'broken'; readonly problems: readonly Problem[] };

interface FoundRoutine {
  readonly standing: Standing;
  /** `null` when there is nothing that could be looked at. */
  readonly definition: StoredDefinition | null;
}

/** Throws `not-found` with the nearest names. */
export async function findStanding(
  workspace: Workspace,
  id: string,
  active: ActiveRoutines,
): Promise<FoundRoutine> {
  const state = await readActivity(workspace);
  const found = activeById(state).get(id);
  if (found === undefined) return findLocal(workspace, id, active);
  return {
    standing: {
      kind: 'active',
      scheduled: found.routine,
      from: found.from,
      drifted: active.local.some((one) => one.id === id),
      problems: active.broken.find((one) => one.id === id)?.problems ?? [],
    },
    definition: await workspace.definitions.read(found.definition),
  };
}

/** For people, where definitions are taken from. */
export function definitionsFrom({ ref }: ActiveRoutines): string {
  return ref === null ? 'the default branch' : shortRef(ref);
}

async function findLocal(
  workspace: Workspace,
  id: string,
  active: ActiveRoutines,
): Promise<FoundRoutine> {
  const atRef = active.broken.find((one) => one.id === id);
  const catalog = await readCatalog(workspace);
  if (atRef !== undefined && catalog.entries.every((entry) => entry.id !== id))
    return { standing: { kind: 'broken', problems: atRef.problems }, definition: null };
  const entry = findEntry(catalog, id);
  if (entry.kind !== 'routine')
    return { standing: { kind: 'broken', problems: entry.problems }, definition: null };
  const { loaded, unconfirmed } = await inspectToRun(workspace, { id, overrides: [] });
  if (unconfirmed.length > 0) {
    const { message, hint } = notConfirmed(unconfirmed, `brief ${id}`);
    const place = { file: entry.file, line: 1, column: 1 };
    const problem = { ...place, code: 'not-confirmed', message, hint };
    return { standing: { kind: 'broken', problems: [problem] }, definition: null };
  }
  const { routine, definition, settings } = loaded;
  return {
    standing: { kind: 'local' },
    definition: { hash: definition.hash, routine, file: entry.file, settings },
  };
}
