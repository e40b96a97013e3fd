/** Brings the tables of a database to this version, once, whoever else tries at the same time. */
import { AppError } from '../../words/errors.ts';
import type { Ask, Database } from './database.ts';
import { noSchema } from './store-errors.ts';

export interface Migrated {
  /** 0: there were no tables. */
  readonly from: number;
  readonly to: number;
}

/** Any number; the same for each process that migrates. */
const LOCK = 7_305_511_462;

/** One process at a time; `work` may use other connections than `ask`, whose transaction ends with it. */
export async function migrateAlone<Result>(
  database: Database,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (ask) => {
    await ask(`select pg_advisory_xact_lock(${LOCK})`);
    return work(ask);
  });
}

export async function migrate(database: Database): Promise<Migrated> {
  return migrateAlone(database, async (ask) => {
    await ask('create schema if not exists roundsman');
    await ask(
      `create table if not exists roundsman.schema_versions
        (version integer primary key, made_at timestamptz not null default now())`,
    );
    const from = await versionIn(ask);
    refuseNewer(from, database.shown);
    for (const [at, sql] of MIGRATIONS.entries()) {
      if (at < from) continue;
      await ask(sql);
      await ask('insert into roundsman.schema_versions (version) values ($1)', [at + 1]);
    }
    return { from, to: SCHEMA_VERSION };
  });
}

/** Throws `missing` when there are no tables, or older ones; `refused` when there are newer ones, unless `newer` may be. */
export async function requireSchema(database: Database, newer = false): Promise<void> {
  const version = await readVersion(database);
  if (version === 0) throw noSchema(database.shown);
  if (!newer) refuseNewer(version, database.shown);
  if (version < SCHEMA_VERSION)
    throw new AppError('missing', {
      code: 'store-not-migrated',
      message: `the database ${database.shown} has tables of version ${version}, and this Roundsman needs ${SCHEMA_VERSION}`,
      hint: 'Stop older daemons, then bring the tables up to date: roundsman fleet migrate',
    });
}

/** 0: there are no tables. */
export async function readVersion(database: Database): Promise<number> {
  const [found] = await database.read<{ there: boolean }>(
    `select to_regclass('roundsman.schema_versions') is not null as there`,
  );
  return found?.there === true ? versionIn(database.read) : 0;
}

async function versionIn(ask: Ask): Promise<number> {
  const [row] = await ask<{ version: number }>(
    'select coalesce(max(version), 0) as version from roundsman.schema_versions',
  );
  return row?.version ?? 0;
}

function refuseNewer(version: number, shown: string): void {
  if (version <= SCHEMA_VERSION) return;
  throw new AppError('refused', {
    code: 'store-newer',
    message: `the database ${shown} has tables of version ${version}, and this Roundsman knows ${SCHEMA_VERSION}`,
    hint: 'A newer Roundsman made them: update this one.',
  });
}

/**
 * The tables, version by version; a step that was published never changes, and each only adds: what an older Roundsman began
 * comes to its end beside it. Texts are compared byte by byte (`collate "C"`),
 * as names of files are. Bodies are text and not jsonb: they stay as they were written.
 */
const MIGRATIONS: readonly string[] = [
  `
  create table roundsman.workspaces (
    id text primary key,
    name text not null,
    -- The first commit of the repository, so that no other one takes its records for its own.
    root text not null,
    made_at timestamptz not null default now()
  );

  -- State folders of machines that use these records.
  create table roundsman.places (
    workspace text not null references roundsman.workspaces on delete cascade,
    id text not null,
    host text not null,
    joined_at timestamptz not null default now(),
    primary key (workspace, id)
  );

  create sequence roundsman.changes;

  -- Records by kind and name: what is one small file each on one machine.
  create table roundsman.records (
    workspace text not null references roundsman.workspaces on delete cascade,
    kind text not null collate "C",
    name text not null collate "C",
    body text not null,
    -- Another one at each write.
    changed bigint not null default nextval('roundsman.changes'),
    written_at timestamptz not null default clock_timestamp(),
    -- Settled for good, as the readers of that generation say; null: not known.
    settled integer,
    primary key (workspace, kind, name)
  );

  create table roundsman.slots (
    workspace text not null references roundsman.workspaces on delete cascade,
    routine text not null collate "C",
    key text not null collate "C",
    scheduled_for text not null collate "C",
    state text not null,
    is_open boolean not null,
    changed_at text not null collate "C",
    -- Folded into that month, such as 2026-11.
    month text collate "C",
    body text not null,
    primary key (workspace, routine, key)
  );
  create index slots_by_time on roundsman.slots (workspace, scheduled_for, routine, key);
  create index slots_open on roundsman.slots (workspace) where is_open;

  create table roundsman.usage (
    workspace text not null references roundsman.workspaces on delete cascade,
    day text not null collate "C",
    line bigint generated always as identity,
    body text not null,
    primary key (workspace, day, line)
  );

  -- Runs as the machine tells them that they are on: copies of spec.json and state.json.
  create table roundsman.runs (
    workspace text not null references roundsman.workspaces on delete cascade,
    id text not null collate "C",
    place text not null,
    is_ended boolean not null,
    spec text not null,
    record text,
    primary key (workspace, id)
  );
  create index runs_open on roundsman.runs (workspace, place) where not is_ended;
  `,
  `
  -- Who carries out queued runs, as each reports itself.
  create table roundsman.workers (
    workspace text not null references roundsman.workspaces on delete cascade,
    place text not null,
    host text not null,
    labels text[] not null,
    places integer not null,
    runs text[] not null,
    draining boolean not null,
    seen_at timestamptz not null default clock_timestamp(),
    primary key (workspace, place)
  );

  -- One queue for each set of labels that runs ask for.
  create table roundsman.queues (
    workspace text not null references roundsman.workspaces on delete cascade,
    name text not null,
    labels text[] not null,
    primary key (workspace, name)
  );

  -- That another machine wants a run stopped, as JSON: how, and why.
  alter table roundsman.runs add column stop text;
    `,
  `
  alter table roundsman.runs
    add column told_at timestamptz not null default now(),
    -- What it left is below: its files, and that its branch is to travel.
    add column is_carried boolean not null default false,
    add column branch text,
    add column head text,
    -- due, pushed or kept; null: no branch travels.
    add column travel text,
    -- Why it is kept, and when a push was tried.
    add column why text,
    add column tried_at timestamptz;
  create index runs_uncarried on roundsman.runs (workspace, place) where not is_carried;
  create index runs_travelling on roundsman.runs (workspace) where travel is not null;

  create table roundsman.run_files (
    workspace text not null,
    run text not null collate "C",
    name text not null,
    body bytea not null,
    primary key (workspace, run, name),
    foreign key (workspace, run) references roundsman.runs on delete cascade
  );
  `,
];

export const SCHEMA_VERSION = MIGRATIONS.length;
