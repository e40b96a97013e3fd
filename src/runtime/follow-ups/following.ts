/** What following a pull request works with, and how its record continues. */
import { shownLink } from '../../connections/pull-requests/follow-up.ts';
import type { PullRequestSurroundings } from '../../connections/pull-requests/pull-request-place.ts';
import { wordsOfCommits } from '../../connections/push/inspect-push.ts';
import { pushOnto } from '../../connections/push/push-branch.ts';
import { pushRules } from '../../connections/push/push-proposal.ts';
import type { Forge } from '../../forges/contract.ts';
import type { StoredRun } from '../../store/ports.ts';
import { whyNotUnseen } from '../../words/format-outward.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { PullRequestLink, SeenThere } from '../../words/pull-request.ts';
import { formatOutcome } from '../../words/run-outcome.ts';
import { toRunView } from '../../words/run-view.ts';
import { oneLine } from '../../words/text.ts';
import type { RunHandle, Workspace } from '../../workspace/contract.ts';
import type { FollowUpRequest } from './follow-up-run.ts';

type FollowProbe = 'about-to-start' | 'started' | 'pushed-further';

export interface Following {
  readonly workspace: Workspace;
  readonly forge: Forge;
  readonly around: PullRequestSurroundings;
  /** Default: as it really is. */
  readonly start?: (request: FollowUpRequest) => Promise<Pick<RunHandle, 'id'>>;
  readonly probe?: (name: FollowProbe) => Promise<void>;
}

const MOST_FAILURES = 200;
/** More than a look can list of them: one that was forgotten would be heard again. */
export const MOST_REMARKS = 5_000;
const SKEW_MS = 600_000;

/** Forges tell whole seconds, by clocks of their own: what was said a little before counts too. ISO 8601. */
export function remarksSince({ openedAt }: Pick<PullRequestLink, 'openedAt'>): string {
  return new Date(Date.parse(openedAt) - SKEW_MS).toISOString();
}

/** Who asks for the run, by which it is found again after a crash. */
export function followerName({ id }: Pick<PullRequestLink, 'id'>): string {
  return `roundsman for ${id}`;
}

/** What it was told of is dealt with from now on. */
export function startedWith(
  link: PullRequestLink,
  working: NonNullable<SeenThere['working']>,
): PullRequestLink {
  const { seen } = link;
  const { failures = [], remarks = [] } = seen.starting ?? {};
  return withSeen(link, {
    starting: null,
    working,
    runs: seen.runs + 1,
    failures: [...seen.failures, ...failures].slice(-MOST_FAILURES),
    remarks: [...seen.remarks, ...remarks].slice(-MOST_REMARKS),
  });
}

/**
 * Writes what changed onto what is kept now: a person may have gone on with it by hand meanwhile, and what was learned of the
 * commit before is then no news of it.
 */
export async function written(
  before: PullRequestLink,
  after: PullRequestLink,
  { around }: Pick<Following, 'around'>,
): Promise<PullRequestLink> {
  return around.exclusively(async () => {
    const now = (await around.links.read(before.id)) ?? before;
    const { halted, ...seen } = changedFields(before.seen, after.seen);
    const { seen: _seen, state, ...fields } = changedFields(before, after);
    const isSame = now.pushed === before.pushed || now.pushed === after.pushed;
    const next: PullRequestLink = {
      ...now,
      ...(isSame ? fields : {}),
      ...(state === undefined ? {} : { state }),
      seen: { ...now.seen, ...seen, ...(isSame && halted !== undefined ? { halted } : {}) },
    };
    if (JSON.stringify(next) !== JSON.stringify(now)) await around.links.replace(now, next);
    return next;
  });
}

function changedFields<Value extends object>(before: Value, after: Value): Partial<Value> {
  const changed: Partial<Value> = { ...after };
  for (const name in after)
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) delete changed[name];
  return changed;
}

export function withSeen(link: PullRequestLink, change: Partial<SeenThere>): PullRequestLink {
  return { ...link, seen: { ...link.seen, ...change } };
}

