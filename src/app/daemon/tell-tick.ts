/** What a tick did, as lines of the log. Pure. */
import { assertNever } from '../../domain/errors.ts';
import { shortIdOf } from '../../domain/ids.ts';
import type { SlotRecord, SlotState } from '../../domain/slot.ts';
import type { Decision } from '../../scheduler/contract.ts';
import type { LogLevel } from './daemon-log.ts';

export interface LogLine {
  readonly level: LogLevel;
  readonly text: string;
}

/** Of thousands due together only so many are told one by one. */
const MAX_LINES = 20;

/** Starts are told by the starter, which knows their runs. */
export function tellTick(decisions: readonly Decision[]): readonly LogLine[] {
  const lines = decisions.flatMap(lineOf);
  if (lines.length <= MAX_LINES) return lines;
  const rest = lines.length - MAX_LINES;
  return [
    ...lines.slice(0, MAX_LINES),
    { level: 'info', text: `and ${rest.toLocaleString('en-US')} more slots: roundsman slots` },
  ];
}

function lineOf(decision: Decision): readonly LogLine[] {
  switch (decision.kind) {
    case 'record':
      return stateLine(decision.record, decision.record.state);
    case 'move':
      return stateLine(decision.record, decision.to);
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

function stateLine({ routine, slot }: SlotRecord, state: SlotState): readonly LogLine[] {
  if (state.kind === 'started') return [];
  const reason = state.kind === 'due' ? dueReason(state.notBefore) : state.reason;
  const level = state.kind === 'missed' ? 'warning' : 'info';
  return [
    { level, text: `${routine} ${slot.key}: ${state.kind}${reason === '' ? '' : `, ${reason}`}` },
  ];
}

function dueReason(notBefore: string | null): string {
  return notBefore === null ? '' : `not before ${notBefore}`;
}
