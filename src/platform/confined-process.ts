/**
 * A program of a run together with everything that it starts: begun in a control group where there is one, kept an eye
 * on where there is none, and ended as a whole. Built-ins only.
 */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';

import type { Confinement } from '../words/network-plan.ts';
import { hardProcesses, type LimitMet } from '../words/resource-limits.ts';
import type { ProcessIdentity } from '../words/run-spec.ts';
import type { Clock } from './clock.ts';
import {
  findControlGroup,
  findControlGroups,
  groupNameOf,
  makeControlGroup,
  makeLimitedGroup,
  type ControlGroup,
  type GroupLimits,
} from './control-group.ts';
import { endProcesses, type EndOutcome } from './end-processes.ts';
import { identifyProcess } from './process-identity.ts';
import { findRunProcesses, followDescendants } from './process-tree.ts';
import { textNow } from './read-now.ts';
import { treeOf, treeOfAll, type RunTree } from './resource-use.ts';
import {
  startProcess,
  type ProcessEnd,
  type StartedProcess,
  type StartRequest,
} from './start-process.ts';
import { inGroup, untilLimitMet, type ProgramLimits } from './watch-resources.ts';

export interface ConfinedRequest extends StartRequest {
  readonly runId: string;
  readonly confinement: Confinement;
  /** Our own program leads the one that was asked for, and hands signals on to it. */
  readonly led: boolean;
  /** Names the control groups of the run, one a line, so that they are found after a crash. */
  readonly groupList: string;
  readonly clock: Clock;
  /** What it may take of the machine; the kernel bounds it where it can. */
  readonly limits?: ProgramLimits;
}

export interface ConfinedProcess extends StartedProcess {
  readonly identity: ProcessIdentity | null;
  /** Resolves when it took more than it may, and is to be ended; or was, by the system. */
  readonly limitMet: Promise<LimitMet>;
  /** Why it ended, when that was a limit. Before `endAll`. */
  whyEnded(end: ProcessEnd): LimitMet | null;
  /**
   * Ends what of it is alive, the program itself included: asked by the signal, forced after five seconds, or as soon as
   * `forced` resolves. Resolves when nothing is left, or nothing more can be done.
   */
  endAll(how: {
    readonly signal: NodeJS.Signals;
    readonly forced?: Promise<void>;
  }): Promise<EndOutcome>;
}

/** An orphan that left every trace is found only if it was seen before it became one. */
const FOLLOW_EVERY_MS = 2_000;

let groupsMade = 0;

export function startConfined(request: ConfinedRequest): ConfinedProcess {
  const { runId, confinement, clock } = request;
  const group = newGroup(request);
  const started =
    group === null ? startProcess(request) : group.startInside(() => startProcess(request));
  const identity = started.pid === null ? null : identifyProcess(started.pid);
  const known = new Map<number, ProcessIdentity>();
  const over = new AbortController();
  if (identity !== null && group === null && confinement === 'none')
    void follow(identity, { known, clock, over: over.signal });
  const { limits } = request;
  const limitMet = untilLimit(request, { started, group, over: over.signal });
  return {
    ...started,
    identity,
    limitMet,
    whyEnded: (end) => (limits === undefined ? null : whyEnded(limits, group, end)),
    endAll: async ({ signal, forced }) => {
      over.abort();
      const outcome = await endProcesses({
        runId,
        roots: identity === null ? [...known.values()] : [identity, ...known.values()],
        confinement,
        led: request.led,
        groups: group === null ? [] : [group],
        signal,
        clock,
        ...(forced === undefined ? {} : { forced }),
      });
      if (group !== null) unlist(request.groupList, group);
      return outcome;
    },
  };
}

