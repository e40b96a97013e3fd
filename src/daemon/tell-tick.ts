/** What a tick did, and what a look at the runs found, as lines of the daemon's log. */
import { verdictOf } from '../runtime/live-runs.ts';
import type { Decision } from '../scheduler/contract.ts';
import type { StoredRun } from '../store/ports.ts';
import { assertNever } from '../words/errors.ts';
import { shortIdOf } from '../words/ids.ts';
import { formatVerdict } from '../words/judge-run.ts';
import { restPhase, restClause } from '../words/rest.ts';
import type { SlotRecord, SlotState } from '../words/slot.ts';
import { plural, oneLine } from '../words/text.ts';
import type { LogLevel, DaemonLog } from './daemon-log.ts';
import type { RunLook } from './run-book.ts';

interface LogLine {
  readonly level: LogLevel;
  readonly text: string;
}

/** Slots of a routine that came to the same are told one by one up to so many. */
const TOLD_APART = 3;

/** Of ten thousand routines due together not each has a line. */
const MAX_LINES = 30;

/** Starts are told by the starter, which knows their runs. */
export function tellTick(decisions: readonly Decision[]): readonly LogLine[] {
  const lines = [...slotLines(decisions.flatMap(outcomeOf)), ...decisions.flatMap(otherLine)];
  if (lines.length <= MAX_LINES) return lines;
  const rest = (lines.length - MAX_LINES).toLocaleString('en-US');
  return [
    ...lines.slice(0, MAX_LINES),
    { level: 'info', text: `and ${rest} lines more: roundsman slots` },
  ];
}

interface SlotOutcome {
  readonly record: SlotRecord;
  readonly state: Exclude<SlotState, { kind: 'started' }>;
}

function outcomeOf(decision: Decision): readonly SlotOutcome[] {
  if (decision.kind !== 'record' && decision.kind !== 'move') return [];
  const state = decision.kind === 'record' ? decision.record.state : decision.to;
  return state.kind === 'started' ? [] : [{ record: decision.record, state }];
}

function slotLines(outcomes: readonly SlotOutcome[]): readonly LogLine[] {
  const groups = new Map<string, SlotOutcome[]>();
  for (const outcome of outcomes) {
    const name = `${outcome.record.routine} ${outcome.state.kind}`;
    groups.set(name, [...(groups.get(name) ?? []), outcome]);
  }
  return [...groups.values()].flatMap((group) =>
    group.length > TOLD_APART ? groupLine(group) : group.map(slotLine),
  );
}

function slotLine({ record, state }: SlotOutcome): LogLine {
  const reason = reasonOf(state);
  const text = `${record.routine} ${record.slot.key}: ${state.kind}${reason === '' ? '' : `, ${reason}`}`;
  return { level: levelOf(state), text };
}

function groupLine(group: readonly SlotOutcome[]): readonly LogLine[] {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { routine, slot } = first.record;
  const span = `${slot.key} to ${last.record.slot.key}`;
  const reason = reasonOf(last.state);
  const why = reason === '' ? '' : `; of the last: ${reason}`;
  const text = `${routine}: ${plural(group.length, 'slot')} ${first.state.kind}, ${span}${why}`;
  return [{ level: levelOf(first.state), text }];
}

function levelOf(state: SlotOutcome['state']): LogLevel {
  return state.kind === 'missed' ? 'warning' : 'info';
}

function reasonOf(state: SlotOutcome['state']): string {
  if (state.kind !== 'due') return state.reason;
  return state.notBefore === null ? '' : `not before ${state.notBefore}`;
}

function otherLine(decision: Decision): readonly LogLine[] {
  switch (decision.kind) {
    case 'record':
    case 'move':
    case 'start':
      return [];
    case 'stop': {
      const verb = decision.how === 'cancel' ? 'cancelling' : 'ending';
      const text = `${verb} run ${shortIdOf(decision.run)} of ${decision.routine}, for its newer slot ${decision.forSlot}`;
      return [{ level: 'info', text }];
    }
    case 'pause':
      return [
        { level: 'warning', text: `paused ${decision.pause.routine}: ${decision.pause.reason}` },
      ];
    default:
      return assertNever(decision);
  }
}

/**
 * What a look at the runs found, for the log of the daemon: each run once for each thing that is to be said of it.
 * @param sent the runs that a supervisor was sent to now
 */
type TellLook = (look: RunLook, sent: readonly StoredRun[]) => void;

export function lookTeller(log: DaemonLog): TellLook {
  const told = new Set<string>();
  let first = true;
  return ({ unfinished, orphaned, resting, foreign }, sent) => {
    if (first) {
      // Of before this daemon: their supervisors continued without one.
      const attended = unfinished.filter(
        (run) => !orphaned.includes(run) && !resting.includes(run),
      );
      for (const run of attended) log.say('info', `${nameOf(run)} continues`);
    }
    first = false;
    for (const run of resting) {
      const rest = `${run.spec.id} ${run.record?.rests ?? 0}`;
      if (told.has(rest)) continue;
      told.add(rest);
      log.say('info', `${nameOf(run)} ${reasonOfRest(run)}`);
    }
    for (const run of [...foreign, ...unfinished]) {
      const { id } = run.spec;
      const verdict = verdictOf(run);
      const words = formatVerdict(verdict);
      // A worker of the fleet has it, as it should.
      if (verdict.kind === 'elsewhere') continue;
      if (words === null || orphaned.includes(run) || told.has(id)) continue;
      told.add(id);
      log.say('warning', `run ${shortIdOf(id)}: ${words}`);
    }
    for (const run of sent) {
      if (resting.includes(run)) {
        log.say('info', `${nameOf(run)} continues now`);
        continue;
      }
      const words = formatVerdict(verdictOf(run)) ?? 'no supervisor came up for it';
      log.say('warning', `run ${shortIdOf(run.spec.id)}: ${words}`);
    }
  };
}

function nameOf({ spec }: StoredRun): string {
  return `run ${shortIdOf(spec.id)} of ${spec.routine.id}`;
}

/** Until when, for what, and for a question with what it is answered. */
function reasonOfRest({ spec, record }: StoredRun): string {
  const phase = restPhase(record);
  if (phase === null) return 'rests';
  const next =
    phase.kind === 'parked' ? oneLine(phase.reason, 300) : `roundsman answer ${shortIdOf(spec.id)}`;
  return `${restClause(phase)}: ${next}`;
}
