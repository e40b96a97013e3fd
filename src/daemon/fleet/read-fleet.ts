/** Where the records of a workspace are, and how that place is. */
import { readContext } from '../../routines/definitions.ts';
import { readStore } from '../../store/fleet.ts';
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
  return { store, choice, setting, database, problems: problemsOf({ store, choice, setting }) };
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
