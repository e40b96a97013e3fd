/**
 * A dry night: every slot that would fire, by the plan itself, and each routine looked at as an unattended run would meet
 * it. **Invariant:** nothing is started, recorded or set aside, and nothing of it is left.
 */
import { readActiveRoutines, type ActiveRoutines } from '../../routines/active-routines.ts';
import { findDaemon } from '../../scheduler/daemon/daemon-lock.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { RunView } from '../../words/run.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { Rehearsal, RehearsalRequest } from './contract.ts';
import { forecastOf } from './forecast.ts';
import { nightProblems } from './night-problems.ts';
import { rehearseRoutines } from './rehearse-routines.ts';
import { foretellTonight, type Span } from './tonight.ts';
import { typicalRun, type TypicalRun } from './typical-run.ts';

/** Throws at the signal, for a `from` in the past, and what reading the definitions throws. */
export async function rehearseNight(
  workspace: Workspace,
  request: RehearsalRequest,
): Promise<Rehearsal> {
  const span = spanOf(workspace, request);
  const active = await readActiveRoutines(workspace);
  const { views } = await workspace.runs.listViews();
  const typical = typicalOf(active, views);
  const night = await foretellTonight(workspace, request, { active, typical, span });
  const routines = await rehearseRoutines(workspace, request, { active, night, typical });
  const busy = new Set(night.slots.map(({ record }) => record.routine));
  const quiet = active.routines.filter(({ id, enabled }) => enabled && !busy.has(id));
  const forecast = await forecastOf(workspace, { routines, views });
  const daemon = await findDaemon(workspace.location.stateDir);
  const problems = nightProblems({ active, night, routines, forecast, daemon: daemon !== null });
  return {
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    ok: problems.failures.length === 0,
    night,
    routines,
    quiet: quiet.map(({ id }) => id),
    forecast,
    ...problems,
  };
}

function typicalOf(
  { routines }: ActiveRoutines,
  views: readonly RunView[],
): ReadonlyMap<RoutineId, TypicalRun> {
  const byRoutine = new Map<RoutineId, RunView[]>();
  for (const view of views) {
    const known = byRoutine.get(view.routine);
    if (known === undefined) byRoutine.set(view.routine, [view]);
    else known.push(view);
  }
  return new Map(routines.map(({ id }) => [id, typicalRun(byRoutine.get(id) ?? [])]));
}

function spanOf({ clock }: Workspace, { from, hours }: RehearsalRequest): Span {
  const begin = (from ?? clock.now()).getTime();
  return { from: begin, to: begin + hours * 3_600_000 };
}
