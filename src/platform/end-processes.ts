/**
 * Ending everything that a program of a run started. Ask, wait, force; and say what is left. Built-ins only.
 *
 * In a pid namespace the descendants are asked, not the first process, which holds it: once that one is gone, so is all
 * inside. A control group is ended as a whole. What is in neither is found one by one: stopped first, so that nothing
 * forks faster than we look, then ended.
 */
import type { Confinement } from '../words/network-plan.ts';
import type { ProcessIdentity } from '../words/run-spec.ts';
import { oneLine } from '../words/text.ts';
import type { Clock } from './clock.ts';
import type { ControlGroup } from './control-group.ts';
import { HANDS_ON_NAME } from './inherited-process.ts';
import { identifyProcess, isAlive, signalProcess } from './process-identity.ts';
import {
  childrenOf,
  nameOf,
  namespacePids,
  findRunProcesses,
  type FoundProcess,
} from './process-tree.ts';

export interface EndRequest {
  readonly runId: string;
  /** What we started, first of all; and what is known to have come from it. */
  readonly roots: readonly ProcessIdentity[];
  readonly confinement: Confinement;
  /** In the namespace one of our processes leads the program and forwards signals: no process may be signalled twice. */
  readonly led: boolean;
  readonly groups: readonly ControlGroup[];
  /** The signal that asks processes to end. SIGKILL: they are not asked. */
  readonly signal: NodeJS.Signals;
  readonly clock: Clock;
  /** Cuts the time short that is left for tidying up. */
  readonly forced?: Promise<void>;
}

export interface EndOutcome {
  /** Processes that there were, the first of the roots not counted. */
  readonly ended: number;
  /** One line for each process that is still alive, and why; the run's folder cannot be relied on then. */
  readonly left: readonly string[];
}

const GRACE_MS = 5_000;
const LOOK_EVERY_MS = 20;
/** Passes of stopping before what is there is ended. */
const MAX_PASSES = 50;

export async function endProcesses(request: EndRequest): Promise<EndOutcome> {
  const seen = new Map<number, ProcessIdentity>();
  const look = (): readonly FoundProcess[] => {
    const found = membersNow(request, seen);
    for (const one of found) seen.set(one.pid, one);
    return found;
  };
  const first = look();
  if (first.length > 0 && request.signal !== 'SIGKILL') {
    ask(request, first);
    await untilGone(request, look);
  }
  const left = await force(request, look);
  for (const group of request.groups) await removeGroup(group, request.clock);
  const [root] = request.roots;
  const ended = [...seen.values()].filter(({ pid }) => pid !== root?.pid).length;
  return { ended, left: left.map(leftWords) };
}

function membersNow(
  { runId, roots, groups }: EndRequest,
  seen: ReadonlyMap<number, ProcessIdentity>,
): readonly FoundProcess[] {
  const inGroups = groups
    .flatMap((group) => group.members())
    .flatMap((pid) => (pid === process.pid ? [] : (identifyProcess(pid) ?? [])));
  return findRunProcesses(runId, [...roots, ...seen.values(), ...inGroups]);
}

/** A stopped process acts on it only when it continues. */
function ask(request: EndRequest, members: readonly FoundProcess[]): void {
  const holders = request.confinement === 'pid-namespace' ? holdersAmong(request, members) : [];
  if (request.led) holders.push(...holders.slice(1).flatMap((pid) => childrenOf(pid)));
  for (const member of members) {
    if (holders.includes(member.pid)) continue;
    // Its command is asked as well, and agents take a second time for a wish to end without tidying up.
    if (nameOf(member.pid) === HANDS_ON_NAME) continue;
    signalProcess(member, request.signal);
    if (member.state === 'T') signalProcess(member, 'SIGCONT');
  }
}

/** The process outside that holds the namespace, and the first one inside, which takes in the orphans. */
function holdersAmong({ roots }: EndRequest, members: readonly FoundProcess[]): number[] {
  const [root] = roots;
  if (root === undefined) return [];
  const depth = namespacePids(root.pid).length;
  const inner = members.filter(({ pid }) => {
    const pids = namespacePids(pid);
    return pids.length === depth + 1 && pids.at(-1) === 1;
  });
  return [root.pid, ...inner.map(({ pid }) => pid)];
}

async function untilGone(request: EndRequest, look: () => readonly FoundProcess[]): Promise<void> {
  const { clock, forced } = request;
  const cut = new AbortController();
  void forced?.then(() => cut.abort());
  // So that a wish that is there already counts before the first look.
  await Promise.resolve();
  const deadline = clock.monotonic() + GRACE_MS;
  while (!cut.signal.aborted && clock.monotonic() < deadline && look().length > 0)
    await clock.sleep(LOOK_EVERY_MS, cut.signal);
}

/** Returns what does not end. */
async function force(
  request: EndRequest,
  look: () => readonly FoundProcess[],
): Promise<readonly FoundProcess[]> {
  const { clock, confinement, groups, roots } = request;
  const deadline = clock.monotonic() + GRACE_MS;
  for (let members = look(); ; members = look()) {
    if (members.length === 0) return [];
    for (const group of groups) group.kill();
    const [root] = roots;
    if (confinement === 'pid-namespace' && root !== undefined) {
      // All inside goes with either of them; the rest is for a sandbox that did not hold.
      for (const pid of holdersAmong(request, members)) endOne(members, pid);
    }
    for (const member of stopAll(members, look)) signalProcess(member, 'SIGKILL');
    if (clock.monotonic() > deadline) return look().filter(isAlive);
    await clock.sleep(LOOK_EVERY_MS);
  }
}

function endOne(members: readonly FoundProcess[], pid: number): void {
  const member = members.find((one) => one.pid === pid);
  if (member !== undefined) signalProcess(member, 'SIGKILL');
}

/** Until no new ones come: one that is stopped starts nothing. */
function stopAll(
  members: readonly FoundProcess[],
  look: () => readonly FoundProcess[],
): readonly FoundProcess[] {
  const stopped = new Set<string>();
  let current = members;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const fresh = current.filter((one) => !stopped.has(keyOf(one)));
    if (fresh.length === 0) break;
    for (const one of fresh) {
      stopped.add(keyOf(one));
      signalProcess(one, 'SIGSTOP');
    }
    current = look();
  }
  return current;
}

function keyOf({ pid, startTime }: ProcessIdentity): string {
  return `${pid} ${startTime}`;
}

async function removeGroup(group: ControlGroup, clock: Clock): Promise<void> {
  for (let attempt = 0; attempt < 25 && !group.remove(); attempt += 1)
    await clock.sleep(LOOK_EVERY_MS);
}

function leftWords({ pid, state }: FoundProcess): string {
  const name = oneLine(nameOf(pid), 40);
  const why =
    state === 'D'
      ? 'it waits for a device and takes no signal'
      : 'it may belong to another user, or the system holds it';
  return `process ${pid}${name === '' ? '' : ` (${name})`} could not be ended: ${why}`;
}
