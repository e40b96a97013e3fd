/** How a session of a run of ours stands: by its record, which we wrote ourselves. Pure but for the look at its supervisor. */
import type { JudgedState, SessionDraft } from '../../engines/sessions/contract.ts';
import { shortIdOf } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import type { OwnRun } from './own-runs.ts';

export interface RunMoment {
  /** Of the session that the run is in now; `null`: its engine keeps none. */
  readonly draft: SessionDraft | null;
  /** What the run told last, one line; `null`: nothing. */
  readonly told: string | null;
  readonly supervisorLives: boolean;
  /** ISO 8601. */
  readonly now: string;
}

export function judgeRunSession({ run, view }: OwnRun, moment: RunMoment): JudgedState {
  const phase = run.record?.phase ?? { kind: 'queued' as const };
  const id = shortIdOf(view.id);
  const by = (detail: string, at: string): JudgedState['evidence'] => ({
    source: 'protocol',
    detail: oneLine(detail, 300),
    at,
  });
  const quiet = { doing: null, waitingOn: null, pid: null };
  switch (phase.kind) {
    case 'queued':
      return { ...quiet, state: 'idle', evidence: by(`run ${id} is queued`, moment.now) };
    case 'running': {
      const { step } = phase.cursor;
      if (!moment.supervisorLives) {
        const detail = `run ${id} was at step ${step}, and its supervisor is gone`;
        return { ...quiet, state: 'unknown', evidence: by(detail, moment.now) };
      }
      return {
        state: 'working',
        doing: doingAt(step, moment),
        waitingOn: null,
        pid: phase.agent?.pid ?? phase.supervisor.pid,
        evidence: by(`run ${id} is at step ${step}`, moment.now),
      };
    }
    case 'waiting': {
      const question = oneLine(phase.question.question, 300);
      const until = phase.until === null ? '' : ` until ${phase.until}`;
      return {
        ...quiet,
        state: 'waiting',
        doing: `asks: ${question}`,
        waitingOn: question,
        evidence: by(`run ${id} waits for an answer${until}: roundsman answer ${id}`, phase.since),
      };
    }
    case 'parked': {
      const why = `parked until ${phase.until}: ${phase.reason}`;
      return {
        ...quiet,
        state: 'idle',
        doing: oneLine(why, 300),
        evidence: by(`run ${id} is ${why}`, phase.since),
      };
    }
    case 'ended': {
      const how = phase.result === null ? 'skipped' : phase.result.execution;
      return { ...quiet, state: 'ended', evidence: by(`run ${id} ended: ${how}`, phase.endedAt) };
    }
  }
}

/** Of a session that its run is not in any more. */
export function judgeLeftSession({ run, view }: OwnRun, now: string): JudgedState {
  const ended = run.record?.phase.kind === 'ended';
  const id = shortIdOf(view.id);
  return {
    state: 'ended',
    doing: null,
    waitingOn: null,
    pid: null,
    evidence: {
      source: 'protocol',
      detail: ended ? `run ${id} has ended` : `run ${id} is in another session`,
      at: view.endedAt ?? now,
    },
  };
}

function doingAt(step: string, { draft, told }: RunMoment): string {
  const standing = step === 'work' ? draft?.standing : undefined;
  if (standing?.kind === 'tool') return standing.doing;
  if (standing?.kind === 'model' && standing.doing !== null) return standing.doing;
  if (step === 'work') return told ?? 'works';
  return told === null ? `step ${step}` : oneLine(`step ${step}: ${told}`, 300);
}
