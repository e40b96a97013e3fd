/**
 * The records of a state folder into rows, in one transaction: until it is committed, and `store.json` says so, the files are
 * the records. A move that was cut off is begun again.
 */
import { AppError } from '../../words/errors.ts';
import type { RunId } from '../../words/ids.ts';
import { isFinal } from '../../words/slot.ts';
import { FILE_KINDS, hasRecordFiles } from '../files/record-files.ts';
import type { RunStore } from '../ports.ts';
import type { Ask, Database } from './database.ts';
import { countRows, differences, type MoveCounts } from './move-counts.ts';
import { readAllSlots, readRecordTexts, readUsageDays } from './read-files.ts';
import { copyRuns } from './run-mirror.ts';

export interface MovedWorkspace {
  readonly id: string;
  readonly name: string;
  /** The first commit of the repository. */
  readonly root: string;
}

export interface ToRows {
  readonly database: Database;
  readonly stateDir: string;
  readonly workspace: MovedWorkspace;
  /** Id and host of the state folder. */
  readonly place: { readonly id: string; readonly host: string };
  readonly local: Pick<RunStore, 'listIds'>;
}

export interface MovedToRows {
  /** The database had the workspace already, of another machine. */
  readonly joined: boolean;
  readonly counts: MoveCounts;
}

export async function moveToRows(move: ToRows): Promise<MovedToRows> {
  const { database, stateDir, workspace, place, local } = move;
  const ids = await local.listIds();
  return database.transaction(async (ask) => {
    // Reading thousands of files takes longer than a forgotten transaction may.
    await ask('set local idle_in_transaction_session_timeout = 0');
    const joined = await enter(ask, move);
    if (joined && (await hasRecordFiles(stateDir))) throw bothHaveRecords(database.shown);
    await ask('insert into roundsman.places (workspace, id, host) values ($1, $2, $3)', [
      workspace.id,
      place.id,
      place.host,
    ]);
    const counts = joined ? await copyOnlyRuns(ask, move, ids) : await copyAll(ask, move, ids);
    if (joined) return { joined, counts };
    const wrong = differences(counts, await countRows(ask, workspace.id));
    if (wrong.length > 0) throw miscounted(wrong);
    return { joined, counts };
  });
}

/** True where other machines use the workspace already. What this one left of a move that was cut off goes. */
async function enter(ask: Ask, { workspace, place }: ToRows): Promise<boolean> {
  const { id, name, root } = workspace;
  const values = [id, name, root];
  const insert = 'insert into roundsman.workspaces (id, name, root) values ($1, $2, $3)';
  const made = await ask(`${insert} on conflict do nothing returning id`, values);
  if (made.length > 0) return false;
  const places = await ask<{ id: string }>(
    'select id from roundsman.places where workspace = $1 for update',
    [id],
  );
  if (places.some((one) => one.id !== place.id)) {
    await ask('delete from roundsman.places where workspace = $1 and id = $2', [id, place.id]);
    return true;
  }
  await ask('delete from roundsman.workspaces where id = $1', [id]);
  await ask(insert, values);
  return false;
}

async function copyOnlyRuns(ask: Ask, move: ToRows, ids: readonly RunId[]): Promise<MoveCounts> {
  const { stateDir, workspace, place } = move;
  const runs = await copyRuns(ask, { stateDir, workspace: workspace.id, place: place.id }, ids);
  return runs === 0 ? {} : { runs };
}

async function copyAll(ask: Ask, move: ToRows, ids: readonly RunId[]): Promise<MoveCounts> {
  const counts = new Map<string, number>();
  const add = (kind: string, count: number): void =>
    void (count > 0 && counts.set(kind, (counts.get(kind) ?? 0) + count));
  const { id } = move.workspace;
  for (const kind of FILE_KINDS)
    for await (const texts of readRecordTexts(move.stateDir, kind)) {
      await ask(
        `insert into roundsman.records (workspace, kind, name, body, written_at)
         select $1, $2, name, body, at
         from unnest($3::text[], $4::text[], $5::timestamptz[]) as r (name, body, at)`,
        [
          id,
          kind,
          texts.map(({ name }) => name),
          texts.map(({ body }) => body),
          texts.map(({ writtenAt }) => writtenAt),
        ],
      );
      add(kind, texts.length);
    }
  add('slots', await copySlots(ask, move));
  for (const { day, lines } of await readUsageDays(move.stateDir)) {
    await ask(
      `insert into roundsman.usage (workspace, day, body)
       select $1, $2, body from unnest($3::text[]) with ordinality as r (body, at) order by at`,
      [id, day, lines],
    );
    add('usage', lines.length);
  }
  const { runs = 0 } = await copyOnlyRuns(ask, move, ids);
  add('runs', runs);
  return Object.fromEntries(counts);
}

const AT_ONCE = 1_000;

async function copySlots(ask: Ask, { stateDir, workspace }: ToRows): Promise<number> {
  const slots = await readAllSlots(stateDir);
  for (let at = 0; at < slots.length; at += AT_ONCE) {
    const some = slots.slice(at, at + AT_ONCE);
    await ask(
      `insert into roundsman.slots
         (workspace, routine, key, scheduled_for, state, is_open, changed_at, month, body)
       select $1, r.routine, r.key, r.due, r.state, r.is_open = 'yes', r.changed_at, nullif(r.month, ''), r.body
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         as r (routine, key, due, state, is_open, changed_at, month, body)`,
      [
        workspace.id,
        some.map(({ record }) => record.routine),
        some.map(({ record }) => record.slot.key),
        some.map(({ record }) => record.slot.scheduledFor),
        some.map(({ record }) => record.state.kind),
        some.map(({ record }) => (isFinal(record.state) ? 'no' : 'yes')),
        some.map(({ record }) => record.changedAt),
        some.map(({ month }) => month ?? ''),
        some.map(({ line }) => line),
      ],
    );
  }
  return slots.length;
}

function bothHaveRecords(shown: string): AppError {
  return new AppError('refused', {
    code: 'records-on-both-sides',
    message: `this state folder and the database ${shown} both have records of this repository`,
    hint: 'Two sets of records cannot become one. Set the state folder of this machine aside to use those of the database.',
  });
}

function miscounted(wrong: readonly string[]): AppError {
  return new AppError('failed', {
    code: 'move-miscounted',
    message: `the move was taken back: ${wrong.join('; ')}`,
    hint: 'Something changed the records meanwhile: stop it, and give the command again.',
  });
}
