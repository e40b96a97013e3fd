/** Something that listens, open where the workspace says, and tried again while its address cannot be had. */
import type { Clock } from '../platform/clock.ts';
import type { HttpLimits } from '../platform/http-server.ts';
import type { PageSettings } from '../routines/definition-context.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { DaemonLog } from './daemon-log.ts';
import { wordsOf } from './daemon-status.ts';

const RETRY_MS = 60_000;

interface Listener {
  /** `127.0.0.1:8787`, with the port that it really got. */
  readonly address: string;
  close(): Promise<void>;
}

interface ListenerDoor<Wanted, Open extends Listener> {
  /** Open so from now on, or nowhere. Resolves when that was tried. */
  keep(wanted: Wanted | null): Promise<void>;
  /** What listens now. */
  open(): Open | null;
  address(): string | null;
  /** Why it is not open though it should be. */
  problem(): string | null;
  close(): Promise<void>;
}

interface ListenerDoorParts<Wanted, Open extends Listener> {
  readonly clock: Clock;
  readonly log: DaemonLog;
  readonly open: (wanted: Wanted) => Promise<Open>;
  /** `webhooks are taken at 127.0.0.1:8787`. */
  readonly words: (address: string) => string;
  /** Told where it listens from now on; `null`: nowhere. */
  readonly onMoved?: (address: string | null) => Promise<void>;
}

/** @typeParam Wanted plain data: the same one again changes nothing */
function listenerDoor<Wanted, Open extends Listener>(
  parts: ListenerDoorParts<Wanted, Open>,
): ListenerDoor<Wanted, Open> {
  const { clock, log, open, words } = parts;
  let isClosed = false;
  // Ends what was begun for what is wanted no more, or is wanted again.
  let current = new AbortController();
  // As text, so that what says the same is the same.
  let wanted = 'null';
  let listener: Open | null = null;
  let problem: string | null = null;
  const attempt = async (to: Wanted, signal: AbortSignal): Promise<void> => {
    try {
      const opened = await open(to);
      if (signal.aborted) return await opened.close();
      listener = opened;
      problem = null;
      log.say('info', words(opened.address));
      await tellMoved(parts, opened.address);
    } catch (thrown) {
      if (signal.aborted) return;
      const why = wordsOf(thrown);
      if (why !== problem) log.say('error', why);
      problem = why;
    }
  };
  const shut = async (): Promise<void> => {
    const was = listener;
    listener = null;
    problem = null;
    if (was === null) return;
    await was.close();
    await tellMoved(parts, null);
  };
  return {
    keep: async (to) => {
      // What was under way when it was closed must not open it again.
      if (isClosed || JSON.stringify(to) === wanted) return;
      wanted = JSON.stringify(to);
      current.abort();
      const { signal } = (current = new AbortController());
      await shut();
      if (to === null || signal.aborted) return;
      await attempt(to, signal);
      const isOpen = (): boolean => listener !== null;
      void retry(clock, signal, { isOpen, attempt: () => attempt(to, signal) });
    },
    open: () => listener,
    address: () => listener?.address ?? null,
    problem: () => problem,
    close: async () => {
      isClosed = true;
      current.abort();
      await shut();
    },
  };
}

async function retry(
  clock: Clock,
  signal: AbortSignal,
  door: { readonly isOpen: () => boolean; readonly attempt: () => Promise<void> },
): Promise<void> {
  while (!door.isOpen()) {
    await clock.sleep(RETRY_MS, signal);
    if (signal.aborted) return;
    await door.attempt();
  }
}

/** Where it listens is of use to others; that they are not told closes nothing. */
async function tellMoved(
  { log, onMoved }: Pick<ListenerDoorParts<never, Listener>, 'log' | 'onMoved'>,
  address: string | null,
): Promise<void> {
  try {
    await onMoved?.(address);
  } catch (thrown) {
    log.say('warning', `could not note where it listens: ${wordsOf(thrown)}`);
  }
}

// The listener for webhooks, open where the workspace says.
export interface HookListener {
  /** `127.0.0.1:8787`, with the port that it really got. */
  readonly address: string;
  close(): Promise<void>;
}

export type HookDoor = ListenerDoor<string, HookListener>;

export function hookDoor(parts: Omit<ListenerDoorParts<string, HookListener>, 'words'>): HookDoor {
  return listenerDoor({ ...parts, words: (address) => `webhooks are taken at ${address}` });
}

// The page, served where the workspace says as long as the daemon runs.
export type PageDoor = ListenerDoor<PageSettings, PageListener>;

export function pageDoor({
  workspace,
  log,
  openPage,
}: {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  readonly openPage: OpenPage;
}): PageDoor {
  return listenerDoor({
    clock: workspace.clock,
    log,
    open: (settings) => openPage({ workspace, settings, log: (line) => log.say('warning', line) }),
    onMoved: (address) => workspace.pagePlace.note(address),
    words: (address) => `the page is at http://${address}/ (a link that logs in: roundsman page)`,
  });
}

/** What the daemon knows of the page: its address, and how a user logs in. The server itself belongs to a face. */
export interface PageParts {
  readonly workspace: Workspace;
  readonly settings: PageSettings;
  readonly log: (line: string) => void;
  readonly limits?: Partial<HttpLimits>;
}

export interface PageListener {
  /** `127.0.0.1:20417`, with the port that it really got. */
  readonly address: string;
  /** Logs one browser in, once, within ten minutes. */
  link(): string;
  /** Ends all sessions. */
  logOutAll(): Promise<void>;
  close(): Promise<void>;
}

export type OpenPage = (parts: PageParts) => Promise<PageListener>;