// What became of a further run of a pull request: its tip goes onto the branch that stands there. Safe to repeat.
interface Settled {
  readonly link: PullRequestLink;
  readonly said: readonly string[];
  /** What it pushed just now; the forge may not know of it yet. Absent: nothing. */
  readonly pushed?: true;
  /** What the run left could not be brought there, and is to be: the next look tries again. Absent: no. */
  readonly unpushed?: true;
}

export async function settleFollowUp(
  before: PullRequestLink,
  following: Following,
): Promise<Settled> {
  const link = await foundStarted(before, following);
  const { working } = link.seen;
  if (working === null) return { link, said: [] };
  const run = await following.workspace.runs.read(working);
  if (run === null) return keep({ link, after: withSeen(link, { working: null }) }, following);
  const view = toRunView(run);
  if (view.state !== 'ended') return { link, said: [] };
  const done = withSeen({ ...link, newest: working }, { working: null });
  const { branch, head } = run.record?.progress ?? { branch: null, head: null };
  if (branch === null || head === null) {
    const halted = `run ${shortIdOf(working)} left nothing new: ${formatOutcome(view)}`;
    return keep({ link, after: done, said: `${shownLink(done)}: ${halted}` }, following);
  }
  const after = { ...done, branch };
  return head === link.pushed
    ? keep({ link, after }, following)
    : push({ link, done: after }, run, following);
}

interface Done {
  readonly link: PullRequestLink;
  /** As it is once the tip is there. */
  readonly done: PullRequestLink;
}

async function push({ link, done }: Done, run: StoredRun, following: Following): Promise<Settled> {
  const { around, probe } = following;
  const stays = async (why: string): Promise<Settled> => {
    const halted = oneLine(why, 300);
    const said = `${shownLink(done)}: run ${shortIdOf(run.spec.id)} continued with it, and its tip stays here: ${halted}`;
    return keep({ link, after: withSeen(done, { halted }), said }, following);
  };
  const head = run.record?.progress.head ?? done.pushed;
  const { ref, remote, remoteUrl, pushed, branch } = done;
  const payload = { branch, tip: head, remote, url: remoteUrl, ref };
  const words = await wordsOfCommits(around.repository, { from: pushed, to: head }).catch(
    () => null,
  );
  const unseen = words === null ? `its commits cannot be read: ${branch}` : whyNotUnseen(words);
  if (unseen !== null) return stays(unseen);
  const rules = await pushRules({ run: run.spec.id, payload }, around);
  const applied = await pushOnto({ payload, from: pushed }, rules, around);
  if (applied.kind === 'failed' && applied.passing === true) {
    const why = oneLine(applied.outcome, 300);
    // What was known before stands: the next look asks the remote first whether it arrived.
    return {
      link,
      said: [`${shownLink(link)}: the tip of run ${shortIdOf(run.spec.id)} waits: ${why}`],
      unpushed: true,
    };
  }
  if (applied.kind === 'failed') return stays(applied.outcome);
  await probe?.('pushed-further');
  const said = `${shownLink(done)}: ${applied.outcome}`;
  const kept = await keep({ link, after: { ...done, pushed: head }, said }, following);
  return { ...kept, pushed: true };
}

/** A crash may have come between a run and the word of it. */
async function foundStarted(link: PullRequestLink, following: Following): Promise<PullRequestLink> {
  const { starting, working } = link.seen;
  if (starting === null || working !== null) return link;
  const by = followerName(link);
  // It follows the newest attempt, of which there may be later ones than ours; and it may be the newest of ours by now.
  const since = starting.since ?? link.newest;
  for (const id of await following.workspace.runs.listIds()) {
    if (id <= since) break;
    if ((await following.workspace.runs.read(id))?.spec.follows?.by !== by) continue;
    return written(link, startedWith(link, id), following);
  }
  return written(link, withSeen(link, { starting: null }), following);
}

async function keep(
  {
    link,
    after,
    said,
  }: { readonly link: PullRequestLink; readonly after: PullRequestLink; readonly said?: string },
  following: Following,
): Promise<Settled> {
  const kept = await written(link, after, following);
  return { link: kept, said: said === undefined ? [] : [said] };
}
