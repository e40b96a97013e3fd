/** Answers over the socket, the heartbeat, and what is done now and then: all that goes on beside the loop. */
import { startHeartbeat, type Heartbeat } from '../connections/heartbeat.ts';
import { dropOldMessages } from '../connections/messages/drop-old-messages.ts';
import { keepTrackers } from '../connections/trackers/keep-trackers.ts';
import { openSearchProcess, startSearchProcess } from '../context/search/search-process.ts';
import { freeBytesOf } from '../platform/disk.ts';
import { inspectPath } from '../platform/files.ts';
import { isRecord } from '../platform/json.ts';
import { serveLines, type LineServer } from '../platform/line-socket.ts';
import { packageVersion } from '../platform/package.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { answerQuestion, type ControlAnswers } from '../scheduler/ask-daemon.ts';
import { foldLedger } from '../scheduler/fold-ledger.ts';
import { hooksWithoutSecret } from '../scheduler/hooks/hook-receiver.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { belowFloor } from '../words/resource-limits.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { ActiveSet } from './active-set.ts';
import type { Closers } from './closers.ts';
import type { DaemonLog } from './daemon-log.ts';
import { definitionsStatus, type DaemonStatus, wordsOf } from './daemon-status.ts';
import type { Delivering } from './keep-delivering.ts';
import type { HookDoor, PageDoor } from './listener-door.ts';
import type { OpenDaemon } from './open-daemon.ts';

const LOOK_EVERY_MS = 10_000;

interface QuestionParts {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  readonly lock: { readonly since: string; readonly socket: string };
  readonly opened: Closers;
  readonly stopping: AbortController;
  readonly active: ActiveSet;
  readonly daemon: OpenDaemon;
  readonly hooks: HookDoor;
  readonly page: PageDoor;
  readonly messages: Delivering;
}

/** When it resolves, questions are answered. */
export async function serveQuestions(parts: QuestionParts): Promise<void> {
  const { workspace, log, lock, opened, stopping, active, daemon } = parts;
  const heartbeat = beat(parts);
  opened.add(() => heartbeat.stop());
  const version = packageVersion();
  const searching = openSearchProcess(() => startSearchProcess(workspace), workspace.clock);
  opened.add(() => searching.close());
  const socket = await openControlSocket(lock.socket, {
    status: async () => statusOf(parts, { version, heartbeat }),
    wake: async () => {
      daemon.wake();
      parts.messages.poke();
      return {};
    },
    stop: async () => {
      stopping.abort();
      return { pid: ownIdentity().pid };
    },
    search: (args) => searching.answer(args),
    page: (args) => letIn(parts.page, args),
  });
  opened.add(() => socket.close());
  const house = keepHouse(
    {
      workspace,
      log,
      keepSlotsMs: () => active.current().daemon.keepSlotsMs,
      mendSocket: () => socket.mend(),
    },
    stopping.signal,
  );
  opened.add(() => house);
  const landing = keepLanding({ workspace, log }, stopping.signal);
  opened.add(() => landing);
  const tracking = keepTrackers(
    { workspace, say: (level, text) => log.say(level, text) },
    stopping.signal,
  );
  opened.add(() => tracking);
}

/** Any client that may open the socket may log in. */
async function letIn(page: PageDoor, args: unknown): Promise<unknown> {
  const open = page.open();
  if (open === null) return { address: null, why: page.problem() };
  if (isRecord(args) && args['logOut'] === true) await open.logOutAll();
  return { address: open.address, link: open.link() };
}

function beat({ workspace, active, daemon }: QuestionParts): Heartbeat {
  return startHeartbeat({
    config: () => active.current().daemon.heartbeat,
    path: machinePaths(workspace.location.stateDir).heartbeat,
    env: workspace.env,
    clock: workspace.clock,
    facts: async () => ({
      ...daemon.count.facts(),
      running: daemon.running(),
      queued: (await workspace.slots.listOpen()).length,
    }),
  });
}

