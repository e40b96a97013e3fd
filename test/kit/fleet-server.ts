/** Before the tests of the fleet: one server with tables, for tests that are run once more with the other store. */
import { postgresServer } from '../../bench/postgres-server.mjs';
import { systemClock } from '../../src/platform/clock.ts';
import { migrateStore } from '../../src/store/fleet.ts';

export async function setup(): Promise<() => Promise<void>> {
  const server = await postgresServer();
  const address = server.database('uses');
  await migrateStore({ env: { STORE: address }, variable: 'STORE', clock: systemClock });
  process.env['TEST_STORE'] = address;
  return () => server.remove();
}
