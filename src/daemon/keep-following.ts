/**
 * What becomes of pull requests: the daemon asks their forges, often while something moves and seldom while nothing does.
 * Everything that a forge's library needs is loaded when the first one is open.
 */
import type { Forge } from '../forges/contract.ts';
import type { FollowRequest } from '../runtime/follow-ups/follow-open.ts';
import type { PullRequestLink } from '../words/pull-request.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { DaemonLog } from './daemon-log.ts';
import { wordsOf } from './daemon-status.ts';

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

export interface KeptFollowing {
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

export function keepFollowing(parts: FollowingParts): KeptFollowing {
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

/* oxlint-disable-next-line eslint/max-params -- as it was, what was seen, and when */
function nextDue(
  before: Due | undefined,
  { moved, notBefore }: { readonly moved: boolean; readonly notBefore: number },
  now: number,
): Due {
  const everyMs =
    moved || before === undefined ? FIRST_MS : Math.min(MOST_MS, before.everyMs * 1.5);
  return { everyMs, notBefore, at: Math.max(now + everyMs, notBefore) };
}
