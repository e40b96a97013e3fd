/** The stores of a workspace on PostgreSQL. Cheap: no connection is made before something is asked. */
import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import { accountStore } from '../files/file-account-store.ts';
import {
  definitionStore,
  deploymentStore,
  enabledStore,
  fileHashedContents,
} from '../files/file-definition-store.ts';
import { itemStore, planStore } from '../files/file-item-store.ts';
import { findingStore, noteStore, proposalStore } from '../files/file-ledger-stores.ts';
import { memoryStore } from '../files/file-memory-store.ts';
import { deliveryStore, messageStore, toldStore } from '../files/file-message-store.ts';
import { filePagePlace } from '../files/file-page-place.ts';
import { auditStore, decisionStore, markStore } from '../files/file-person-stores.ts';
import { reviewStores } from '../files/file-record-store.ts';
import { fileRunStore } from '../files/file-run-store.ts';
import { pauseStore, scheduleStore } from '../files/file-schedule-store.ts';
import { runIndex } from '../files/run-index.ts';
import type { TextsOf } from '../record-texts.ts';
import type { StoreChoice } from '../store-choice.ts';
import type { Stores } from '../stores.ts';
import { checkedDatabase, openDatabase, type Database } from './database.ts';
import { rowDispatch } from './dispatch/row-dispatch.ts';
import { requireSchema } from './migrate.ts';
import { rowLocks } from './row-locks.ts';
import { rowFleet, rowRuns } from './row-runs.ts';
import { rowSlots } from './row-slots.ts';
import { rowEvents, rowHashes, rowOpenRecords, rowTexts } from './row-texts.ts';
import { rowUsage } from './row-usage.ts';
import type { RunHome } from './run-row.ts';
import { storeGone } from './store-errors.ts';

export interface PostgresRequest {
  readonly location: RunHome;
  readonly clock: Clock;
  readonly env: Environment;
  readonly choice: StoreChoice;
  /** How long a database that does not answer is waited for. */
  readonly patienceMs: number;
  /** Tables that a newer Roundsman made are used too: for a run that began before it did. */
  readonly newer?: boolean;
}

export interface PostgresStores {
  readonly stores: Stores;
  readonly textsOf: TextsOf;
  readonly database: Database;
}

export function openPostgresStores(request: PostgresRequest): PostgresStores {
  const { location, clock, env, choice, patienceMs, newer } = request;
  const { stateDir } = location;
  const { variable, workspace, place } = choice;
  const plain = openDatabase({ env, variable, clock, patienceMs });
  const database = checkedDatabase(plain, () => requireRecords(plain, choice, newer));
  const rows = { database, workspace };
  const textsOf: TextsOf = (kind) => rowTexts(rows, kind);
  const { enabled, ...locks } = rowLocks(rows);
  const local = fileRunStore(stateDir, runIndex(stateDir, clock));
  const stores: Stores = {
    locks,
    runs: rowRuns({ ...rows, home: location, place, local }),
    slots: rowSlots(rows),
    schedule: scheduleStore(textsOf('workspace')),
    pauses: pauseStore(textsOf('pauses')),
    definitions: definitionStore(textsOf('definitions')),
    enabled: enabledStore(textsOf, enabled),
    events: rowEvents(rows),
    hashes: rowHashes(rows, fileHashedContents(stateDir)),
    deployments: deploymentStore(textsOf('deployments')),
    findings: findingStore(textsOf('findings')),
    items: itemStore(textsOf('items')),
    proposals: proposalStore(textsOf('proposals')),
    messages: messageStore(textsOf('messages')),
    told: toldStore(textsOf('told')),
    deliveries: deliveryStore(textsOf('workspace')),
    notes: noteStore(textsOf('notes')),
    plans: planStore(textsOf('plans')),
    memories: memoryStore(textsOf('memories')),
    review: reviewStores(textsOf),
    marks: markStore(textsOf('review')),
    decisions: decisionStore(textsOf('review')),
    audit: auditStore(textsOf('audit')),
    open: rowOpenRecords(rows),
    usage: rowUsage(rows),
    accounts: accountStore(textsOf('accounts')),
    // Names a process of this machine.
    pagePlace: filePagePlace(stateDir),
    fleet: rowFleet({ ...rows, place }),
    files: { locks: [], written: [], hashed: [], enabled: null },
    dispatch: rowDispatch(rows, place),
  };
  return { stores, textsOf, database };
}

async function requireRecords(
  database: Database,
  { workspace }: StoreChoice,
  newer?: boolean,
): Promise<void> {
  await requireSchema(database, newer);
  const rows = await database.read<{ id: string }>(
    'select id from roundsman.workspaces where id = $1',
    [workspace],
  );
  if (rows.length === 0) throw storeGone(database.shown);
}
