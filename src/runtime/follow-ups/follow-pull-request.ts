/**
 * One look at a pull request of ours, and what it calls for. What a person did with it is a verdict; what failed or was asked
 * for starts a further run of the same session, whose tip goes onto the same branch. The record is written before and after
 * each thing that a crash may separate.
 *
 * **Invariant:** a failure or a remark starts at most one run. Nothing is merged or closed, and no author's commit is lost.
 */
import {
  failureSignature,
  followMessage,
  shownLink,
  type FollowPlan,
  planFollow,
} from '../../connections/pull-requests/follow-up.ts';
import { inspectPush } from '../../connections/push/inspect-push.ts';
import type {
  FailedCheck,
  ForgeChecks,
  ForgePullRequest,
  ForgeRemark,
} from '../../forges/contract.ts';
import { type ForgeFailure, forgeFailureText } from '../../forges/forge-failure.ts';
import { newRunId } from '../../platform/ids.ts';
import { AppError } from '../../words/errors.ts';
import type { PullRequestLink, PullRequestState, UnheardRemark } from '../../words/pull-request.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { followUpRun } from './follow-up-run.ts';
import {
  followerName,
  type Following,
  MOST_REMARKS,
  remarksSince,
  startedWith,
  withSeen,
  written,
  settleFollowUp,
} from './following.ts';

// Ends the pull request that was merged or closed: writes a verdict on its branch and, after a merge, closes the item
// that it dealt with. Bots give no verdicts. Safe to repeat.

interface EndedPullRequest {
  readonly link: PullRequestLink;
  readonly said: string;
}

async function endPullRequest(
  link: PullRequestLink,
  now: ForgePullRequest,
  following: Following,
): Promise<EndedPullRequest | ForgeFailure> {
  const { workspace, forge } = following;
  const at = now.endedAt ?? workspace.clock.now().toISOString();
  const login = oneLine(now.endedBy, 100) || 'a person there';
  const by = now.isEndedByBot ? `the bot ${login}` : login;
  let state: PullRequestState = { kind: 'merged', by, at };
  if (now.state === 'closed') {
    // The last remark by the user who closed it gives the reason, if there is one.
    const remarks = await forge.remarks(link.number, remarksSince(link));
    if (remarks.kind !== 'answer') return remarks;
    const last = remarks.value.findLast((one) => one.by === now.endedBy && one.text !== '');
    state = { kind: 'closed', by, at, reason: oneLine(last?.text ?? '', 500) };
  }
  if (!now.isEndedByBot) await writeVerdict(workspace, link, state);
  if (state.kind === 'merged') await closeItemOf(workspace, link);
  // The work of a further run is not pushed any more.
  const over = withSeen({ ...link, state }, { working: null, starting: null });
  const ended = await written(link, over, following);
  const why = state.kind === 'closed' && state.reason !== '' ? `: ${state.reason}` : '';
  return {
    link: ended,
    said: `${shownLink(link)} was ${state.kind} by ${by}${why}${now.isEndedByBot ? ', which is not a verdict' : ''}`,
  };
}

async function writeVerdict(
  { review, runs, clock }: Workspace,
  link: PullRequestLink,
  state: Exclude<PullRequestState, { readonly kind: 'open' }>,
): Promise<void> {
  const { branch, pushed, title, newest, routine, url } = link;
  const kind = state.kind === 'merged' ? 'accepted' : 'rejected';
  const known = await review.verdicts.list();
  if (known.some((one) => one.kind === kind && one.branch === branch && one.at === state.at))
    return;
  const said = state.kind === 'closed' && state.reason !== '' ? `: ${state.reason}` : '';
  const run = await runs.read(newest);
  await review.verdicts.create({
    id: newRunId(clock.now()),
    kind,
    branch,
    tip: pushed,
    title: oneLine(title, 200),
    run: newest,
    routine,
    engine: run?.spec.routine.agent.engine ?? null,
    reason: `${state.kind} at ${url}${said}`,
    by: state.by,
    at: state.at,
  });
}

