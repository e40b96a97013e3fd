/** What one machine does about one branch of a run, by what is recorded and what is here. Pure. */
import type { TravellingBranch } from '../../store/fleet-ports.ts';
import type { BranchDecision } from '../../words/review/decided-branches.ts';

export type TravelStep =
  /** `send`: push it. `fetch`: bring it here. `drop`: take its ref from the remote. `forget`: it travels no more. */
  'send' | 'fetch' | 'drop' | 'forget' | 'nothing';

export interface TravelFacts {
  /** Of the local branch of that name; `null`: there is none. */
  readonly tip: string | null;
  /** Id of this machine's state folder. */
  readonly place: string;
  /** Of the branch; `null`: none was made. */
  readonly decision: BranchDecision | null;
  readonly now: Date;
}

/** A push that did not get through is tried again after this. */
const AGAIN_MS = 60_000;

export function planTravel(
  { travel, head, place }: Pick<TravellingBranch, 'travel' | 'head' | 'place'>,
  { tip, place: here, decision, now }: TravelFacts,
): TravelStep {
  const isHere = place === here;
  const isDecided = decision !== null && decision !== 'open';
  switch (travel.kind) {
    case 'pushed':
      if (isDecided) return 'drop';
      // Here it was deleted by hand; elsewhere it has not arrived yet.
      return tip !== null ? 'nothing' : isHere ? 'drop' : 'fetch';
    case 'kept':
      if (now.getTime() - Date.parse(travel.triedAt) < AGAIN_MS) return 'nothing';
      return sendStep({ isHere, isTip: tip === head, isGone: tip === null, isDecided });
    case 'due':
      return sendStep({ isHere, isTip: tip === head, isGone: tip === null, isDecided });
  }
}

interface Sending {
  readonly isHere: boolean;
  readonly isTip: boolean;
  readonly isGone: boolean;
  readonly isDecided: boolean;
}

function sendStep({ isHere, isTip, isGone, isDecided }: Sending): TravelStep {
  if (isHere && (isGone || isDecided)) return 'forget';
  // One that was restored may be somewhere else than where its run was.
  return (isHere || isTip) && !isDecided ? 'send' : 'nothing';
}
