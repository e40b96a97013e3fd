/**
 * Pull requests that people opened themselves for branches of runs: kept as if they had been opened from here, so that their
 * merge or end counts for the branch. A forge is asked only about branches that were pushed, as the refs of this repository's
 * remotes tell; nothing is written there, and no further run continues with what a person opened.
 */
import { connectionsOf } from '../../connections/pull-requests/connections-of.ts';
import { pullRequestPlace } from '../../connections/pull-requests/pull-request-place.ts';
import { defaultNames, shownPushUrl } from '../../connections/push/push-proposal.ts';
import { forgePlace } from '../../connectors/open-forge.ts';
import { forgeOf, requestName } from '../../connectors/registry.ts';
import { forgeFailureText } from '../../forges/forge-failure.ts';
import { runGit } from '../../git/run-git.ts';
import type { Connection } from '../../words/connection.ts';
import { isCommitSha, shortIdOf, type BranchName, type CommitSha } from '../../words/ids.ts';
import {
  freeLinkId,
  linkOf,
  NOTHING_SEEN,
  type PullRequestLink,
} from '../../words/pull-request.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

interface Pushed {
  readonly run: RunView;
  readonly branch: BranchName;
  readonly tip: CommitSha;
  /** With its remote: `origin/name`. */
  readonly ref: string;
}

/** Asks about at most this many in a round, the newest first. */
const MOST = 20;

/** @returns lines for the log; never throws for what a forge says */
export async function findMadeByHand(workspace: Workspace): Promise<readonly string[]> {
  const refs = await refsOf(workspace);
  if (refs.there.length === 0 || refs.here.size === 0) return [];
  const [{ views }, links, verdicts] = await Promise.all([
    workspace.runs.listViews({ parts: true }),
    workspace.review.pullRequests.list(),
    workspace.review.verdicts.list(),
  ]);
  const known = new Set<string>([...links, ...verdicts].flatMap(({ branch }) => branch ?? []));
  const pushed = views
    .flatMap((run) => pushedOf(run, refs))
    .filter(({ branch }) => !known.has(branch))
    .slice(0, MOST);
  if (pushed.length === 0) return [];
  const connections = (await connectionsOf(workspace)).filter((one) => forgeOf(one) !== null);
  const said: string[] = [];
  for (const one of connections.length === 0 ? [] : pushed)
    said.push(...(await keepWhatIsThere(workspace, one, connections)));
  return said;
}

interface Refs {
  /** Branches of runs, by name. */
  readonly here: ReadonlyMap<string, CommitSha>;
  /** What was last seen of remotes; `name`: with the remote's own before it, `origin/main`. */
  readonly there: readonly { readonly name: string; readonly tip: CommitSha }[];
}

async function refsOf({ location, gitEnv }: Workspace): Promise<Refs> {
  const { stdout } = await runGit(
    [
      'for-each-ref',
      '--format=%(objectname) %(refname)',
      '--',
      'refs/heads/roundsman/',
      'refs/remotes/',
    ],
    { cwd: location.gitDir, env: gitEnv },
  );
  const here = new Map<string, CommitSha>();
  const there: { name: string; tip: CommitSha }[] = [];
  for (const line of stdout.split('\n')) {
    const [tip = '', ref = ''] = line.split(' ');
    if (!isCommitSha(tip)) continue;
    if (ref.startsWith('refs/heads/')) here.set(ref.slice('refs/heads/'.length), tip);
    else there.push({ name: ref.slice('refs/remotes/'.length), tip });
  }
  return { here, there };
}

/** Under its own name, or under another one at the same commit. */
function pushedOf(run: RunView, { here, there }: Refs): readonly Pushed[] {
  const { branch } = run;
  const tip = branch === null ? undefined : here.get(branch);
  if (branch === null || tip === undefined) return [];
  const own = there.find(({ name }) => name.endsWith(`/${branch}`));
  const found = own ?? there.find((one) => one.tip === tip && !one.name.endsWith('/HEAD'));
  return found === undefined ? [] : [{ run, branch, tip, ref: found.name }];
}

async function keepWhatIsThere(
  workspace: Workspace,
  { run, branch, tip, ref }: Pushed,
  connections: readonly Connection[],
): Promise<readonly string[]> {
  const stored = await workspace.runs.read(run.id);
  const rules = stored?.spec.routine.outputs.pullRequest ?? null;
  const remote = rules?.remote ?? 'origin';
  if (stored === null || !ref.startsWith(`${remote}/`)) return [];
  const { spec, record } = stored;
  const head = ref.slice(remote.length + 1);
  const repository = { cwd: workspace.location.root, env: workspace.gitEnv };
  // The base may stand at the same commit, and has requests of its own.
  const bases = [spec.routine.workspace.base, record?.progress.baseRef ?? null];
  if ((await defaultNames(repository, { remote, bases })).includes(head)) return [];
  const remoteUrl = (await shownPushUrl(repository, remote)) ?? '';
  const [only] = connections;
  const via = rules?.via ?? (connections.length === 1 ? (only?.name ?? '') : '');
  const place = forgePlace(connections, via, remoteUrl);
  if ('whyNot' in place) return [];
  const around = pullRequestPlace(workspace);
  const forge = await around.openForge(place);
  if ('whyNot' in forge) return [`${branch}: ${forge.whyNot}`];
  const answer = await forge.find(head);
  if (answer.kind !== 'answer')
    return [`${branch}: its pull request was not looked for: ${forgeFailureText(answer)}`];
  const request =
    answer.value.find(({ state }) => state === 'open') ??
    answer.value.find(({ head: at }) => at === tip);
  if (request === undefined) return [];
  const kept = await keep(workspace, {
    proposal: '',
    run: run.id,
    routine: run.routine,
    forge: place,
    remote,
    remoteUrl,
    number: request.number,
    url: request.url,
    title: oneLine(request.title, 240),
    ref: head,
    base: request.base,
    item: spec.item?.key ?? null,
    branch,
    pushed: tip,
    newest: run.id,
    follow: null,
    // What became of it is found by the look that follows.
    state: { kind: 'open', draft: request.draft },
    checks: 'none',
    openedAt: workspace.clock.now().toISOString(),
    by: '',
    seen: NOTHING_SEEN,
  });
  const name = requestName(place, request.number);
  return kept ? [`${name} was opened by a person for the branch of run ${shortIdOf(run.id)}`] : [];
}

/** False: it is known by now. */
async function keep(
  { locks, review: { pullRequests } }: Workspace,
  link: Omit<PullRequestLink, 'id'>,
): Promise<boolean> {
  return locks.ledger(async () => {
    const known = await pullRequests.list();
    if (linkOf(known, link.forge, link.number) !== null) return false;
    await pullRequests.write({ ...link, id: freeLinkId(known, link.forge, link.number) });
    return true;
  });
}
