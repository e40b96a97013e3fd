/** Where the fleet's server is up, the records of a test's workspace are there from the beginning. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { psql } from '../../bench/postgres-server.mjs';

/** What the program needs in its environment. */
export function otherStore(stateDir: string): Readonly<Record<string, string>> {
  const address = process.env['TEST_STORE'];
  if (address === undefined) return {};
  const workspace = randomUUID();
  psql(
    address,
    `insert into roundsman.workspaces values ('${workspace}', 'x', 'x');
     insert into roundsman.places values ('${workspace}', 'here', 'here')`,
  );
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const choice = { state: 'there', variable: 'TEST_STORE', workspace, place: 'here' };
  writeFileSync(join(stateDir, 'store.json'), JSON.stringify(choice));
  return { TEST_STORE: address };
}
