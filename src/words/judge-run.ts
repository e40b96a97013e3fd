/**
 * Decides what happens to a run that a process finds: the single rule for the daemon, commands and supervisors.
 *
 * **Invariant:** never two processes of an agent at once, and never another one without a recorded reason. A run that was
 * cut off before its agent began is taken up again, and so is one whose next attempt was recorded and did not begin; one
 * that was cut off while its agent worked is interrupted, and what the agent left is kept. Pure.
 */
import { awaitedAttempt } from './current-attempt.ts';
import { assertNever } from './errors.ts';
import { restPhase } from './rest.ts';
import { STEPS_BEFORE_BRIEF } from './run-program.ts';
import { RUN_PROTOCOL, type Liveness, type RunSpec } from './run-spec.ts';
import { RUN_STEPS, type RunRecord, type RunStep } from './run.ts';
import { leadsParts, type MayLead } from './variants/parts.ts';

/** Supervisors of one run before it is not begun again any more: a step may be what kills them. */
export const MAX_SUPERVISORS = 3;
/** After that many nothing more is tried: the run ends as it is. */
const GIVE_UP_AFTER = 6;

export interface RunFacts {
  readonly run: {
    readonly spec: Pick<RunSpec, 'protocol'> & MayLead;
    readonly record:
      | (Pick<RunRecord, 'protocol' | 'phase' | 'agentExit' | 'failure' | 'skipped'> &
          Partial<Pick<RunRecord, 'earlier' | 'attempt'>>)
      | null;
  };
  /** Of the supervisor, before its first report of the process that admitted the run. A stopped one is alive. */
  readonly attendant: Liveness;
  /** Supervisors that it has had, and that did not end as they should. */
  readonly supervisors: number;
  /** For a run at rest: its time is over, or it was asked to continue or to end. Default: false. */
  readonly restOver?: boolean;
}

/** The steps that need not be done any more, and whether the agent's end is unknown. */
interface TakenUp {
  readonly finished: readonly RunStep[];
  readonly lost: boolean;
}

/** To be taken up by a new supervisor. */
export type Recovery =
  | ({ readonly kind: 'resumed'; readonly at: RunStep } & TakenUp)
  | ({
      readonly kind: 'interrupted';
      readonly because: 'agent' | 'older' | 'supervisors';
    } & TakenUp)
  /** Process ids of the time before mean nothing. */
  | ({ readonly kind: 'rebooted' } & TakenUp)
  /** It was at rest, and nothing went wrong with it. */
  | ({ readonly kind: 'rested' } & TakenUp);

export type RunVerdict =
  | { readonly kind: 'finished' }
  /** Its supervisor is at work, regardless of which other processes came and went. */
  | { readonly kind: 'adopted' }
  /** The same, by code of before an upgrade: it finishes its run in its own way. */
  | { readonly kind: 'older'; readonly protocol: number }
  /** Its supervisor is on another machine, which alone can tell. */
  | { readonly kind: 'elsewhere' }
  /** Shown as far as it can be read, and not touched. */
  | { readonly kind: 'newer'; readonly protocol: number }
  | Recovery
  /** Parked, or waiting for an answer: no process is to work on it. */
  | { readonly kind: 'resting' }
  /** Its folder does not say what happened; set aside, whole. */
  | { readonly kind: 'corrupt'; readonly problem: string };

export function judgeRun(facts: RunFacts): Exclude<RunVerdict, { readonly kind: 'corrupt' }> {
  const { spec, record } = facts.run;
  if (record?.phase.kind === 'ended') return { kind: 'finished' };
  const protocol = Math.max(spec.protocol, record?.protocol ?? 0);
  if (protocol > RUN_PROTOCOL) return { kind: 'newer', protocol };
  const own = record?.protocol ?? spec.protocol;
  if (restPhase(record) !== null) {
    if (facts.restOver !== true) return { kind: 'resting' };
    return facts.supervisors < MAX_SUPERVISORS
      ? { kind: 'rested', finished: STEPS_BEFORE_BRIEF, lost: false }
      : { kind: 'interrupted', because: 'supervisors', ...KEPT };
  }
  if (facts.attendant === 'alive')
    return own < RUN_PROTOCOL ? { kind: 'older', protocol: own } : { kind: 'adopted' };
  if (facts.attendant === 'elsewhere') return { kind: 'elsewhere' };
  return recover(facts, own < RUN_PROTOCOL);
}

export function isRecovery(verdict: RunVerdict): verdict is Recovery {
  return (
    verdict.kind === 'resumed' ||
    verdict.kind === 'interrupted' ||
    verdict.kind === 'rebooted' ||
    verdict.kind === 'rested'
  );
}

