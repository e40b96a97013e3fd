import { shortIdOf } from '../../domain/ids.ts';
import { whyNotUnseen } from '../../domain/pull-request/outward-words.ts';
/** What became of a further run of a pull request: its tip goes onto the branch that stands there. Safe to repeat. */
import type { PullRequestLink } from '../../domain/pull-request/pull-request.ts';
import { outcomeWords } from '../../domain/run-outcome.ts';
import { toRunView } from '../../domain/run-view.ts';
import { oneLine } from '../../domain/text.ts';
import { shownLink } from '../../review/pull-request/goes-on-with.ts';
import { pushOnto } from '../../review/push/push-onto.ts';
import { pushRules } from '../../review/push/push-proposal.ts';
import { wordsOfCommits } from '../../review/push/words-of-commits.ts';
import type { StoredRun } from '../../store/ports.ts';
import { followerName, startedWith, withSeen, type Following } from './following.ts';

export interface Settled {
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
  if (run === null) return keep(withSeen(link, { working: null }), following, []);
  const view = toRunView(run);
  if (view.state !== 'ended') return { link, said: [] };
  const done = withSeen({ ...link, newest: working }, { working: null });
  const { branch, head } = run.record?.progress ?? { branch: null, head: null };
  if (branch === null || head === null) {
    const halted = `run ${shortIdOf(working)} left nothing new: ${outcomeWords(view)}`;
    return keep(done, following, [`${shownLink(done)}: ${halted}`]);
  }
  if (head === link.pushed) return keep({ ...done, branch }, following, []);
  return push({ before: link, done: { ...done, branch } }, run, following);
}

/* oxlint-disable-next-line eslint/max-params -- of which, what was made, and where */
async function push(
  { before, done }: { readonly before: PullRequestLink; readonly done: PullRequestLink },
  run: StoredRun,
  following: Following,
): Promise<Settled> {
  const { around, probe } = following;
  const head = run.record?.progress.head ?? done.pushed;
  const { ref, remote, remoteUrl, pushed, branch } = done;
  const payload = { branch, tip: head, remote, url: remoteUrl, ref };
  const words = await wordsOfCommits(around.repository, { from: pushed, to: head });
  const unseen = whyNotUnseen(words);
  if (unseen !== null) return staysHere(done, { run, why: unseen }, following);
  const rules = await pushRules({ run: run.spec.id, payload }, around);
  const applied = await pushOnto({ payload, from: pushed }, rules, around);
  if (applied.kind === 'failed' && applied.passing === true) {
    const why = oneLine(applied.outcome, 300);
    // What was known before stands: the next look asks the remote first whether it arrived.
    return {
      link: before,
      said: [`${shownLink(before)}: the tip of run ${shortIdOf(run.spec.id)} waits: ${why}`],
      unpushed: true,
    };
  }
  if (applied.kind === 'failed') return staysHere(done, { run, why: applied.outcome }, following);
  await probe?.('pushed-further');
  const said = [`${shownLink(done)}: ${applied.outcome}`];
  return { ...(await keep({ ...done, pushed: head }, following, said)), pushed: true };
}

/* oxlint-disable-next-line eslint/max-params -- of which, what was made and why not, and where */
async function staysHere(
  done: PullRequestLink,
  { run, why }: { readonly run: StoredRun; readonly why: string },
  following: Following,
): Promise<Settled> {
  const halted = oneLine(why, 300);
  return keep(withSeen(done, { halted }), following, [
    `${shownLink(done)}: run ${shortIdOf(run.spec.id)} went on with it, and its tip stays here: ${halted}`,
  ]);
}

/** A crash may have come between a run and the word of it. */
async function foundStarted(link: PullRequestLink, following: Following): Promise<PullRequestLink> {
  if (link.seen.starting === null || link.seen.working !== null) return link;
  const by = followerName(link);
  for (const id of await following.workspace.runs.listIds()) {
    if (id <= link.newest) break;
    const follows = (await following.workspace.runs.read(id))?.spec.follows;
    if (follows?.by !== by || follows.run !== link.newest) continue;
    const found = startedWith(link, id);
    await following.around.links.write(found);
    return found;
  }
  return withSeen(link, { starting: null });
}

/* oxlint-disable-next-line eslint/max-params -- what, where, and what is said of it */
async function keep(
  link: PullRequestLink,
  { around }: Following,
  said: readonly string[],
): Promise<Settled> {
  await around.links.write(link);
  return { link, said };
}
