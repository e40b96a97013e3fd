/** Each routine that something makes due by itself, looked at as an unattended run would meet it. */
import { formatTarget } from '../../connections/messages/format-target.ts';
import type { Night } from '../../scheduler/foretell-night.ts';
import type { RoutineId } from '../../words/ids.ts';
import type { Routine } from '../../words/routine.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { levelHere } from '../../workspace/level-here.ts';
import type { RehearsalRequest, RehearsedRoutine } from './contract.ts';
import { preflight, type Preflight } from './preflight.ts';
import type { Known } from './tonight.ts';
import { typicalRun } from './typical-run.ts';

/** One after the other: each renders a brief, which reads the repository. */
export async function rehearseRoutines(
  workspace: Workspace,
  request: RehearsalRequest,
  { active, night, typical }: Known & { readonly night: Night },
): Promise<readonly RehearsedRoutine[]> {
  const starts = new Map<RoutineId, number>();
  for (const { record, startsAt } of night.slots)
    if (startsAt !== null) starts.set(record.routine, (starts.get(record.routine) ?? 0) + 1);
  const wanted = active.routines
    .filter(({ id, enabled, triggers }) => starts.has(id) || (enabled && byItself(triggers)))
    .toSorted((a, b) => (starts.get(b.id) ?? 0) - (starts.get(a.id) ?? 0));
  const done: RehearsedRoutine[] = [];
  for (const routine of wanted) {
    request.progress(routine.id);
    const { id } = routine;
    const looked = await lookAt(workspace, request, routine);
    const usual = typical.get(id) ?? typicalRun([]);
    done.push({ id, starts: starts.get(id) ?? 0, typical: usual, ...looked });
  }
  return done;
}

function byItself(triggers: ScheduledRoutine['triggers']): boolean {
  return triggers.some(({ kind }) => kind !== 'manual');
}

async function lookAt(
  workspace: Workspace,
  request: RehearsalRequest,
  { id, definition: hash }: ScheduledRoutine,
): Promise<Pick<RehearsedRoutine, 'problems' | 'isolation' | 'brief' | 'messages'>> {
  const definition = await workspace.definitions.read(hash);
  if (definition === null) {
    const message = `its definition, ${hash.slice(0, 12)}, is not in the state folder`;
    const hint = `Commit or enable it anew: roundsman enable ${id}`;
    const problem = { level: 'fail', code: 'definition-missing', message, hint } as const;
    return { problems: [problem], isolation: null, brief: null, messages: [] };
  }
  const { problems, brief } = await preflight({
    workspace,
    definition,
    quick: request.quick,
    signal: request.signal,
    progress: (text) => request.progress(text === '' ? id : `${id}: ${text}`),
  });
  const isolation = await levelHere(workspace, definition.routine);
  const messages = messagesOf(definition.routine);
  return { problems, isolation, brief: brief === null ? null : sizeOf(brief), messages };
}

function messagesOf({ notify = [] }: Routine): readonly string[] {
  return notify.flatMap(({ on, targets }) =>
    targets.map((target) => `${formatTarget(target)} on ${on.join(', ')}`),
  );
}

function sizeOf({ prompt, facts }: NonNullable<Preflight['brief']>): RehearsedRoutine['brief'] {
  const found = Object.entries(facts).map(
    ([collector, { coverage }]) => [collector, coverage.found] as const,
  );
  return { prompt: prompt.length, facts: Object.fromEntries(found) };
}
