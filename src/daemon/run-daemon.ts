/**
 * The daemon of a workspace, from its lock to its last word. It only schedules: each run has a supervisor of its own, and
 * goes on when the daemon ends.
 */
import type { Forge } from '../forges/contract.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { type ActiveRoutines, watchActiveRoutines } from '../routines/active-routines.ts';
import type { FollowRequest } from '../runtime/follow-ups/follow-open.ts';
import { takeDaemonLock } from '../scheduler/ask-daemon.ts';
import type { PullRequestLink } from '../words/pull-request.ts';
import { noProbe, type StepProbe } from '../words/step-probe.ts';
import { plural } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { type ActiveSet, openActiveSet } from './active-set.ts';
import { closers, type Closers } from './closers.ts';
import type { DaemonLog } from './daemon-log.ts';
import { writeDaemonRecord, wordsOf } from './daemon-status.ts';
import { type Delivering, keepDelivering } from './keep-delivering.ts';
import { type OpenPage, pageDoor, type PageDoor } from './listener-door.ts';
import { openDaemon } from './open-daemon.ts';
import { openEvents, type OpenEvents, type OpenHookListener } from './open-events.ts';
import { type QuietChores, startQuietChores } from './quiet-chores.ts';
import { serveQuestions } from './serve-questions.ts';

// What becomes of pull requests: the daemon asks their forges, often while something moves and seldom while nothing does.
// Everything that a forge's library needs is loaded when the first one is open.

const LOOK_EVERY_MS = 30_000;
const FIRST_MS = 60_000;
const MOST_MS = 1_800_000;
/** Between looks for pull requests that people opened for branches of runs. */
const BY_HAND_MS = 300_000;

interface FollowingParts extends Pick<FollowRequest, 'start' | 'probe'> {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  /** How often it is seen whether one is due. Default: 30 s. */
  readonly everyMs?: number;
}

interface KeptFollowing {
  /** A run ended: perhaps it worked for one of them. */
  wake(): void;
  close(): Promise<void>;
}

interface Due {
  readonly at: number;
  /** The forge does not want to be asked before. */
  readonly notBefore: number;
  readonly everyMs: number;
}

function keepFollowing(parts: FollowingParts): KeptFollowing {
  const { workspace, log, everyMs = LOOK_EVERY_MS } = parts;
  const { clock } = workspace;
  const closed = new AbortController();
  const forges = new Map<string, Forge>();
  const dues = new Map<string, Due>();
  let waking = new AbortController();
  // The same trouble is told once.
  const told = new Set<string>();
  const say = (line: string): void => {
    if (!told.has(line)) log.say('info', line);
    told.add(line);
    if (told.size > 500) told.clear();
  };
  let nextByHand = 0;
  const findByHand = async (now: number): Promise<void> => {
    if (now < nextByHand) return;
    nextByHand = now + BY_HAND_MS;
    const { findMadeByHand } = await import('../runtime/follow-ups/find-made-by-hand.ts');
    (await findMadeByHand(workspace)).forEach(say);
  };
  const round = async (): Promise<void> => {
    await findByHand(clock.now().getTime());
    const open = (await workspace.review.pullRequests.list()).filter(
      ({ state }) => state.kind === 'open',
    );
    const now = clock.now().getTime();
    if (!open.some((link) => isDue(link, dues, now))) return;
    const { followOpen } = await import('../runtime/follow-ups/follow-open.ts');
    const { said, looks } = await followOpen({
      ...parts,
      forges,
      isDue: (link) => isDue(link, dues, now),
    });
    said.forEach(say);
    for (const [id, look] of looks) dues.set(id, nextDue(dues.get(id), look, now));
  };
  const loop = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      try {
        await round();
      } catch (thrown) {
        say(`could not look at pull requests: ${wordsOf(thrown)}`);
      }
      waking = new AbortController();
      await clock.sleep(everyMs, AbortSignal.any([closed.signal, waking.signal]));
    }
  };
  const looping = loop();
  return {
    wake: () => {
      for (const [id, due] of dues) dues.set(id, { ...due, at: due.notBefore });
      waking.abort();
    },
    close: async () => {
      closed.abort();
      await looping;
    },
  };
}

function isDue({ id }: PullRequestLink, dues: ReadonlyMap<string, Due>, now: number): boolean {
  return (dues.get(id)?.at ?? 0) <= now;
}

function nextDue(
  before: Due | undefined,
  { moved, notBefore }: { readonly moved: boolean; readonly notBefore: number },
  now: number,
): Due {
  const everyMs =
    moved || before === undefined ? FIRST_MS : Math.min(MOST_MS, before.everyMs * 1.5);
  return { everyMs, notBefore, at: Math.max(now + everyMs, notBefore) };
}

