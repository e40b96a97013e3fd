/** A routine of the working tree that is to run, or whose collectors are, because a person called for it. */
import type { ArmedPart } from '../routines/armed-settings.ts';
import { WORKSPACE_FILE } from '../routines/catalog.ts';
import { runSettings } from '../routines/definition-context.ts';
import { readCatalog } from '../routines/definitions.ts';
import { findRoutine } from '../routines/find-routine.ts';
import { loadRoutine, type LoadedRoutine, type RoutineRequest } from '../routines/load-routine.ts';
import { isTrustedRoutine, routinePart } from '../routines/trust/trusted-routine.ts';
import { trustedSettings } from '../routines/trust/trusted-settings.ts';
import { connectionsOf } from '../words/credentials.ts';
import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

interface ToRun {
  readonly loaded: LoadedRoutine;
  /** What has to be confirmed before: the routine itself, connections that it uses, its engines. */
  readonly unconfirmed: readonly ArmedPart[];
}

/** Throws like `loadRoutine`, and `refused` for what is checked out and not confirmed. */
export async function loadToRun(
  workspace: Workspace,
  request: RoutineRequest,
): Promise<LoadedRoutine> {
  const { loaded, unconfirmed } = await inspectToRun(workspace, request);
  if (unconfirmed.length > 0) throw notConfirmed(unconfirmed, `brief ${loaded.routine.id}`);
  return loaded;
}

/** Its settings hold nothing that is not confirmed. Throws like `loadRoutine`. */
export async function inspectToRun(workspace: Workspace, request: RoutineRequest): Promise<ToRun> {
  const loaded = await loadRoutine(workspace, request);
  const { routine } = loaded;
  const { config, unconfirmed } = await trustedSettings(workspace);
  const { agent } = routine;
  const engines = [agent.engine, ...agent.variants.map(({ engine }) => engine)];
  const used = new Set([
    ...connectionsOf(routine).map((name) => `connections.${name}`),
    ...engines.map((id) => `engines.${id}`),
  ]);
  // Without what was laid over it: that is typed.
  const entry = findRoutine(await readCatalog(workspace), request.id);
  const own = (await isTrustedRoutine(workspace, entry)) ? [] : [routinePart(entry)];
  return {
    loaded: { ...loaded, settings: runSettings(config) },
    unconfirmed: [...own, ...unconfirmed.filter(({ key }) => used.has(key))],
  };
}

/** @param command that asks about them, as typed after `roundsman` */
export function notConfirmed(unconfirmed: readonly ArmedPart[], command: string): AppError {
  const files = unconfirmed.filter(isFile).map(nameOf);
  const settings = unconfirmed.filter((part) => !isFile(part)).map(nameOf);
  const inFile = settings.length === 0 ? [] : [`${settings.join(', ')} in ${WORKSPACE_FILE}`];
  const names = [...files, ...inFile].join(', ');
  const message =
    unconfirmed.length === 1
      ? `${names} differs from the default branch. Confirm it before it is used.`
      : `${names} differ from the default branch. Confirm them before they are used.`;
  return new AppError('refused', {
    code: 'not-confirmed',
    message,
    hint: `Read the change, then confirm it: roundsman ${oneLine(command, 200)} --yes`,
  });
}

/** A routine; everything else is a setting. */
function isFile({ key }: ArmedPart): boolean {
  return key.startsWith('routines/');
}

function nameOf({ key }: ArmedPart): string {
  return `\`${oneLine(key, 120)}\``;
}
