/**
 * A program of a run together with everything that it starts: begun in a control group where there is one, kept an eye
 * on where there is none, and ended as a whole. Built-ins only.
 */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';

import type { Confinement } from '../domain/network-plan.ts';
import type { ProcessIdentity } from '../domain/run-spec.ts';
import type { Clock } from './clock.ts';
import {
  findControlGroup,
  findControlGroups,
  groupNameOf,
  makeControlGroup,
  type ControlGroup,
} from './control-group.ts';
import { endProcesses, type EndOutcome } from './end-processes.ts';
import { identifyProcess } from './process-identity.ts';
import { followDescendants } from './process-tree.ts';
import { textNow } from './read-now.ts';
import { startProcess, type StartedProcess, type StartRequest } from './start-process.ts';

export interface ConfinedRequest extends StartRequest {
  readonly runId: string;
  readonly confinement: Confinement;
  /** Our own program leads the one that was asked for, and hands signals on to it. */
  readonly led: boolean;
  /** Names the control groups of the run, one a line, so that whoever comes after a crash finds them. */
  readonly groupList: string;
  readonly clock: Clock;
}

export interface ConfinedProcess extends StartedProcess {
  readonly identity: ProcessIdentity | null;
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
  // A pid namespace holds everything already.
  const group = confinement === 'none' ? newGroup(request) : null;
  const started =
    group === null ? startProcess(request) : group.startInside(() => startProcess(request));
  const identity = started.pid === null ? null : identifyProcess(started.pid);
  const known = new Map<number, ProcessIdentity>();
  const over = new AbortController();
  if (identity !== null && group === null && confinement === 'none')
    void follow(identity, { known, clock, over: over.signal });
  return {
    ...started,
    identity,
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

/** What programs of a run that nobody attends any more left alive. Only for runs of this boot: pids of before are others'. */
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

function newGroup({ runId, groupList }: ConfinedRequest): ControlGroup | null {
  groupsMade += 1;
  const group = makeControlGroup(`${groupNameOf(runId)}-${process.pid}-${groupsMade}`);
  if (group === null) return null;
  try {
    appendFileSync(groupList, `${group.path}\n`, { mode: 0o600 });
  } catch {
    // A full disk: it is looked for by its name then.
  }
  return group;
}

/** One that could not be removed stays listed: whoever comes later tries again. */
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
