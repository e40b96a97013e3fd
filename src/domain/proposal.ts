/** Proposals: outside effects that an agent asks for. They wait in the outbox. */
import type { ItemKey, RoutineId, RunId } from './ids.ts';
import type { OutboxMode } from './routine.ts';

export interface Proposal {
  /** `P-` and the run's short id, a dash and the line number in proposals.jsonl. */
  readonly id: string;
  readonly run: RunId;
  readonly routine: RoutineId;
  readonly type: 'file-item';
  readonly mode: OutboxMode;
  readonly state: ProposalState;
  readonly summary: string;
  readonly payload: FileItemPayload;
  /** Proposals or items that already carry one of the same findings. */
  readonly duplicates: readonly string[];
  /** sha256 of type and payload: an approval binds exactly this content. */
  readonly hash: string;
  readonly createdAt: string;
  readonly decision: ProposalDecision | null;
}

/** `refused`: the routine's own limits did not let it in; kept and listed all the same. */
export type ProposalState = 'held' | 'applied' | 'declined' | 'staged' | 'refused';

export interface ProposalDecision {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}

export interface FileItemPayload {
  readonly key: ItemKey;
  readonly title: string;
  readonly body: string;
  readonly findings: readonly string[];
}
