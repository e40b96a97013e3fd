/** The stores of a workspace on PostgreSQL. Cheap: no connection is made before something is asked. */
import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import { accountStore } from '../files/file-account-store.ts';
import { auditStore } from '../files/file-audit-store.ts';
import { decisionStore } from '../files/file-decision-store.ts';
import { definitionStore } from '../files/file-definition-store.ts';
import { deliveryStore } from '../files/file-delivery-store.ts';
import { deploymentStore } from '../files/file-deployment-store.ts';
import { enabledStore } from '../files/file-enabled-store.ts';
import { findingStore } from '../files/file-finding-store.ts';
import { fileHashedContents } from '../files/file-hashed-contents.ts';
import { itemStore } from '../files/file-item-store.ts';
import { markStore } from '../files/file-mark-store.ts';
import { memoryStore } from '../files/file-memory-store.ts';
import { messageStore, toldStore } from '../files/file-message-store.ts';
import { noteStore } from '../files/file-note-store.ts';
import { filePagePlace } from '../files/file-page-place.ts';
import { pauseStore } from '../files/file-pause-store.ts';
import { planStore } from '../files/file-plan-store.ts';
import { proposalStore } from '../files/file-proposal-store.ts';
import { reviewStores } from '../files/file-review-stores.ts';
import { fileRunStore } from '../files/file-run-store.ts';
import { scheduleStore } from '../files/file-schedule-store.ts';
import { runIndex } from '../files/run-index.ts';
import type { TextsOf } from '../record-texts.ts';
import type { StoreChoice } from '../store-choice.ts';
import type { Stores } from '../stores.ts';
import { checkedDatabase, openDatabase, type Database } from './database.ts';
import { rowDispatch } from './dispatch/row-dispatch.ts';
import { requireSchema } from './migrate.ts';
import { rowEvents, rowHashes } from './row-events.ts';
import { rowFleet } from './row-fleet.ts';
import { rowLocks } from './row-locks.ts';
import { rowOpenRecords } from './row-open-records.ts';
import { rowRuns } from './row-runs.ts';
import { rowSlots } from './row-slots.ts';
import { rowTexts } from './row-texts.ts';
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
