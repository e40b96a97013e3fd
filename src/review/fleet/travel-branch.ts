/**
 * The branch of a run of another machine, as a local branch. What the remote sends is received in a repository of ours, bounded
 * and checked by git; from there only the commit that the record names is taken over, with what belongs to it.
 */
import { dirname, join } from 'node:path';

import { fetchRefs, fileUrl } from '../../git/fetch-ref.ts';
import { gitIn, type GitCall } from '../../git/git-call.ts';
import { networkGit, type NetworkAnswer } from '../../git/network-git.ts';
import {
  ownRemote,
  pushRef,
  pushRefusal,
  deleteRemoteRef,
  readRemoteRef,
} from '../../git/remote-refs.ts';
import { fetchUrl, pushUrls } from '../../git/remote-urls.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import type { GitContext } from '../../git/run-git.ts';
import { withScratchRepository } from '../../git/scratch-repository.ts';
import { updateRefs } from '../../git/update-refs.ts';
import { credentialsIn } from '../../ledger/push-rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { TravellingBranch, Travel } from '../../store/dispatch-port.ts';
import { asAppError } from '../../words/errors.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { withSizeLimit, withTimeLimit } from '../../worktrees/work-limits.ts';

/** Commits of the base may come along, which this clone does not have yet. */
const MOST_BYTES = 1_000_000_000;

/** Where it arrives in the scratch repository. */
const ARRIVED = 'refs/roundsman/arrived';

/** Writes objects and no ref. */
const FETCH =
  '-c fetch.fsckObjects=true -c fetch.writeCommitGraph=false fetch --quiet --no-tags --no-prune --no-write-fetch-head --refmap= --no-recurse-submodules --no-auto-maintenance'.split(
    ' ',
  );

/** A branch that is there already stays. `null`: it is there. A sentence: why it is not. */
export async function fetchBranch(
  place: RemotePlace,
  one: TravellingBranch,
): Promise<string | null> {
  try {
    return await within(place, (repository) => fetchIt({ ...place, repository }, one));
  } catch (thrown) {
    return oneLine(asAppError(thrown).message, 300);
  }
}

async function fetchIt(place: RemotePlace, one: TravellingBranch): Promise<string | null> {
  const { repository } = place;
  const git = gitIn(repository);
  if ((await resolveCommit(git, one.head)) === null) {
    const why = await receive(place, one);
    if (why !== null) return why;
  }
  return createBranch(git, one);
}

/** What is there by now is what another process brought, or a person made. */
async function createBranch(git: GitCall, one: TravellingBranch): Promise<string | null> {
  const ref = `refs/heads/${one.branch}`;
  await updateRefs(git, [{ kind: 'create', ref, to: one.head }]).catch(() => undefined);
  const there = await resolveCommit(git, ref);
  return there === one.head ? null : `there is another branch ${one.branch} here`;
}

async function receive(place: RemotePlace, one: TravellingBranch): Promise<string | null> {
  const { repository, clock } = place;
  const git = gitIn(repository);
  const remote = await ownRemote(git);
  const url = remote === null ? null : await fetchUrl(git, remote);
  if (url === null) return 'this clone has no remote origin';
  return withScratchRepository({ repository, attributes: [] }, async ({ gitDir, context }) => {
    const objects = join(gitDir, 'objects');
    const outer = repository.signal ?? new AbortController().signal;
    const limit = { clock, folder: dirname(objects), maxBytes: MOST_BYTES, outer };
    // In the person's repository, for log-ins and for what need not be sent; it writes into the scratch repository alone.
    const answer = await withSizeLimit(limit, (signal) =>
      networkGit([...FETCH, '--', url, travelRef(one)], {
        ...repository,
        env: { ...repository.env, GIT_OBJECT_DIRECTORY: objects },
        signal,
      }),
    );
    if (answer.exitCode !== 0 || answer.cancelled) return saidBy(answer, { url, place });
    const scratch = gitIn(context);
    if ((await resolveCommit(scratch, one.head)) === null)
      return `${travelRef(one)} of the remote is not the commit ${one.head.slice(0, 12)} that the run handed back`;
    await updateRefs(scratch, [{ kind: 'create', ref: ARRIVED, to: one.head }]);
    const incoming = `refs/roundsman/incoming/${one.run}`;
    await fetchRefs(
      gitIn({ ...repository, env: { ...repository.env, GIT_ALLOW_PROTOCOL: 'file' } }),
      { from: fileUrl(gitDir), refspecs: [`+${ARRIVED}:${incoming}`] },
    );
    const why = await createBranch(git, one);
    await updateRefs(git, [{ kind: 'delete', ref: incoming }]);
    return why;
  });
}

// Branches of other machines when the records come to this one alone: fetched first, and then their refs go from the remote.

/** For each branch. */
const ANSWER_MS = 15_000;