interface DaemonRequest {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  /** Aborted when this process is told to end. */
  readonly stop: AbortSignal;
  readonly listen: OpenHookListener;
  readonly openPage: OpenPage;
  readonly probe?: StepProbe;
}

/** Resolves when it was told to stop, by the signal or over its socket. Throws `refused` when there is one already. */
export async function runDaemon(request: DaemonRequest): Promise<void> {
  const { workspace, log, stop, probe = noProbe } = request;
  const { name, root, stateDir } = workspace.location;
  const lock = await takeDaemonLock({ stateDir, env: workspace.env, clock: workspace.clock });
  const record = { name, root, pid: ownIdentity().pid, since: lock.since, stoppedAt: null };
  const opened = closers();
  const stopping = new AbortController();
  try {
    await probe('daemon/locked');
    await writeDaemonRecord(stateDir, record);
    await serve({ ...request, lock, opened, stopping, probe });
    await probe('daemon/up');
    await aborted(AbortSignal.any([stop, stopping.signal]));
    log.say('info', 'stopping: nothing more is started; active runs continue without the daemon');
  } finally {
    stopping.abort();
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
  readonly lock: { readonly since: string; readonly socket: string };
  readonly opened: Closers;
  /** Aborted when a client asks over the socket to stop the daemon. */
  readonly stopping: AbortController;
  readonly probe: StepProbe;
}

async function serve(serving: Serving): Promise<void> {
  const { workspace, log, opened, listen, openPage, probe } = serving;
  const active = await openActiveSet(workspace);
  let events: OpenEvents | null = null;
  let quiet: QuietChores | null = null;
  let delivering: Delivering | null = null;
  let requests: KeptFollowing | null = null;
  const daemon = await openDaemon({
    workspace,
    log,
    active,
    closers: opened,
    probe,
    onRunEnded: (run) => {
      events?.runEnded(run);
      delivering?.poke();
      requests?.wake();
      quiet?.runEnded();
    },
    onRunStarted: () => quiet?.disturb(),
    onNews: () => delivering?.poke(),
  });
  const opening = openEvents({
    workspace,
    log,
    active,
    closers: opened,
    listen,
    wake: () => daemon.wake(),
  });
  events = opening;
  await daemon.start();
  // A client that learns that the daemon is up may send or commit at once.
  await opening.follow();
  const page = pageDoor({ workspace, log, openPage });
  opened.add(() => page.close());
  await page.keep(active.current().daemon.page);
  const following = followActive({
    workspace,
    log,
    active,
    onChange: async () => {
      if (serving.stopping.signal.aborted) return;
      await opening.follow();
      await page.keep(active.current().daemon.page);
      daemon.wake();
    },
  });
  opened.add(() => following.close());
  const messages = keepDelivering({ workspace, log, active, pageUrl: () => urlOf(page), probe });
  delivering = messages;
  opened.add(() => messages.close());
  await serveQuestions({ ...serving, active, daemon, hooks: opening.hooks, page, messages });
  const kept = keepFollowing({ workspace, log });
  requests = kept;
  opened.add(() => kept.close());
  quiet = startQuietChores({ workspace, log, active, closers: opened, daemon });
  const count = active.current().routines.filter(({ enabled }) => enabled).length;
  log.say('info', `the daemon of ${workspace.location.root} is up: ${plural(count, 'routine')}`);
}

function urlOf(page: PageDoor): string | null {
  const address = page.address();
  return address === null ? null : `http://${address}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Keeps the active routines of a running daemon as they are in the repository and in what persons enabled. */
interface Following {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  readonly active: ActiveSet;
  /** At first, and after each change. */
  readonly onChange: () => Promise<void>;
}

/** Returns at once; what goes wrong is told, and what is known continues. */
function followActive({ workspace, log, active, onChange }: Following): {
  close(): void;
} {
  const opened = active.current();
  let told: ActiveRoutines | null = null;
  const look = async (): Promise<void> => {
    try {
      await active.refresh();
      // Others make it read again, too.
      const now = active.current();
      if (now === told) return;
      if (now !== (told ?? opened)) log.say('info', changedWords(active));
      told = now;
      await onChange();
    } catch (thrown) {
      log.say(
        'error',
        `could not read the definitions: ${wordsOf(thrown)}; the known ones stay in use`,
      );
    }
  };
  return watchActiveRoutines(workspace, () => void look());
}

function changedWords(active: ActiveSet): string {
  const { routines, broken, commit } = active.current();
  const at = commit === null ? '' : ` at ${commit.slice(0, 10)}`;
  const bad = broken.length === 0 ? '' : `, ${broken.length} broken`;
  return `definitions read again${at}: ${plural(routines.length, 'routine')}${bad}`;
}
