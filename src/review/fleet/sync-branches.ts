/**
 * Branches of runs over several machines: what was handed back here goes to the repository's remote, what others handed back
 * comes from there, and what was decided goes from the remote. Each look does what is left of it: nothing has to be told twice,
 * and what was cut off is repeated.
 */
import { gitIn } from '../../git/git-call.ts';
import { listBranchTips } from '../../git/list-branch-tips.ts';
import { listRefsBelow } from '../../git/list-refs.ts';
import { checkedOutBranches } from '../../git/list-worktrees.ts';
import { type RefChange, updateRefs } from '../../git/update-refs.ts';
import type { Fleet, TravellingBranch } from '../../store/dispatch-port.ts';
import { asAppError, assertNever } from '../../words/errors.ts';
import { type BranchDecision, decidedBranches } from '../../words/review/branch-verdict.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { alone, discardedRef } from '../landing/desk.ts';
import { isOfHere } from './machine-of.ts';
import { fetchBranch, dropSent, type RemotePlace, sendBranch } from './travel-branch.ts';
import { branchWords, whereabouts } from './whereabouts.ts';

// What one machine does about one branch of a run, by what is recorded and what is here. Pure.

type TravelStep =
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

export type Synced = Pick<
  Workspace,
  'location' | 'gitEnv' | 'clock' | 'fleet' | 'review' | 'locks'
>;

/** For one look a remote that says nothing must not take long. */
const ANSWER_MS = 15_000;
/** One that took so long to fail is not asked again in this look. */
const SLOW_MS = 5_000;
/** More wait for the next look. */
const MOST_AT_ONCE = 20;

/** Sentences on branches that are not where they should be. Never throws for what the remote does. */
export async function syncBranches(workspace: Synced): Promise<readonly string[]> {
  const { fleet, location, gitEnv, clock, review } = workspace;
  if (fleet === null) return [];
  const repository = { cwd: location.gitDir, env: gitEnv };
  await followDiscards(workspace);
  const branches = await fleet.branches();
  if (branches.length === 0) return [];
  const tips = new Map(
    (await listBranchTips(repository)).map(({ branch, tip }) => [branch, tip] as const),
  );
  const decided = decidedBranches(await review.verdicts.list());
  const place = { repository, clock, answerMs: ANSWER_MS };
  const problems: string[] = [];
  let steps = 0;
  let isSlow = false;
  for (const one of branches) {
    const step = planTravel(one, {
      tip: tips.get(one.branch) ?? null,
      place: fleet.place,
      decision: decided.get(one.branch)?.decision ?? null,
      now: clock.now(),
    });
    const isOver = isSlow || steps >= MOST_AT_ONCE;
    if (step === 'nothing' || (isOver && step !== 'forget')) {
      problems.push(...whereabouts(one, fleet.place));
      continue;
    }
    steps += 1;
    const began = clock.monotonic();
    const done = await take(step, { fleet, place, one });
    isSlow ||= !done.isFine && clock.monotonic() - began > SLOW_MS;
    problems.push(...done.problems);
  }
  return problems;
}

interface Taken {
  readonly problems: readonly string[];
  readonly isFine: boolean;
}

const FINE: Taken = { problems: [], isFine: true };

async function take(
  step: Exclude<TravelStep, 'nothing'>,
  { fleet, place, one }: { fleet: Fleet; place: RemotePlace; one: TravellingBranch },
): Promise<Taken> {
  switch (step) {
    case 'forget':
      await fleet.note(one, null);
      return FINE;
    case 'send': {
      const travel = await sendBranch(place, one);
      await fleet.note(one, travel);
      return travel.kind === 'kept'
        ? { problems: whereabouts({ ...one, travel }, fleet.place), isFine: false }
        : FINE;
    }
    case 'drop': {
      const why = await dropSent(place, one);
      if (why === null) await fleet.note(one, null);
      return { problems: [], isFine: why === null };
    }
    case 'fetch': {
      const why = await fetchBranch(place, one);
      if (why === null) return FINE;
      const told = `${branchWords(one)} could not be fetched from the remote: ${why}`;
      return { problems: [told], isFine: false };
    }
    default:
      return assertNever(step);
  }
}

/** Short: what holds it does the same. */
const LOCK_WAIT_MS = 200;

/** A branch that was discarded or restored on another machine is so here too, restorably. */
async function followDiscards(workspace: Synced): Promise<void> {
  const { location, gitEnv } = workspace;
  const repository = { cwd: location.gitDir, env: gitEnv };
  if ((await changesToFollow(workspace)).length === 0) return;
  try {
    await alone(
      workspace,
      async () => {
        for (const changes of await changesToFollow(workspace))
          await updateRefs(gitIn(repository), changes).catch(() => undefined);
      },
      LOCK_WAIT_MS,
    );
  } catch (thrown) {
    if (asAppError(thrown).reason !== 'landing-under-way') throw thrown;
  }
}

async function changesToFollow(workspace: Synced): Promise<readonly (readonly RefChange[])[]> {
  const { location, gitEnv, review } = workspace;
  const repository = { cwd: location.gitDir, env: gitEnv };
  const records = await review.discarded.list();
  if (records.length === 0) return [];
  const [tips, kept, checkouts] = await Promise.all([
    listBranchTips(repository),
    listRefsBelow(repository, 'refs/roundsman/discarded/'),
    checkedOutBranches(location.gitDir),
  ]);
  const keptRefs = new Set(kept);
  const tipOf = new Map(tips.map(({ branch, tip }) => [branch, tip] as const));
  return records.flatMap((record): readonly (readonly RefChange[])[] => {
    const { id, branch, tip, state } = record;
    const [ref, keep] = [`refs/heads/${branch}`, discardedRef(id)];
    const there = tipOf.get(branch);
    if (state === 'restored' && there === undefined && keptRefs.has(keep))
      return [
        [
          { kind: 'create', ref, to: tip },
          { kind: 'delete', ref: keep, from: tip },
        ],
      ];
    if (state !== 'discarded' || isOfHere(workspace, record)) return [];
    if (there !== tip || checkouts.has(branch)) return [];
    return [
      [
        { kind: 'set', ref: keep, to: tip },
        { kind: 'delete', ref, from: tip },
      ],
    ];
  });
}