/** Gives those that are here; the others stay on the remote. */
export async function bringAllBranches(workspace: Workspace): Promise<readonly TravellingBranch[]> {
  const { fleet } = workspace;
  if (fleet === null) return [];
  const place = placeOf(workspace);
  const here: TravellingBranch[] = [];
  for (const one of await fleet.branches()) {
    if (one.travel.kind !== 'pushed') continue;
    const tip = await resolveCommit(gitIn(place.repository), `refs/heads/${one.branch}`);
    if (tip !== null || (await fetchBranch(place, one)) === null) here.push(one);
  }
  return here;
}

/** As far as the remote lets them go: what stays is looked at by nothing any more. */
export async function dropBranches(
  workspace: Workspace,
  branches: readonly TravellingBranch[],
): Promise<void> {
  for (const one of branches) await dropSent(placeOf(workspace), one);
}

function placeOf({ location, gitEnv, clock }: Workspace): RemotePlace {
  return { repository: { cwd: location.gitDir, env: gitEnv }, clock, answerMs: ANSWER_MS };
}

// The ref below `refs/roundsman/` by which the branch of a run reaches other machines: put on the repository's own remote, and
// taken away again. Never over something else, and nothing throws for what a remote says.
export type SentBranch = Pick<TravellingBranch, 'run' | 'attempt' | 'head'>;

export interface RemotePlace {
  readonly repository: GitContext;
  readonly clock: Clock;
  /** How long the remote has to answer. */
  readonly answerMs: number;
}

function travelRef({ run, attempt }: Pick<SentBranch, 'run' | 'attempt'>): string {
  return `refs/roundsman/${run}/${attempt}`;
}

/** `pushed` or `kept`. What stands there with this very commit is pushed. */
export async function sendBranch(place: RemotePlace, one: SentBranch): Promise<Travel> {
  const kept = (why: string): Travel => ({
    kind: 'kept',
    why: oneLine(why, 400),
    triedAt: place.clock.now().toISOString(),
  });
  const remote = await pushAddress(place.repository);
  if (remote.url === null) return kept(remote.why);
  const { url } = remote;
  const ref = travelRef(one);
  return within(place, async (repository) => {
    const answer = await pushRef({ url, ref, tip: one.head, expected: '' }, repository);
    if (answer.exitCode === 0) return { kind: 'pushed' };
    const there = answer.cancelled ? null : await readRemoteRef({ url, ref }, repository);
    if (there?.kind === 'answered' && there.at === one.head) return { kind: 'pushed' };
    return kept(saidBy(answer, { url, place }));
  });
}

/** `null`: it is gone, or stands at another commit, which is not ours. A sentence: why it is there still. */
export async function dropSent(place: RemotePlace, one: SentBranch): Promise<string | null> {
  const remote = await pushAddress(place.repository);
  if (remote.url === null) return remote.why;
  const { url } = remote;
  const ref = travelRef(one);
  return within(place, async (repository) => {
    const answer = await deleteRemoteRef({ url, ref, at: one.head }, repository);
    if (answer.exitCode === 0) return null;
    const there = answer.cancelled ? null : await readRemoteRef({ url, ref }, repository);
    if (there?.kind === 'answered' && there.at !== one.head) return null;
    return saidBy(answer, { url, place });
  });
}

function within<Result>(
  { repository, clock, answerMs }: RemotePlace,
  work: (repository: GitContext) => Promise<Result>,
): Promise<Result> {
  const { signal: outer } = repository;
  return withTimeLimit({ clock, ms: answerMs, outer }, (signal) => work({ ...repository, signal }));
}

/** What git and the other side said, as one line without secrets. */
function saidBy(
  { exitCode, stdout, stderr, cancelled }: NetworkAnswer,
  { url, place }: { readonly url: string; readonly place: RemotePlace },
): string {
  if (cancelled) return `the remote gave no answer within ${Math.ceil(place.answerMs / 1_000)} s`;
  let text = pushRefusal(stdout) + stderr;
  for (const secret of credentialsIn(url)) text = text.replaceAll(secret, '***');
  const said = oneLine(makeRedactor([]).text(text), 300);
  return said === '' ? `git ended with exit code ${exitCode ?? 'none'}` : said;
}

type Address = { readonly url: string } | { readonly url: null; readonly why: string };

async function pushAddress(repository: GitContext): Promise<Address> {
  const git = gitIn(repository);
  const remote = await ownRemote(git);
  if (remote === null) return { url: null, why: 'the repository has no remote origin' };
  const [url, ...more] = await pushUrls(git, remote);
  if (url !== undefined && more.length === 0) return { url };
  const count = url === undefined ? 'no address' : `${more.length + 1} addresses`;
  return { url: null, why: `the remote ${oneLine(remote, 60)} has ${count} to push to` };
}
