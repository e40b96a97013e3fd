import { join } from 'node:path';

import { afterAll, afterEach, beforeAll } from 'vitest';

import { postgresServer, type PostgresServer } from '../../bench/postgres-server.mjs';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase, type Database } from '../../src/store/postgres/database.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { openPostgresStores } from '../../src/store/postgres/open-postgres-stores.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { storeSuite } from '../store/suite.ts';

let server: PostgresServer;
let database: Database;
const env: Record<string, string> = {};
const opened: Database[] = [];
let count = 0;

beforeAll(async () => {
  server = await postgresServer();
  env['STORE'] = server.database('suite');
  database = openDatabase({ env, variable: 'STORE', clock: systemClock });
  await migrate(database);
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.end()));
});

afterAll(async () => {
  await database.end();
  await server.remove();
});

storeSuite('PostgreSQL', () => {
  count += 1;
  const workspace = `w${count}`;
  server.sql('suite', `insert into roundsman.workspaces values ('${workspace}', 'x', 'x')`);
  const choice = { state: 'there', variable: 'STORE', workspace, place: 'here' } as const;
  const location = { root: '/', gitDir: '/', stateDir: join(temporaryFolder(), 'state') };
  return {
    open: () => {
      const made = openPostgresStores({ location, clock: systemClock, env, choice, patienceMs: 0 });
      opened.push(made.database);
      return made.stores;
    },
  };
});