/** Ends what the programs of an unattended run left alive. Only for runs of this boot: older pids are other processes'. */
export async function endLeft(request: {
  readonly runId: string;
  readonly groupList: string;
  readonly roots: readonly ProcessIdentity[];
  readonly clock: Clock;
}): Promise<EndOutcome> {
  const { runId, groupList, roots, clock } = request;
  const listed = linesOf(groupList).flatMap((path) => findControlGroup(path, runId) ?? []);
  const found = findControlGroups(runId).filter(({ path }) =>
    listed.every((group) => group.path !== path),
  );
  const groups = [...listed, ...found];
  return endProcesses({
    runId,
    roots,
    confinement: 'none',
    led: false,
    groups,
    signal: 'SIGKILL',
    clock,
  });
}

/** Pending for ever without limits. What multiplies or takes the memory is ended before anything else is done about it. */
async function untilLimit(
  { limits, runId, confinement, clock }: ConfinedRequest,
  running: {
    readonly started: StartedProcess;
    readonly group: ControlGroup | null;
    readonly over: AbortSignal;
  },
): Promise<LimitMet> {
  const { started, group, over } = running;
  const { pid } = started;
  if (limits === undefined || pid === null) return new Promise(() => undefined);
  const root = identifyProcess(pid);
  const tree = (most: number): RunTree => {
    // A pid namespace loses no orphans; elsewhere they become children of another process.
    if (confinement === 'pid-namespace') return treeOf(pid, most);
    const members = group?.members() ?? findRunProcesses(runId, root === null ? [] : [root]);
    return treeOfAll(
      members.map((member) => (typeof member === 'number' ? member : member.pid)),
      most,
    );
  };
  const met = await untilLimitMet({ limits, tree, group, clock, over });
  if (met.limit !== 'disk') {
    group?.kill();
    started.kill('SIGKILL');
  }
  return met;
}

/** A pid namespace holds everything already: there a group is for its bounds alone. */
function newGroup({ runId, groupList, confinement, limits }: ConfinedRequest): ControlGroup | null {
  groupsMade += 1;
  const name = `${groupNameOf(runId)}-${process.pid}-${groupsMade}`;
  const limited = limits === undefined ? null : makeLimitedGroup(name, hardLimits(limits));
  const group = limited ?? (confinement === 'none' ? makeControlGroup(name) : null);
  if (group === null) return null;
  try {
    appendFileSync(groupList, `${group.path}\n`, { mode: 0o600 });
  } catch {
    // A full disk: it is looked for by its name then.
  }
  return group;
}

function hardLimits({ processes, memoryBytes }: ProgramLimits): GroupLimits {
  return { processes: hardProcesses(processes), memoryBytes };
}

/** Of 128 and the signal: so a shell or a sandbox tells how what it started ended. */
const FILE_SIZE_EXIT = 153;

function whyEnded(
  limits: ProgramLimits,
  group: ControlGroup | null,
  { exitCode, signal }: ProcessEnd,
): LimitMet | null {
  if (signal === 'SIGXFSZ' || exitCode === FILE_SIZE_EXIT)
    return { limit: 'file-size', used: limits.fileBytes, allowed: limits.fileBytes };
  return inGroup({ group, limits });
}

/** A group that could not be removed stays listed: a later process tries again. */
function unlist(list: string, group: ControlGroup): void {
  if (findControlGroup(group.path, '') !== null) return;
  const others = linesOf(list).filter((line) => line !== group.path);
  try {
    if (others.length === 0) rmSync(list, { force: true });
    else writeFileSync(list, others.map((line) => `${line}\n`).join(''));
  } catch {
    // It names what is gone: that is nothing to anybody.
  }
}

async function follow(
  root: ProcessIdentity,
  watch: {
    readonly known: Map<number, ProcessIdentity>;
    readonly clock: Clock;
    readonly over: AbortSignal;
  },
): Promise<void> {
  while (!watch.over.aborted) {
    await watch.clock.sleep(FOLLOW_EVERY_MS, watch.over);
    if (watch.over.aborted) return;
    followDescendants(root, watch.known);
  }
}

function linesOf(path: string): readonly string[] {
  return (textNow(path) ?? '').split('\n').filter((line) => line !== '');
}
