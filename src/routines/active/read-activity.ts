/** What is active now. While nothing moved, a few small files tell; then neither git nor yaml nor zod is loaded. */
import { openRefs } from '../../git/ref-reader.ts';
import type { RefReader } from '../../git/refs.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import type { Workspace } from '../../workspace/contract.ts';
import {
  readActiveState,
  withSharedParts,
  writeActiveState,
  type ActiveState,
  type RefTip,
  readSurroundings,
} from './active-state.ts';
import { chooseHome, findNamed } from './choose-ref.ts';

/** @param chosen a branch that a person chose, where nothing else tells; it is remembered */
export async function readActivity(
  workspace: Workspace,
  chosen: string | null = null,
): Promise<ActiveState> {
  const { gitDir, stateDir } = workspace.location;
  const path = machinePaths(stateDir).active;
  const [before, surroundings, enabled, refs] = await Promise.all([
    readActiveState(path),
    readSurroundings(workspace),
    workspace.enabled.read(),
    openRefs({ gitDir, env: workspace.gitEnv }),
  ]);
  const home =
    (await chooseHome(refs, before?.home?.ref ?? null)) ?? (await chooseHome(refs, chosen));
  if (
    before !== null &&
    before.surroundings === surroundings.stamp &&
    before.enabledStamp === enabled.stamp &&
    (await isWhereItWas(before, home, refs))
  ) {
    return before;
  }
  const { compileActive } = await import('./compile-active.ts');
  const now = await compileActive({ workspace, surroundings, refs, home, enabled, before });
  await keepForNextTime(path, now);
  return withSharedParts(now);
}

async function isWhereItWas(
  before: ActiveState,
  home: RefTip | null,
  refs: RefReader,
): Promise<boolean> {
  if (!isSameTip(before.home, home)) return false;
  if (home === null || before.named === null) return true;
  return isSameTip(before.definitions, await findNamed(refs, before.named));
}

function isSameTip(one: RefTip | null, other: RefTip | null): boolean {
  return one?.ref === other?.ref && one?.id === other?.id;
}

async function keepForNextTime(path: string, state: ActiveState): Promise<void> {
  try {
    await writeActiveState(path, state);
  } catch {
    // Routines can be listed where nothing can be written; only the next look is no quicker.
  }
}
