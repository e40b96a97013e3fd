import { readFleet, whyItWaits, type FleetFacts } from '../../daemon/fleet/read-fleet.ts';
import type { FleetView, WorkerEntry } from '../../store/dispatch-port.ts';
import { formatDuration } from '../../words/duration.ts';
import { shortIdOf } from '../../words/ids.ts';
import { plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage, type Page } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

/** Exit code 1 where the records cannot be read now. */
export async function fleetCommand(call: CommandCall): Promise<number> {
  const facts = await readFleet(await openWorkspace(call));
  const isAway = facts.store === 'postgres' && (facts.database?.fault ?? null) !== null;
  if (call.json) writeJson(call.terminal, fleetDocument(facts));
  else writeFleet(openPage(call.terminal), facts);
  return isAway ? 1 : 0;
}

function fleetDocument({ store, choice, setting, database, fleet, problems }: FleetFacts): unknown {
  return {
    store,
    setting: setting === null ? null : `env:${setting}`,
    workspace: store === 'postgres' ? (choice?.workspace ?? null) : null,
    place: store === 'postgres' ? (choice?.place ?? null) : null,
    database:
      database === null ? null : { ...database, fault: database.fault?.toFailure() ?? null },
    planner: fleet?.planner ?? null,
    workers: fleet?.workers ?? [],
    waiting: (fleet?.waiting ?? []).map(({ run, routine, key, runsOn, queuedAt }) => ({
      run,
      routine,
      slot: key,
      runsOn,
      queuedAt,
      why: whyItWaits(runsOn, fleet?.workers ?? []),
    })),
    problems,
  };
}

function writeFleet(page: Page, { store, choice, database, fleet, problems }: FleetFacts): void {
  const { fault = null, connections = null } = database ?? {};
  page.fields([
    ['records', store === 'files' ? 'files of this machine' : 'PostgreSQL'],
    ['database', database?.address ?? null],
    ['tables', database === null ? null : tableWords(database)],
    ['connections', connections === null ? null : `${connections}, of all machines`],
    [
      'machines',
      database?.places
        .map(
          ({ id, host, runs }) =>
            `${host}${id === choice?.place ? ' (this one)' : ''}: ${plural(runs, 'run')}`,
        )
        .join('\n') ?? null,
    ],
    ['plans', fleet === null ? null : (fleet.planner?.host ?? 'no daemon: roundsman start')],
    [
      'problem',
      fault === null
        ? null
        : `${fault.message}
${fault.hint}`,
    ],
  ]);
  if (store === 'files' && database === null) {
    page.line();
    page.line('One machine needs nothing else. To share the records of a team: docs/fleet.md');
  }
  if (fleet !== null) writeWorkers(page, fleet);
  for (const problem of problems) {
    page.line();
    page.line(problem);
  }
}

/** How many waiting runs are named. */
const MAX_WAITING = 20;

function writeWorkers(page: Page, { workers, waiting }: FleetView): void {
  page.line();
  if (workers.length === 0)
    page.line('No workers: the daemon that plans starts runs itself. Add one: roundsman work');
  else
    page.table(
      [
        { title: 'worker', text: ({ host }) => host, shrinkTo: 10 },
        { title: 'runs', text: ({ runs, places }) => `${runs.length} of ${places}` },
        { title: 'seen', text: seenWords },
        { title: 'labels', text: ({ labels }) => labels.join(' '), shrinkTo: 20 },
      ],
      workers,
    );
  if (waiting.length === 0) return;
  page.line();
  page.table(
    [
      { title: 'waiting', text: ({ routine }) => routine, shrinkTo: 10 },
      { title: 'run', text: ({ run }) => shortIdOf(run) },
      { title: 'why', text: ({ runsOn }) => whyItWaits(runsOn, workers), shrinkTo: 20 },
    ],
    waiting.slice(0, MAX_WAITING),
  );
  const rest = waiting.length - MAX_WAITING;
  if (rest > 0) page.line(`and ${plural(rest, 'more run')}: roundsman fleet --json`);
  page.line();
  page.line('See one: roundsman show RUN. Take it out of the queue: roundsman cancel RUN');
}

function seenWords({ silentMs, draining }: WorkerEntry): string {
  const seen = `${formatDuration(Math.max(0, Math.round(silentMs / 1_000) * 1_000))} ago`;
  return draining ? `${seen}, takes nothing new` : seen;
}

function tableWords({ schema, wanted }: NonNullable<FleetFacts['database']>): string | null {
  if (schema === null) return null;
  if (schema === 0) return 'none yet: roundsman fleet migrate';
  return schema === wanted
    ? `version ${schema}`
    : `version ${schema}; this Roundsman needs ${wanted}`;
}
