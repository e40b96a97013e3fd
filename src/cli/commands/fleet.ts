import { readFleet, type FleetFacts } from '../../daemon/fleet/read-fleet.ts';
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

function fleetDocument({ store, choice, setting, database, problems }: FleetFacts): unknown {
  return {
    store,
    setting: setting === null ? null : `env:${setting}`,
    workspace: store === 'postgres' ? (choice?.workspace ?? null) : null,
    place: store === 'postgres' ? (choice?.place ?? null) : null,
    database:
      database === null ? null : { ...database, fault: database.fault?.toFailure() ?? null },
    problems,
  };
}

function writeFleet(page: Page, { store, choice, database, problems }: FleetFacts): void {
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
  for (const problem of problems) {
    page.line();
    page.line(problem);
  }
}

function tableWords({ schema, wanted }: NonNullable<FleetFacts['database']>): string | null {
  if (schema === null) return null;
  if (schema === 0) return 'none yet: roundsman fleet migrate';
  return schema === wanted
    ? `version ${schema}`
    : `version ${schema}; this Roundsman needs ${wanted}`;
}
