/**
 * Who wrote what set-up runs. A person's code is set up with the person's credentials of package registries; code that an
 * agent wrote is not, and no file of it says which hosts are opened.
 *
 * A commit is a person's when a branch, a remote's branch or a tag holds it that no run made: it was written by people, or
 * they took it over by a merge. Every branch of a run is below `roundsman/`; pushed by another name, it is known from the
 * proposal, and so is a local branch that tracks it.
 */
import { chooseBase, defaultBase, type BaseChoice } from '../git/choose-base.ts';
import type { GitCall } from '../git/git-call.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { CommitSha } from '../words/ids.ts';
import type { Proposal, PullRequestProposal, PushBranchProposal } from '../words/proposal.ts';

export interface SetupTrust {
  readonly trusted: boolean;
  /** Whose settings of package tools count beside the user's own; `null`: those of no commit. */
  readonly settings: CommitSha | null;
}

/** What says nothing of it is not trusted. */
export const NOT_TRUSTED: SetupTrust = { trusted: false, settings: null };

export interface OpenedChoice {
  readonly choice: BaseChoice;
  /** What it came to. */
  readonly base: CommitSha;
}

export async function decideSetupTrust(
  request: Pick<WorktreeRequest, 'spec' | 'underReview' | 'proposals'>,
  git: GitCall,
  { choice, base }: OpenedChoice,
): Promise<SetupTrust> {
  const { underReview } = request;
  const known = { git, pushed: await pushedBranches(git, request.proposals) };
  if (underReview === undefined && (await isOfPerson(known, { choice, base })))
    return { trusted: true, settings: base };
  return { trusted: false, settings: await settingsCommit(request, known) };
}

/** Below level `sandbox` a program could take them from the user's own files: nothing is gained by it there. */
export function isWithheld(state: {
  readonly sandbox: object | null;
  readonly setup: SetupTrust;
}): boolean {
  return state.sandbox !== null && !state.setup.trusted;
}

interface KnownBranches {
  readonly git: GitCall;
  readonly pushed: ReadonlySet<string>;
}

/** Where a branch is to land, or what the routine begins with; else the default branch: the first that is a person's. */
async function settingsCommit(
  { spec, underReview }: Pick<WorktreeRequest, 'spec' | 'underReview'>,
  known: KnownBranches,
): Promise<CommitSha | null> {
  const { git } = known;
  const target = underReview?.target ?? null;
  if (target !== null && (await isHeldByPerson(known, target))) return target;
  const { follows: _follows, part: _part, ...plain } = spec;
  const byDefault = async (): Promise<BaseChoice> => defaultBase(git, spec.workspace.bare);
  const byRoutine = async (): Promise<BaseChoice> => chooseBase(git, plain);
  // The base of what is under review is the branch itself.
  for (const choose of underReview === undefined ? [byRoutine, byDefault] : [byDefault]) {
    const choice = await choose().catch(() => null);
    const base = choice === null ? null : await resolveCommit(git, choice.ref);
    if (choice !== null && base !== null && (await isOfPerson(known, { choice, base })))
      return base;
  }
  return null;
}

/** The name of a branch is enough; a commit that was named another way is looked for in all of them. */
async function isOfPerson(known: KnownBranches, { choice, base }: OpenedChoice): Promise<boolean> {
  const ref = choice.kind === 'remote' ? choice.remoteRef : choice.ref;
  if (ref.startsWith('refs/heads/') && !isOfRun(ref) && !(await isPushed(known, choice)))
    return true;
  return isHeldByPerson(known, base);
}

async function isPushed({ git, pushed }: KnownBranches, choice: BaseChoice): Promise<boolean> {
  if (pushed.size === 0) return false;
  if (choice.kind === 'remote')
    return pushed.has(choice.remoteRef.replace('refs/heads/', `refs/remotes/${choice.remote}/`));
  const { stdout } = await git(['for-each-ref', '--format=%(upstream)', '--', choice.ref]);
  return pushed.has(stdout.trim());
}

async function isHeldByPerson({ git, pushed }: KnownBranches, commit: CommitSha): Promise<boolean> {
  const places = ['refs/heads/', 'refs/remotes/', 'refs/tags/'];
  const held = await git([
    'for-each-ref',
    `--contains=${commit}`,
    '--format=%(refname) %(upstream)',
    '--',
    ...places,
  ]);
  return held.stdout.split('\n').some((line) => {
    const [ref = '', upstream = ''] = line.split(' ');
    return ref !== '' && !isOfRun(ref) && !pushed.has(ref) && !pushed.has(upstream);
  });
}

/** Also pushed to a remote, whatever that is called. */
function isOfRun(ref: string): boolean {
  return /^refs\/(heads|remotes\/.+|tags)\/roundsman\//.test(ref);
}

/**
 * The remotes' branches that runs of this workspace pushed, by whatever name. Those that another workspace pushed are not
 * known here.
 * As a fetch names them here: `refs/remotes/origin/fix/typo`.
 */
async function pushedBranches(
  git: GitCall,
  proposals: WorktreeRequest['proposals'],
): Promise<ReadonlySet<string>> {
  const pushed = new Set<string>();
  for (const proposal of (await proposals.list()).filter(isTriedPush)) {
    const { remote, ref, tip } = proposal.payload;
    const name = `refs/remotes/${remote}/${ref}`;
    // A failed push may still have arrived: the server did not answer, or only the pull request was refused.
    if (proposal.state === 'applied' || (await holds(git, name, tip))) pushed.add(name);
  }
  return pushed;
}

function isTriedPush(proposal: Proposal): proposal is PushBranchProposal | PullRequestProposal {
  const isPush = proposal.type === 'push-branch' || proposal.type === 'pull-request';
  return isPush && proposal.applying !== undefined;
}

/** A commit that is not known here is in no branch. */
async function holds(git: GitCall, name: string, commit: string): Promise<boolean> {
  const found = await git(['merge-base', '--is-ancestor', commit, name], {
    okExitCodes: [0, 1, 128],
  });
  return found.exitCode === 0;
}
