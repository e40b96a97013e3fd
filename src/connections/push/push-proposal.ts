/** The push of a proposal with all that forbids one looked up: who discarded its branch, what work starts from. */
import { gitIn } from '../../git/git-call.ts';
import { pushUrls } from '../../git/remote-urls.ts';
import { readSymbolicRef } from '../../git/resolve-commit.ts';
import type { GitContext } from '../../git/run-git.ts';
import { withoutCredentials } from '../../ledger/push-rules.ts';
import type { RunStore } from '../../store/ports.ts';
import type { ReviewStores } from '../../store/stores.ts';
import type { PushBranchProposal } from '../../words/proposal.ts';
import { oneLine } from '../../words/text.ts';
import type { PushPlace } from './inspect-push.ts';
import { type PushRules, pushBranch, type Applied } from './push-branch.ts';

export interface PushSurroundings extends PushPlace {
  readonly runs: Pick<RunStore, 'read'>;
  readonly discarded: ReviewStores['discarded'];
}

export async function pushProposal(
  proposal: PushBranchProposal,
  around: PushSurroundings,
): Promise<Applied> {
  const isRetry = proposal.applying?.isRetry === true;
  return pushBranch(proposal.payload, { ...(await pushRules(proposal, around)), isRetry }, around);
}

export async function pushRules(
  {
    run,
    payload,
  }: Pick<PushBranchProposal, 'run'> & {
    readonly payload: Pick<PushBranchProposal['payload'], 'branch' | 'remote'>;
  },
  { runs, discarded, repository }: PushSurroundings,
): Promise<Omit<PushRules, 'isRetry'>> {
  const stored = await runs.read(run);
  const defaults = await defaultNames(repository, {
    remote: payload.remote,
    bases: [stored?.spec.routine.workspace.base ?? null, stored?.record?.progress.baseRef ?? null],
  });
  const gone = (await discarded.list()).findLast(
    ({ branch, state }) => branch === payload.branch && state !== 'restored',
  );
  return {
    defaults,
    discarded:
      gone === undefined
        ? null
        : oneLine(`${gone.by} on ${gone.at.slice(0, 10)}: ${gone.reason}`, 300),
  };
}

/** Names of branches that work starts from, here and at the remote. @param bases as people write them: `origin/main` */
export async function defaultNames(
  repository: GitContext,
  { remote, bases }: { readonly remote: string; readonly bases: readonly (string | null)[] },
): Promise<readonly string[]> {
  const git = gitIn(repository);
  const [there, here] = await Promise.all([
    readSymbolicRef(git, `refs/remotes/${remote}/HEAD`),
    readSymbolicRef(git, 'HEAD'),
  ]);
  const every = [...bases, there, here].filter((name) => name !== null);
  return [...new Set(every.map((name) => shortName(name, remote)))];
}

/** The default branch of the remote; `null`: it is not known here. @param baseRef of a run: `origin/main` */
export async function defaultBranchOf(
  repository: GitContext,
  { remote, baseRef }: { readonly remote: string; readonly baseRef: string | null },
): Promise<string | null> {
  const there = await readSymbolicRef(gitIn(repository), `refs/remotes/${remote}/HEAD`);
  if (there !== null) return shortName(there, remote);
  if (baseRef === null || /^[0-9a-f]{40}$/.test(baseRef) || baseRef === 'HEAD') return null;
  return shortName(baseRef, remote);
}

function shortName(name: string, remote: string): string {
  const short = name.replace(/^refs\/(?:heads|remotes)\//, '');
  return short.startsWith(`${remote}/`) ? short.slice(remote.length + 1) : short;
}

/** Where a remote pushes to, for people and for what is hashed; `null`: there is none, or it is not one. */
export async function shownPushUrl(repository: GitContext, remote: string): Promise<string | null> {
  const [url, ...more] = await pushUrls(gitIn(repository), remote);
  return url === undefined || more.length > 0 ? null : withoutCredentials(url);
}