async function closeItemOf(workspace: Workspace, { item, url }: PullRequestLink): Promise<void> {
  if (item === null) return;
  const { closeItem } = await import('../../context/items/close-item.ts');
  try {
    await closeItem(workspace, item, { how: 'done', reason: `merged: ${url}` });
  } catch (thrown) {
    // A person did something else with it since: that stays.
    if (!(thrown instanceof AppError)) throw thrown;
  }
}

interface FollowLook {
  readonly link: PullRequestLink;
  /** Lines for the log. */
  readonly said: readonly string[];
  /** The forge could not be asked; what it says. */
  readonly failure: ForgeFailure | null;
}

const MOST_UNHEARD = 20;

/** Throws only what a disk or a bug throws. */
export async function followPullRequest(
  before: PullRequestLink,
  following: Following,
): Promise<FollowLook> {
  const settled = await settleFollowUp(before, following);
  const { link } = settled;
  const isAtWork = link.seen.working !== null && settled.unpushed !== true;
  if (isAtWork || settled.pushed === true) return { link, said: settled.said, failure: null };
  const { forge } = following;
  const now = await forge.read(link.number);
  if (now.kind !== 'answer') return { link, said: settled.said, failure: now };
  if (now.value.state !== 'open') {
    const ended = await endPullRequest(link, now.value, following);
    if ('kind' in ended) return { link, said: settled.said, failure: ended };
    return { link: ended.link, said: [...settled.said, ended.said], failure: null };
  }
  if (settled.unpushed === true) return { link, said: settled.said, failure: null };
  const late = await notThereYet(link, now.value.head, following);
  if (late !== null) return { link, said: [...settled.said, ...late], failure: null };
  const head = now.value.head ?? link.pushed;
  const checks = await forge.checks(head, link.number);
  if (checks.kind !== 'answer') return { link, said: settled.said, failure: checks };
  const remarks = await forge.remarks(link.number, remarksSince(link));
  if (remarks.kind !== 'answer') return { link, said: settled.said, failure: remarks };
  const seen = { head: now.value.head, checks: checks.value, remarks: remarks.value };
  const draft = now.value.draft;
  const looked = {
    ...link,
    state: { kind: 'open', draft } as const,
    checks: checks.value.standing,
    conflicts: now.value.mergeable === null ? (link.conflicts ?? false) : !now.value.mergeable,
  };
  const acted = await act({ link, looked }, seen, following);
  return { ...acted, said: [...settled.said, ...acted.said] };
}

/**
 * Forges update a pull request a moment after the push. When its head differs from the commit that we pushed, the
 * branch itself tells whether another author moved it.
 * @returns `null`: what the forge says holds; otherwise lines to report, none when the forge has not caught up yet
 */
async function notThereYet(
  link: PullRequestLink,
  head: PullRequestLink['pushed'] | null,
  { around }: Following,
): Promise<readonly string[] | null> {
  const { branch, pushed: tip, remote, remoteUrl: url, ref, seen } = link;
  if (head === null || head === tip || seen.halted !== null) return null;
  const { there, silent } = await inspectPush({ branch, tip, remote, url, ref }, around);
  if (silent !== null) return [`${shownLink(link)}: ${remote} could not be asked: ${silent}`];
  return there === tip ? [] : null;
}

interface Seen {
  readonly head: PullRequestLink['pushed'] | null;
  readonly checks: ForgeChecks;
  readonly remarks: readonly ForgeRemark[];
}

