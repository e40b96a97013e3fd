/** Opens the stores of a workspace. Cheap: none reads anything before it is asked. */
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import type { WorkspaceLocation } from '../words/run-spec.ts';
import { decidedRuns } from './files/decided-runs.ts';
import { fileAccountStore } from './files/file-account-store.ts';
import {
  fileDefinitionStore,
  fileDeploymentStore,
  fileEnabledStore,
  fileEventStore,
  fileHashedContents,
} from './files/file-definition-store.ts';
import { fileItemStore, filePlanStore } from './files/file-item-store.ts';
import { fileFindingStore, fileNoteStore, fileProposalStore } from './files/file-ledger-stores.ts';
import { fileLocks } from './files/file-locks.ts';
import { fileMemoryStore } from './files/file-memory-store.ts';
import {
  deliveredRuns,
  fileDeliveryStore,
  fileMessageStore,
  fileToldStore,
} from './files/file-message-store.ts';
import { fileOpenRecords } from './files/file-open-records.ts';
import { filePagePlace } from './files/file-page-place.ts';
import { fileAuditStore, fileDecisionStore, fileMarkStore } from './files/file-person-stores.ts';
import { fileReviewStores } from './files/file-record-store.ts';
import { fileRunStore } from './files/file-run-store.ts';
import { filePauseStore, fileScheduleStore } from './files/file-schedule-store.ts';
import { fileSlotStore } from './files/file-slot-store.ts';
import { fileTextsOf } from './files/file-texts.ts';
import { fileUsageStore } from './files/file-usage-store.ts';
import { runIndex } from './files/run-index.ts';
import type { TextsOf } from './record-texts.ts';
import { slotPaths, workspacePaths } from './state-paths.ts';
import { readStoreChoice } from './store-choice.ts';
import type { StoreFiles, Stores } from './stores.ts';

/** In files. */
export function openStores(stateDir: string, clock: Clock): Stores {
  return {
    locks: fileLocks(stateDir, clock),
    runs: fileRunStore(stateDir, runIndex(stateDir, clock)),
    slots: fileSlotStore(stateDir),
    schedule: fileScheduleStore(stateDir),
    pauses: filePauseStore(stateDir),
    definitions: fileDefinitionStore(stateDir),
    enabled: fileEnabledStore(stateDir, clock),
    events: fileEventStore(stateDir),
    hashes: fileHashedContents(stateDir),
    deployments: fileDeploymentStore(stateDir),
    findings: fileFindingStore(stateDir),
    items: fileItemStore(stateDir),
    proposals: fileProposalStore(stateDir),
    messages: fileMessageStore(stateDir),
    told: fileToldStore(stateDir),
    deliveries: fileDeliveryStore(stateDir),
    notes: fileNoteStore(stateDir),
    plans: filePlanStore(stateDir),
    memories: fileMemoryStore(stateDir),
    review: fileReviewStores(stateDir),
    marks: fileMarkStore(stateDir),
    decisions: fileDecisionStore(stateDir),
    audit: fileAuditStore(stateDir),
    open: fileOpenRecords(stateDir, clock),
    usage: fileUsageStore(stateDir),
    accounts: fileAccountStore(stateDir),
    pagePlace: filePagePlace(stateDir),
    fleet: null,
    files: storeFiles(stateDir),
    dispatch: null,
  };
}

export interface OpenStoresRequest {
  readonly location: WorkspaceLocation;
  readonly clock: Clock;
  readonly env: Environment;
  /** How long a database that does not answer is waited for. Default: not at all. */
  readonly patienceMs?: number;
}

/**
 * Where the records of the workspace are. As the steps of a run need them: runs are as their supervisors wrote them, and one that
 * began before a newer Roundsman made tables comes to its end beside them.
 */
export async function openChosenStores(request: OpenStoresRequest): Promise<Stores> {
  return (await open({ ...request, newer: true })).stores;
}

/** The same; runs are told with what people decided of their branches and what became of their messages. */
export async function openWorkspaceStores(request: OpenStoresRequest): Promise<Stores> {
  const { stateDir } = request.location;
  const { stores, textsOf } = await open(request);
  const { verdicts } = stores.review;
  const texts = textsOf('review/verdicts');
  const runs = decidedRuns({ stateDir, runs: stores.runs, verdicts, texts });
  return { ...stores, runs: deliveredRuns(textsOf('workspace'), runs) };
}

async function open({
  patienceMs = 0,
  ...request
}: OpenStoresRequest & { readonly newer?: boolean }): Promise<{
  readonly stores: Stores;
  readonly textsOf: TextsOf;
}> {
  const { location, clock } = request;
  const { stateDir } = location;
  const choice = await readStoreChoice(stateDir);
  if (choice === null || choice.state === 'entering')
    return { stores: openStores(stateDir, clock), textsOf: fileTextsOf(stateDir) };
  const { openPostgresStores } = await import('./postgres/open-postgres-stores.ts');
  return openPostgresStores({ ...request, choice, patienceMs });
}

/** First segments of all that stands in a state folder. */
export function namesInStateFolder(): ReadonlySet<string> {
  const paths = Object.values({ ...workspacePaths('/') });
  return new Set(paths.flatMap((path) => path.slice(1).split('/')[0] ?? []));
}

function storeFiles(stateDir: string): StoreFiles {
  const paths = workspacePaths(stateDir);
  const { months, records, hints } = slotPaths(stateDir);
  return {
    locks: [paths.admissionLock, paths.ledgerLock],
    written: [
      paths.findings,
      paths.items,
      paths.proposals,
      paths.definitions,
      paths.events,
      paths.deployments,
      paths.pauses,
      paths.enabledSources,
      months,
      records,
      hints,
    ],
    hashed: [
      { kind: 'payload', folder: paths.events },
      { kind: 'definition', folder: paths.definitions },
    ],
    enabled: paths.enabled,
  };
}