function recover({ run, attendant, supervisors }: RunFacts, older: boolean): Recovery {
  const { record } = run;
  const rebooted = attendant === 'other-boot';
  if (supervisors >= GIVE_UP_AFTER)
    return { kind: 'interrupted', because: 'supervisors', finished: RUN_STEPS, lost: true };
  const tooMany = supervisors >= MAX_SUPERVISORS;
  if (record === null || record.phase.kind !== 'running') {
    const taken = tooMany ? KEPT : { finished: [], lost: false };
    if (rebooted) return { kind: 'rebooted', ...taken };
    return tooMany
      ? { kind: 'interrupted', because: 'supervisors', ...taken }
      : { kind: 'resumed', at: 'gate', ...taken };
  }
  const leads = leadsParts(run.spec);
  const taken = takeUp(record, { older, tooMany, leads });
  if (rebooted) return { kind: 'rebooted', ...taken };
  if (!taken.lost) return { kind: 'resumed', at: stepAfter(taken.finished, record), ...taken };
  const because = agentMayHaveBegun(record) ? 'agent' : tooMany ? 'supervisors' : 'older';
  return { kind: 'interrupted', because, ...taken };
}

/** What is there is handed back, and told. */
const KEPT: TakenUp = { finished: stepsBefore('hand-back'), lost: true };

type Cut = Pick<RunRecord, 'phase' | 'agentExit' | 'failure' | 'skipped'> &
  Partial<Pick<RunRecord, 'earlier' | 'attempt'>>;

interface TakeUpRules {
  readonly older: boolean;
  readonly tooMany: boolean;
  readonly leads: boolean;
}

function takeUp(record: Cut, { older, tooMany, leads }: TakeUpRules): TakenUp {
  if (record.phase.kind !== 'running') return { finished: [], lost: false };
  const { step, at } = record.phase.cursor;
  // Its parts continue without it, and are found again by their ids.
  if (leads && agentMayHaveBegun(record) && record.agentExit === null)
    return { finished: stepsBefore('work'), lost: false };
  if (agentMayHaveBegun(record) && record.agentExit === null) return KEPT;
  if (isAwaited(record) && (step === 'work' || step === 'brief')) {
    // Its folder holds what the process before it made: only what the next one is told is made again.
    return tooMany ? KEPT : { finished: STEPS_BEFORE_BRIEF, lost: false };
  }
  const done = at === 'done' ? [step] : [];
  const decided = record.agentExit !== null || record.failure !== null || record.skipped !== null;
  if (decided || isAfterWork(step)) {
    // Its agent has ended, or will not be started: the rest may be repeated, step by step.
    const finished = step === 'work' ? stepsBefore('check') : [...stepsBefore(step), ...done];
    return { finished, lost: false };
  }
  if (older || tooMany) return KEPT;
  // From `open` on: what was opened is given back, so that every later step begins with nothing half done.
  return { finished: step === 'gate' && at === 'begun' ? [] : ['gate'], lost: false };
}

function agentMayHaveBegun({ phase }: Pick<Cut, 'phase'>): boolean {
  return phase.kind === 'running' && phase.cursor.step === 'work';
}

function isAwaited({ agentExit, earlier = [], attempt = null, failure }: Cut): boolean {
  return failure === null && awaitedAttempt({ agentExit, earlier, attempt }) !== null;
}

function isAfterWork(step: RunStep): boolean {
  return RUN_STEPS.indexOf(step) > RUN_STEPS.indexOf('work');
}

function stepsBefore(step: RunStep): readonly RunStep[] {
  return RUN_STEPS.slice(0, RUN_STEPS.indexOf(step));
}

/** What failed or was skipped before its agent began is wound up. */
function stepAfter(finished: readonly RunStep[], record: Cut): RunStep {
  const isOver = record.failure !== null || record.skipped !== null;
  if (isOver && !finished.includes('work'))
    return finished.includes('open') ? 'hand-back' : 'report';
  return RUN_STEPS[finished.length] ?? 'deliver';
}

// Verdicts on runs, told to people. Pure.

/** What is said beside a run that has not ended; `null` when there is nothing unusual. */
export function formatVerdict(verdict: RunVerdict): string | null {
  switch (verdict.kind) {
    case 'finished':
    case 'adopted':
    case 'resting':
    case 'rested':
      return null;
    case 'older':
      return `it was begun by an older Roundsman (form ${verdict.protocol}), whose supervisor finishes it`;
    case 'elsewhere':
      return 'another machine works on it';
    case 'newer':
      return `it was made by a newer Roundsman (form ${verdict.protocol}): shown as far as it can be read, and not touched`;
    case 'resumed':
    case 'interrupted':
    case 'rebooted':
      return formatRecovery(verdict);
    case 'corrupt':
      return `it cannot be read (${verdict.problem})`;
    default:
      return assertNever(verdict);
  }
}

/** What happened to a run and what was done about it, for its report. */
export function formatRecovery(verdict: Recovery): string {
  switch (verdict.kind) {
    case 'resumed':
      return `the supervisor of the run died; another one took it up again at \`${verdict.at}\``;
    case 'interrupted':
      return `the run was interrupted: ${BECAUSE[verdict.because]}; what there was is kept`;
    case 'rebooted':
      return verdict.lost
        ? 'the run was interrupted: the machine was restarted before the agent was done; what there was is kept'
        : 'the machine was restarted during the run; it was taken up again';
    case 'rested':
      return 'the run was at rest, and was taken up again';
    default:
      return assertNever(verdict);
  }
}

const BECAUSE: Readonly<Record<Extract<Recovery, { kind: 'interrupted' }>['because'], string>> = {
  agent: 'its supervisor died while the agent worked',
  older: 'the supervisor of an older Roundsman died before the agent was done',
  supervisors: 'one supervisor after the other died at it',
};
