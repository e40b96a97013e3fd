/** The agent's part of a run: what it prints becomes events, its session and process are stored as they are known. */
import { formatAgentEvent } from '../../engines/format-agent-event.ts';
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import type { Clock } from '../../platform/clock.ts';
import { freeBytesOf } from '../../platform/disk.ts';
import { reopenTree } from '../../platform/reopen-tree.ts';
import { shedMemory } from '../../platform/shed-memory.ts';
import type { AgentEvent } from '../../words/agent-event.ts';
import { type AgentExit, unseenExit } from '../../words/agent-exit.ts';
import { lastReserve } from '../../words/resource-limits.ts';
import { programLimits } from '../../worktrees/program-limits.ts';
import { superviseAgent } from './agent-process.ts';
import type { Supervision } from './supervision.ts';

const TELL_EVERY_MS = 250;
/** An agent that works longer may work for hours; for a shorter one it is not worth the CPU. */
const SHED_AFTER_MS = 500;

/** Starts the agent as planned, and tells what it does as it does it. */
export async function superviseWork(
  run: Supervision,
  launch: LaunchPlan | null,
  onNotice: (text: string) => void,
): Promise<AgentExit> {
  if (launch === null) return unseenExit('not-started', 'the brief gave no plan to start it');
  const { stateDir } = run.spec.workspace;
  const ended = new AbortController();
  void shedLater(run.clock, ended.signal);
  const exit = await superviseAgent({
    runId: run.spec.id,
    plan: launch,
    logs: { stdout: run.paths.agentLog, stderr: run.paths.agentErrors },
    maxOutputBytes: run.spec.limits.maxOutputBytes,
    redactor: run.redactor,
    groupList: run.paths.controlGroups,
    clock: run.clock,
    disk: {
      reserveBytes: lastReserve(run.spec.settings.diskFloorBytes),
      freeBytes: () => freeBytesOf(stateDir),
    },
    limits: programLimits(run, launch),
    cancelled: run.cancel.cancelled,
    forced: run.cancel.forced,
    onStarted: async (agent) => {
      await run.probe('supervisor/agent-started');
      await run.writer.update((record) =>
        record.phase.kind === 'running' ? { ...record, phase: { ...record.phase, agent } } : record,
      );
      await run.probe('supervisor/agent-stored');
    },
    onLine: (text) =>
      run.writer.event({ kind: 'agent-line', at: run.clock.now().toISOString(), text }),
    onEvent: eventTeller(run, launch),
    onNotice,
  }).finally(() => ended.abort());
  await run.probe('supervisor/agent-ended');
  // For whatever comes next: another process of the agent, its question, the checks.
  for (const folder of [
    run.paths.worktree,
    run.paths.out,
    run.paths.agentHome,
    run.paths.temporary,
  ])
    await reopenTree(folder);
  return exit;
}

async function shedLater(clock: Clock, ended: AbortSignal): Promise<void> {
  await clock.sleep(SHED_AFTER_MS, ended);
  if (!ended.aborted) shedMemory();
}

/** A session is stored as soon as it is known: it outlives a supervisor that dies. */
function eventTeller(run: Supervision, { engine, cwd }: LaunchPlan): (event: AgentEvent) => void {
  let toldAt = -Infinity;
  return (event) => {
    const at = run.clock.monotonic();
    const text = at - toldAt < TELL_EVERY_MS ? null : formatAgentEvent(event);
    if (text !== null) {
      toldAt = at;
      run.writer.event({ kind: 'agent-line', at: run.clock.now().toISOString(), text });
    }
    if (event.kind !== 'started' || event.sessionId === null) return;
    const session = { engine, id: event.sessionId, cwd };
    void run.writer.update((record) => ({ ...record, session }));
  };
}
