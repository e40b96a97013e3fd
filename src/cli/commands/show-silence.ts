/** Why a routine does not start by itself: asked by who names it to `show`, or with `why`. */
import { hostTimezone } from '../../platform/environment.ts';
import { listRoutines } from '../../scheduler/list-routines.ts';
import { listSlots } from '../../scheduler/list-slots.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { routineState } from './list.ts';
import { formatSilence } from './slots.ts';

const NO_DAEMON = 'No daemon is running, so nothing starts by itself: roundsman start';

/** What keeps a routine from starting by itself, where something does. */
async function writeStanding(
  terminal: CommandCall['terminal'],
  workspace: Workspace,
  routine: RoutineId,
): Promise<{ readonly isDue: boolean }> {
  const { listings, ref } = await listRoutines(workspace);
  const found = listings.find((one) => one.routine.id === routine);
  if (found === undefined) return { isDue: false };
  const { active, enabled, paused, triggers } = found.routine;
  const state = routineState(found, { now: workspace.clock.now(), ref });
  const page = openPage(terminal);
  const byHand = enabled ? '' : ': it starts only by hand';
  if (state !== '' && state !== 'enabled here')
    page.line(page.paint('warn', `${routine} is ${state}${byHand}`));
  return { isDue: active && enabled && !paused && triggers.some(({ kind }) => kind !== 'manual') };
}

/** Its newest run does not tell why it did not run since. */
export async function writeSilence(
  { terminal }: CommandCall,
  workspace: Workspace,
  routine: RoutineId,
): Promise<void> {
  const { isDue } = await writeStanding(terminal, workspace, routine);
  const newest = { routine, since: null, states: [], limit: 1 };
  const { silent, daemonRuns } = await listSlots(workspace, newest);
  const page = openPage(terminal);
  for (const one of silent)
    page.line(
      page.paint('warn', `${formatSilence(one, hostTimezone())}: roundsman slots ${routine}`),
    );
  const isAsleep = !daemonRuns && (isDue || silent.length > 0);
  if (isAsleep) page.line(NO_DAEMON);
  if (isAsleep || silent.length > 0) page.line();
}
