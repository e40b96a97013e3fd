import { plural } from '../../domain/text.ts';
/**
 * The daemon of a workspace, from its lock to its last word. It only schedules: each run has a supervisor of its own, and
 * goes on when the daemon ends.
 */
import { inspectPath } from '../../platform/files.ts';
import { serveLines, type LineServer } from '../../platform/line-socket.ts';
import { packageVersion } from '../../platform/package.ts';
import { ownIdentity } from '../../platform/process-identity.ts';
import type { Workspace } from '../contract.ts';
import { watchActiveRoutines } from '../watch-active-routines.ts';
import { openActiveSet, type ActiveSet } from './active-set.ts';
import { closers, type Closers } from './closers.ts';
import { answerQuestion, type ControlAnswers } from './control-protocol.ts';
import { takeDaemonLock, type HeldDaemonLock } from './daemon-lock.ts';
import type { DaemonLog } from './daemon-log.ts';
import { writeDaemonRecord } from './daemon-record.ts';
import { definitionsStatus, wordsOf, type DaemonStatus } from './daemon-status.ts';
import { keepHouse } from './housekeeping.ts';
import { openDaemon, type OpenDaemon } from './open-daemon.ts';
import { openEvents, type OpenEvents, type OpenHookListener } from './open-events.ts';

export interface DaemonRequest {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  /** Aborted when this process is told to end. */
  readonly stop: AbortSignal;
  readonly listen: OpenHookListener;
}

/** Resolves when it was told to stop, by the signal or over its socket. Throws `refused` when there is one already. */
export async function runDaemon(request: DaemonRequest): Promise<void> {
  const { workspace, log } = request;
  const lock = await takeDaemonLock({
    stateDir: workspace.location.stateDir,
    env: workspace.env,
    clock: workspace.clock,
  });
  const opened = closers();
  const stopping = new AbortController();
  const onSignal = (): void => stopping.abort();
  request.stop.addEventListener('abort', onSignal, { once: true });
  if (request.stop.aborted) onSignal();
  const { name, root, stateDir } = workspace.location;
  const record = { name, root, pid: ownIdentity().pid, since: lock.since, stoppedAt: null };
  try {
    await writeDaemonRecord(stateDir, record);
    await serve({ ...request, lock, opened, stopping });
    await aborted(stopping.signal);
    log.say(
      'info',
      'stopping: nothing more is started, and runs that go on do so without the daemon',
    );
  } finally {
    for (const failure of await opened.closeAll())
      log.say('warning', `could not close everything: ${wordsOf(failure)}`);
    const stoppedAt = workspace.clock.now().toISOString();
    await writeDaemonRecord(stateDir, { ...record, stoppedAt });
    await lock.release();
    log.say('info', 'stopped');
    await log.flush();
  }
}

interface Serving extends DaemonRequest {
  readonly lock: HeldDaemonLock;
  readonly opened: Closers;
  readonly stopping: AbortController;
}

async function serve({ workspace, log, lock, opened, stopping, listen }: Serving): Promise<void> {
  const active = await openActiveSet(workspace);
  let events: OpenEvents | null = null;
  const daemon = await openDaemon({
    workspace,
    log,
    active,
    closers: opened,
    onRunEnded: (run) => events?.runEnded(run),
  });
  events = openEvents({ workspace, log, active, closers: opened, listen, wake: daemon.wake });
  await daemon.start();
  followActive({ workspace, log, active, opened, daemon, events });
  const version = await packageVersion();
  const { hooks } = events;
  const status = (): DaemonStatus => ({
    version,
    pid: ownIdentity().pid,
    since: lock.since,
    ...daemon.count.facts(),
    maxRunning: daemon.maxRunning(),
    definitions: definitionsStatus(active.current()),
    hooks: hooks.address(),
    heartbeat: null,
    problems: [
      ...active.current().problems.map(({ message }) => message),
      ...[hooks.problem()].filter((problem) => problem !== null),
    ],
  });
  const socket = await openSocket(lock.socket, {
    status: async () => status(),
    wake: async () => {
      daemon.wake();
      return {};
    },
    stop: async () => {
      stopping.abort();
      return { pid: ownIdentity().pid };
    },
  });
  opened.add(() => socket.close());
  void keepHouse(
    {
      clock: workspace.clock,
      log,
      slots: workspace.slots,
      keepSlotsMs: () => active.current().daemon.keepSlotsMs,
      mendSocket: () => socket.mend(),
    },
    stopping.signal,
  );
  const { definitions } = status();
  const routines = plural(definitions.active, 'active routine');
  log.say('info', `the daemon of ${workspace.location.root} is up: ${routines}`);
}

interface Following {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  readonly active: ActiveSet;
  readonly opened: Closers;
  readonly daemon: OpenDaemon;
  readonly events: OpenEvents;
}

/** Reads the definitions anew when they may have moved; the watch calls once at first. */
function followActive({ workspace, log, active, opened, daemon, events }: Following): void {
  let first = true;
  const onChange = async (): Promise<void> => {
    try {
      const moved = await active.refresh();
      if (!moved && !first) return;
      if (moved) log.say('info', changedWords(active));
      first = false;
      await events.follow();
      daemon.wake();
    } catch (thrown) {
      log.say('error', `could not read the definitions: ${wordsOf(thrown)}; those known go on`);
    }
  };
  const watch = watchActiveRoutines(workspace, () => void onChange());
  opened.add(() => watch.close());
}

function changedWords(active: ActiveSet): string {
  const { routines, broken, commit } = active.current();
  const at = commit === null ? '' : ` at ${commit.slice(0, 10)}`;
  const bad = broken.length === 0 ? '' : `, ${broken.length} broken`;
  return `definitions read anew${at}: ${plural(routines.length, 'routine')}${bad}`;
}

interface ControlSocket {
  /** Listens anew when the path is gone. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

async function openSocket(path: string, answers: ControlAnswers): Promise<ControlSocket> {
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

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