async function act(
  { link: before, looked: link }: Record<'link' | 'looked', PullRequestLink>,
  seen: Seen,
  following: Following,
): Promise<FollowLook> {
  const failures = seen.checks.failed.map((check) => ({
    ...check,
    signature: failureSignature(check, seen.head ?? link.pushed),
  }));
  const plan = planFollow(link, { head: seen.head, failures, remarks: seen.remarks });
  const unheard = seen.remarks.filter(
    ({ id, mayWrite, text }) => plan.idle.includes(id) && !mayWrite && text !== '',
  );
  const told = unheardWords(link, unheard);
  const known: PullRequestLink = {
    ...link,
    seen: {
      ...link.seen,
      remarks: [...link.seen.remarks, ...plan.idle].slice(-MOST_REMARKS),
      halted: plan.held ?? link.seen.halted,
      unheard: [...(link.seen.unheard ?? []), ...unheard.map(unheardOf)].slice(-MOST_UNHEARD),
      lookedAt: following.workspace.clock.now().toISOString(),
    },
  };
  if (plan.held !== null && plan.held !== link.seen.halted)
    told.push(`${shownLink(link)}: nothing continues with it: ${plan.held}`);
  const kept = await written(before, known, following);
  // What stands there by now is for the next look.
  const isOther = kept.pushed !== known.pushed || kept.state.kind !== 'open';
  if (isOther || (plan.failures.length === 0 && plan.remarks.length === 0))
    return { link: kept, said: told, failure: null };
  const started = await startFollowUp(kept, plan, {
    ...following,
    failures: failures.filter(({ signature }) => plan.failures.includes(signature)),
    remarks: seen.remarks.filter(({ id }) => plan.remarks.includes(id)),
  });
  return { ...started, said: [...told, ...started.said] };
}

interface Starting extends Following {
  readonly failures: readonly FailedCheck[];
  readonly remarks: readonly ForgeRemark[];
}

async function startFollowUp(
  link: PullRequestLink,
  { failures, remarks }: FollowPlan,
  starting: Starting,
): Promise<FollowLook> {
  const { workspace, start = followUpRun, probe = noProbe } = starting;
  const [since = null] = await workspace.runs.listIds();
  const asked = withSeen(link, { starting: { failures, remarks, since } });
  const about = await written(link, asked, starting);
  await probe('about-to-start');
  try {
    const handle = await start({
      workspace,
      run: link.newest,
      message: followMessage(link, starting),
      by: followerName(link),
      goesOn: { branch: link.branch, tip: link.pushed },
    });
    await probe('started');
    const working = await written(about, startedWith(about, handle.id), starting);
    const why = [
      ...(failures.length > 0 ? [plural(failures.length, 'failed check')] : []),
      ...(remarks.length > 0 ? [plural(remarks.length, 'remark')] : []),
    ].join(' and ');
    return {
      link: working,
      said: [`${shownLink(working)}: a further run is told of ${why}`],
      failure: null,
    };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    // Something of that routine is at work: not now. Anything else a person has to see to.
    const isBusy = ['run-not-ended', 'already-running', 'over-budget', 'slot-taken'].includes(
      thrown.reason,
    );
    const halted = isBusy ? link.seen.halted : oneLine(thrown.message, 300);
    const kept = await written(about, withSeen(about, { starting: null, halted }), starting);
    const said = isBusy
      ? []
      : [`${shownLink(link)}: could not be gone on with: ${oneLine(thrown.message, 300)}`];
    return { link: kept, said, failure: null };
  }
}

function unheardWords(link: PullRequestLink, unheard: readonly ForgeRemark[]): string[] {
  return unheard.map(
    ({ by, isBot, text }) =>
      `${shownLink(link)}: ${isBot ? 'the bot' : 'the stranger'} ${oneLine(by, 60)} remarks, not acted on: ${oneLine(text, 120)}`,
  );
}

/** As much of it as a list shows. */
function unheardOf({ id, by, isBot, at, text }: ForgeRemark): UnheardRemark {
  return { id, by: oneLine(by, 100), isBot, at, text: oneLine(text, 500) };
}

export function formatFailure(link: PullRequestLink, failure: ForgeFailure): string {
  return `${shownLink(link)} could not be looked at: ${forgeFailureText(failure)}`;
}

async function noProbe(): Promise<void> {}