async function statusOf(
  { workspace, lock, active, daemon, hooks, page }: QuestionParts,
  { version, heartbeat }: { readonly version: string; readonly heartbeat: Heartbeat },
): Promise<DaemonStatus> {
  const { problems, routines, diskFloorBytes: floorBytes } = active.current();
  const { stateDir } = workspace.location;
  const disk = { freeBytes: await freeBytesOf(stateDir), floorBytes };
  const full = belowFloor(stateDir, disk);
  const doorProblems = [hooks.problem(), page.problem()].filter((one) => one !== null);
  const unproven = hooks.address() === null ? [] : hooksWithoutSecret(routines, workspace.env);
  return {
    version,
    pid: ownIdentity().pid,
    since: lock.since,
    ...daemon.count.facts(),
    maxRunning: daemon.maxRunning(),
    definitions: definitionsStatus(active.current()),
    hooks: hooks.address(),
    page: page.address(),
    heartbeat: heartbeat.status(),
    disk,
    problems: [
      ...(full === null ? [] : [`nothing starts: ${full}`]),
      ...problems.map(({ message }) => message),
      ...doorProblems,
      ...unproven.map(({ routine, problem }) => `hook ${routine} answers 503: ${problem}`),
    ],
  };
}

/** The daemon's end of its socket. */
interface ControlSocket {
  /** Listens again when the path is gone: tools that delete old files also delete sockets. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function openControlSocket(
  path: string,
  answers: ControlAnswers,
): Promise<ControlSocket> {
  const listen = (): Promise<LineServer> =>
    serveLines(path, (line) => answerQuestion(line, answers));
  let server = await listen();
  return {
    mend: async () => {
      if ((await inspectPath(path)) !== null) return;
      await server.close();
      server = await listen();
    },
    close: () => server.close(),
  };
}

/** What the daemon does for landings: what a crash left is put right at the start, what is queued lands when it can, and branches go to other machines. */
interface LandQueueParts {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
}

/** Ends at the signal; what fails is logged and tried again. */
async function keepLanding(parts: LandQueueParts, signal: AbortSignal): Promise<void> {
  const { clock } = parts.workspace;
  await attempt(parts, async () => {
    const { recoverLandings } = await import('../review/recover-landings.ts');
    return recoverLandings(parts.workspace);
  });
  while (!signal.aborted) {
    await attempt(parts, () => landWhatIsFree(parts.workspace));
    await attempt(parts, () => syncWithOthers(parts.workspace));
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/** Where nothing is queued, one list of small records is all that it costs. */
async function landWhatIsFree(workspace: Workspace): Promise<readonly string[]> {
  const landings = await workspace.review.landings.list();
  if (!landings.some(({ state }) => state.kind === 'queued')) return [];
  const { landQueued } = await import('../review/land-queued.ts');
  return landQueued(workspace);
}

/** What is wrong with branches is said by `status` and where they are looked at. */
async function syncWithOthers(workspace: Workspace): Promise<readonly string[]> {
  if (workspace.fleet === null) return [];
  const { syncBranches } = await import('../review/fleet/sync-branches.ts');
  await workspace.runs.listIds();
  await syncBranches(workspace);
  return [];
}

async function attempt(
  { log }: LandQueueParts,
  work: () => Promise<readonly string[]>,
): Promise<void> {
  try {
    for (const words of await work()) log.say('info', words);
  } catch (thrown) {
    log.say('warning', `could not look after landings: ${wordsOf(thrown)}`);
  }
}

// What is done now and then, besides looking at what is due.
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Housekeeping {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  /** How long records of slots are kept, as it is set now. */
  readonly keepSlotsMs: () => number;
  /** Restores the socket: a clean-up tool may remove it while the daemon runs for weeks. */
  readonly mendSocket: () => Promise<void>;
}

/** Begins at once, then each hour; folding is done once a day. Ends at the signal; what fails is logged and tried again. */
async function keepHouse(house: Housekeeping, signal: AbortSignal): Promise<void> {
  let foldedAt = -Infinity;
  while (!signal.aborted) {
    const now = house.workspace.clock.monotonic();
    if (now - foldedAt >= DAY_MS) {
      const folded = await attemptChore(house, 'fold old records of slots', () =>
        fold(house, signal),
      );
      await attemptChore(house, 'drop old messages', () => dropOldMessages(house.workspace));
      if (folded) foldedAt = now;
    }
    await attemptChore(house, 'look after the socket', () => house.mendSocket());
    await house.workspace.clock.sleep(HOUR_MS, signal);
  }
}

async function fold({ workspace, keepSlotsMs }: Housekeeping, signal: AbortSignal): Promise<void> {
  await foldLedger({
    workspace,
    exclusively: workspace.locks.admission,
    keepSlotsMs: keepSlotsMs(),
    signal,
  });
}

async function attemptChore(
  { log }: Housekeeping,
  what: string,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (thrown) {
    log.say('warning', `could not ${what}: ${wordsOf(thrown)}`);
    return false;
  }
}
