/** Where the records of a workspace are, and how that place is. */
import { readContext } from '../../routines/definitions.ts';
import type { FleetView, WorkerEntry } from '../../store/dispatch-port.ts';
import { readFleetView, readStore } from '../../store/fleet.ts';
import { readStoreChoice, type StoreChoice } from '../../store/store-choice.ts';
import type { StoreFacts } from '../../store/store-facts.ts';
import type { Workspace } from '../../workspace/contract.ts';

export interface FleetFacts {
  /** Which holds the records now. */
  readonly store: 'files' | 'postgres';
  readonly choice: StoreChoice | null;
  /** The variable that roundsman.yaml names; `null`: none. */
  readonly setting: string | null;
  /** `null`: no database is named. */
  readonly database: StoreFacts | null;
  /** Who plans, works and waits; `null`: the records are files, or the database cannot be read. */
  readonly fleet: FleetView | null;
  /** What does not fit together, with the next step. */
  readonly problems: readonly string[];
}

export async function readFleet(workspace: Workspace): Promise<FleetFacts> {
  const { env, clock, location } = workspace;
  const [choice, { context }] = await Promise.all([
    readStoreChoice(location.stateDir),
    readContext(workspace),
  ]);
  const setting = context.workspace.store;
  const store = choice === null || choice.state === 'entering' ? 'files' : 'postgres';
  const variable = (store === 'postgres' ? choice?.variable : null) ?? setting;
  const id = store === 'postgres' ? (choice?.workspace ?? null) : null;
  const database = variable === null ? null : await readStore({ env, variable, clock }, id);
  const fleet =
    variable === null || id === null || database?.fault !== null
      ? null
      : await readFleetView({ env, variable, clock }, id);
  const problems = [
    ...problemsOf({ store, choice, setting }),
    ...(fleet?.fault === undefined || fleet.fault === null ? [] : [fleet.fault.message]),
    ...(fleet?.unreadable ?? []).map(formatUnreadable),
  ];
  return { store, choice, setting, database, fleet, problems };
}

/** @param job its id */
export function formatUnreadable(job: string): string {
  return `Job ${job} of the queue cannot be read and is not carried out. Find its slot, which has no run, and start the routine again: roundsman slots`;
}

/** Why a queued run waits: no worker has its labels, or those that do have no free place. */
export function whyItWaits(runsOn: readonly string[], workers: readonly WorkerEntry[]): string {
  if (workers.length === 0) return 'no worker is there: roundsman work';
  const fit = workers.filter(({ labels }) => runsOn.every((label) => labels.includes(label)));
  if (fit.length === 0) {
    const missing = runsOn.filter((label) => !workers.some(({ labels }) => labels.includes(label)));
    return missing.length === 0
      ? `no worker has all of ${runsOn.join(', ')}`
      : `no worker has ${missing.join(', ')}`;
  }
  const open = fit.filter(({ draining }) => !draining);
  if (open.length === 0) return 'its workers take nothing new';
  return open.some(({ runs, places }) => runs.length < places)
    ? 'is about to be taken'
    : `waits for a place on ${open.map(({ host }) => host).join(', ')}`;
}

function problemsOf({
  store,
  choice,
  setting,
}: Pick<FleetFacts, 'store' | 'choice' | 'setting'>): readonly string[] {
  if (choice?.state === 'entering')
    return [
      'A move to the database was cut off; the files count. Repeat it: roundsman fleet move --to postgres',
    ];
  if (choice?.state === 'leaving')
    return ['A move to files was cut off. Repeat it: roundsman fleet move --to files'];
  if (store === 'files' && setting !== null)
    return [
      `roundsman.yaml names a store, env:${setting}, and the records of this machine are files: roundsman fleet move --to postgres`,
    ];
  if (choice !== null && setting !== choice.variable)
    return [
      `The records are in the database of env:${choice.variable}, and roundsman.yaml names ${setting === null ? 'none' : `env:${setting}`}.`,
    ];
  return [];
}
