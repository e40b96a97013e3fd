/** Brings the tables of a database to this version, once, whoever else tries at the same time. */
import { AppError } from '../../words/errors.ts';
import type { Ask, Database } from './database.ts';
import { MIGRATIONS, SCHEMA_VERSION } from './migrations.ts';
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
