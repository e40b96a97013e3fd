/** What a tick did, as lines of the log. Pure. */
import type { Decision } from '../scheduler/contract.ts';
import { assertNever } from '../words/errors.ts';
import { shortIdOf } from '../words/ids.ts';
import type { SlotRecord, SlotState } from '../words/slot.ts';
import { plural } from '../words/text.ts';
import type { LogLevel } from './daemon-log.ts';

export interface LogLine {
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
