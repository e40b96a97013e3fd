/** What a record says of the processes of its agent: which is at work or to come, by which engine. Pure. */
import type { AgentAttempt, EngineSession, AttemptPlan } from './agent-exit.ts';
import type { EngineId } from './routine.ts';
import type { KeptWork } from './run-spec.ts';
import type { RunRecord } from './run.ts';
import { addUsage, type Usage } from './usage.ts';

type Attempts = Pick<RunRecord, 'agentExit' | 'earlier' | 'attempt'>;

/** Of a further process that is decided on and was not started yet; `null`: there is none. */
export function awaitedAttempt({ agentExit, earlier, attempt }: Attempts): AttemptPlan | null {
  const plan = attempt ?? null;
  return plan !== null && agentExit !== null && plan.number === earlier.length + 2 ? plan : null;
}

/** Of the newest process that was started. */
export function engineSeen(record: Attempts | null, first: EngineId): EngineId {
  if (record === null) return first;
  return awaitedAttempt(record)?.after ?? engineNow(record, first);
}

/** The same while a process is at work or to come. */
export function engineNow(record: Pick<RunRecord, 'attempt'> | null, first: EngineId): EngineId {
  return record?.attempt?.engines[0] ?? first;
}

/**
 * What a session had used before it is taken up again, by its engine's own word; `null`: it says none, or it is a new one.
 *
 * @param kept of a run that continues with the session of an ended one
 */
export function usageOfSession(
  { agentExit, earlier, session: newest }: Pick<RunRecord, 'agentExit' | 'earlier' | 'session'>,
  session: EngineSession | null,
  kept: Pick<KeptWork, 'session' | 'used'> | null = null,
): Usage | null {
  if (session === null) return null;
  const of = (one: EngineSession | null): boolean => one?.id === session.id;
  const exits = [
    ...earlier.filter((one) => of(one.session)).map(({ exit }) => exit),
    ...(agentExit !== null && of(newest) ? [agentExit] : []),
  ];
  const before = of(kept?.session ?? null) ? (kept?.used ?? null) : null;
  const used = [
    ...(before === null ? [] : [before]),
    ...exits.flatMap(({ outcome }) => outcome?.usage ?? []),
  ];
  return used.length === 0 ? null : used.reduce(addUsage);
}

/** The plan of a process that is not to come after all, as one that says only who worked last. */
export function endedAttempt({ attempt, earlier }: Attempts): AttemptPlan | null {
  const plan = attempt ?? null;
  if (plan === null) return null;
  return { ...plan, number: earlier.length + 1, engines: [plan.after], session: null };
}

/** What the record says from the moment on at which a process of the agent may be there. */
export function withAgentBegun(
  record: RunRecord,
  { at, engine }: { readonly at: string; readonly engine: EngineId | null },
): RunRecord {
  const plan = awaitedAttempt(record);
  if (plan === null || record.agentExit === null) return { ...record, agentStartedAt: at };
  const ended: AgentAttempt = {
    engine: plan.after,
    session: record.session,
    startedAt: record.agentStartedAt ?? record.startedAt,
    endedAt: plan.endedAt,
    exit: record.agentExit,
    followedBy: plan.reason.kind,
  };
  return {
    ...record,
    earlier: [...record.earlier, ended],
    agentExit: null,
    agentStartedAt: at,
    session: plan.session,
    attempt: { ...plan, engines: engine === null ? plan.engines : [engine] },
  };
}
