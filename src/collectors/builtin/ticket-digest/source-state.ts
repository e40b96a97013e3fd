/** Whether a window without tickets is calm, or its source could not be read. Pure. */
import type { PriorFinding } from '../../../context/brief.ts';
import type { TicketsFacts } from '../../../words/facts.ts';

export interface SourceState {
  /** Records that could not be read, or not wholly. */
  readonly unreadable: number;
  /**
   * Not one ticket was read, told before or not: an export that stopped looks like this. A connection is asked for what is
   * new, and has nothing to give on a calm day.
   */
  readonly broken: boolean;
  /** An earlier report told the same, word for word. */
  readonly known: boolean;
  /** A person said that it may stay so. */
  readonly setAside: boolean;
}

export const SOURCE_FINGERPRINT = 'tickets:source';

export function sourceState(facts: TicketsFacts, findings: readonly PriorFinding[]): SourceState {
  const { told, afterWindow, repeated } = facts.leftOut;
  const unreadable = facts.problems.length + facts.moreProblems;
  const prior = findings.find(({ fingerprint }) => fingerprint === SOURCE_FINGERPRINT);
  const known = prior?.title === sourceTitle(unreadable) && prior.state !== 'resolved';
  return {
    unreadable,
    broken:
      facts.origin === undefined &&
      facts.items.length + facts.truncated + told + afterWindow + repeated === 0,
    known,
    setAside: known && (prior.state === 'dismissed' || prior.state === 'snoozed'),
  };
}

/** The number stands in it: when more cannot be read than yesterday, that is news. */
export function sourceTitle(unreadable: number): string {
  if (unreadable === 0) return 'No ticket was found in the source';
  const records = unreadable === 1 ? '1 record' : `${unreadable.toLocaleString('en-US')} records`;
  return `${records} of the ticket source could not be read, or not wholly`;
}
