/**
 * What happens to a run when an agent process has ended: it continues with its steps, starts another agent process, or
 * comes to rest. Stored in one write with the end itself, so no reader sees one without the other.
 */
import { join } from 'node:path';

import { questionDeadline, readQuestionValue } from '../../engines/agent-question.ts';
import { OUT_LIMITS } from '../../engines/out-limits.ts';
import { tryParseJson } from '../../platform/json.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { type AgentExit, hasSucceeded, type AttemptPlan } from '../../words/agent-exit.ts';
import { engineNow } from '../../words/current-attempt.ts';
import type { Failure } from '../../words/errors.ts';
import { nextAttempt } from '../../words/next-attempt.ts';
import { formatRest, type RestPhase } from '../../words/rest.ts';
import type { RunQuestion } from '../../words/run-question.ts';
import type { RunPhase, RunRecord } from '../../words/run.ts';
import { oneLine } from '../../words/text.ts';
import type { Supervision } from './supervision.ts';

/** `on`: with the next step. `again`: with another process of the agent. `rests`: this supervisor is done. */
export type AfterAgent = 'on' | 'again' | 'rests';

interface AgentEnd {
  readonly exit: AgentExit;
  readonly failure: Failure | null;
  readonly notices: readonly string[];
  /** A stop of the run was requested: only the steps that hand back the work follow. */
  readonly cancelled: boolean;
}

type Course =
  | { readonly kind: 'on'; readonly notice: string | null }
  | { readonly kind: 'again'; readonly attempt: AttemptPlan }
  | { readonly kind: 'rests'; readonly attempt: AttemptPlan; readonly phase: RestPhase };

/** @param store how the record looks once the step is done, but for what is decided here */
export async function afterAgent(
  run: Supervision,
  end: AgentEnd,
  store: (record: RunRecord) => RunRecord,
): Promise<AfterAgent> {
  const course = end.cancelled ? ON : await courseOf(run, end.exit);
  await run.probe('supervisor/agent-judged');
  const stored = await run.writer.update((record) => withCourse(store(record), end, course));
  if (course.kind === 'on') return 'on';
  if (course.kind === 'again') {
    tell(run, againWords(course.attempt));
    return 'again';
  }
  await run.probe('rest/stored');
  tell(run, `the run ${formatRest(course.phase)}`);
  await run.writer.flush();
  // A rest that is not stored is unknown to other processes: the run continues as if there were nothing to wait for.
  return stored ? 'rests' : 'on';
}

const ON: Course = { kind: 'on', notice: null };

async function courseOf(run: Supervision, exit: AgentExit): Promise<Course> {
  const { agent, limits, workspace } = run.spec.routine;
  const now = run.clock.now();
  const record = run.writer.current();
  const question = hasSucceeded(exit) ? await askedQuestion(run.paths) : null;
  if (question !== null && workspace.keep.waitingMs > 0)
    return waiting({ run, question, keepMs: workspace.keep.waitingMs, now });
  const next = nextAttempt({ agent, limits, record, exit, now });
  if (next.kind === 'none') return { kind: 'on', notice: next.notice };
  if (next.kind === 'again') return next;
  const { attempt, until, reason } = next;
  const since = now.toISOString();
  return { kind: 'rests', attempt, phase: { kind: 'parked', until, since, reason } };
}

function waiting({
  run,
  question,
  keepMs,
  now,
}: {
  readonly run: Supervision;
  readonly question: RunQuestion;
  readonly keepMs: number;
  readonly now: Date;
}): Course {
  const record = run.writer.current();
  const engine = engineNow(record, run.spec.routine.agent.engine);
  const since = now.toISOString();
  const until = questionDeadline(question, { now, keepMs });
  return {
    kind: 'rests',
    phase: { kind: 'waiting', question, since, until },
    attempt: {
      number: record.earlier.length + 2,
      reason: { kind: 'answered', question: question.question, answer: '', by: null },
      engines: [engine],
      session: record.session?.engine === engine ? record.session : null,
      after: engine,
      endedAt: since,
      notBefore: null,
    },
  };
}

function withCourse(record: RunRecord, end: AgentEnd, course: Course): RunRecord {
  const { progress } = record;
  const told = course.kind === 'on' && course.notice !== null ? [course.notice] : [];
  const ended: RunRecord = {
    ...record,
    agentExit: end.exit,
    progress: { ...progress, notices: [...progress.notices, ...end.notices, ...told] },
  };
  if (course.kind === 'on') return { ...ended, failure: record.failure ?? end.failure };
  if (course.kind === 'again') return { ...ended, attempt: course.attempt };
  const phase: RunPhase = course.phase;
  return { ...ended, attempt: course.attempt, phase, rests: (record.rests ?? 0) + 1 };
}

function againWords({ reason, engines, session, notBefore }: AttemptPlan): string {
  const when = notBefore === null ? '' : `, not before ${notBefore}`;
  const how = session === null ? 'in a new session' : 'in the same session';
  const why = 'why' in reason ? `: ${oneLine(reason.why, 300)}` : '';
  return reason.kind === 'fallback'
    ? `another engine takes over (${engines.join(', ')})${why}`
    : `the agent is started once more, ${how}${when}${why}`;
}

function tell(run: Supervision, text: string): void {
  run.writer.event({ kind: 'notice', at: run.clock.now().toISOString(), text });
}

/**
 * The question that an agent left for a person. Built-ins only: the supervisor asks before anything else is read of OUT.
 * By tool or by file; the tool's counts.
 */
async function askedQuestion({
  told,
  out,
}: {
  readonly told: string;
  readonly out: string;
}): Promise<RunQuestion | null> {
  return (await readQuestion(told)) ?? (await readQuestion(out));
}

/** The author of the file may not follow the contract: content that is not a valid question counts as none. */
async function readQuestion(outFolder: string): Promise<RunQuestion | null> {
  const read = await readUntrusted(join(outFolder, 'question.json'), OUT_LIMITS.maxFileBytes);
  if (read.kind !== 'content') return null;
  const asked = readQuestionValue(tryParseJson(read.bytes.toString('utf8')));
  return asked.kind === 'question' ? asked.question : null;
}
