/**
 * Ends the pull request that was merged or closed: writes a verdict on its branch and, after a merge, closes the item
 * that it dealt with. Bots give no verdicts. Safe to repeat.
 */
import { shownLink } from '../../connections/pull-requests/goes-on-with.ts';
import type { ForgePullRequest } from '../../forges/contract.ts';
import type { ForgeFailure } from '../../forges/forge-failure.ts';
import { newRunId } from '../../platform/ids.ts';
import { AppError } from '../../words/errors.ts';
import type { PullRequestLink, PullRequestState } from '../../words/pull-request.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { remarksSince, withSeen, written, type Following } from './following.ts';

interface EndedPullRequest {
  readonly link: PullRequestLink;
  readonly said: string;
}

/* oxlint-disable-next-line eslint/max-params -- of which, what it is now, and where */
export async function endPullRequest(
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

/* oxlint-disable-next-line eslint/max-params -- where, of which, and what became of it */
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
