/** What a line of a run becomes a proposal of, and among what. */
import type { FindingLedger } from '../../words/finding.ts';
import type { Item } from '../../words/item.ts';
import type { Proposal } from '../../words/proposal.ts';
import type { RunSpec } from '../../words/run-spec.ts';

export type ProposingRun = Pick<RunSpec, 'id' | 'routine'> &
  Partial<Pick<RunSpec, 'slot' | 'attempt' | 'item'>>;

/** What stood there before the first line was read. */
export interface StoodBefore {
  readonly reserved: readonly Item[];
  readonly openBefore: number;
  readonly findings: FindingLedger['findings'];
  readonly others: { readonly proposals: readonly Proposal[]; readonly items: readonly Item[] };
}

export interface Proposing<Line> {
  readonly id: string;
  readonly line: Line;
  readonly before: StoodBefore;
  readonly recorded: readonly Proposal[];
  readonly spec: ProposingRun;
  readonly now: string;
}
