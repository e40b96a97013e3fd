/**
 * The ref below `refs/roundsman/` by which the branch of a run reaches other machines: put on the repository's own remote, and
 * taken away again. Never over something else, and nothing throws for what a remote says.
 */
import { gitIn } from '../../git/git-call.ts';
import type { NetworkAnswer } from '../../git/network-git.ts';
import { pushRef, pushRefusal } from '../../git/push-branch.ts';
import { deleteRemoteRef, ownRemote, readRemoteRef } from '../../git/remote-ref.ts';
import { pushUrls } from '../../git/remote-urls.ts';
import type { GitContext } from '../../git/run-git.ts';
import { credentialsIn } from '../../ledger/push-rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Travel, TravellingBranch } from '../../store/dispatch-port.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { oneLine } from '../../words/text.ts';
import { withTimeLimit } from '../../worktrees/work-limits.ts';

export type SentBranch = Pick<TravellingBranch, 'run' | 'attempt' | 'head'>;

export interface RemotePlace {
  readonly repository: GitContext;
  readonly clock: Clock;
  /** How long the remote has to answer. */
  readonly answerMs: number;
}

export function travelRef({ run, attempt }: Pick<SentBranch, 'run' | 'attempt'>): string {
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

export function within<Result>(
  { repository, clock, answerMs }: RemotePlace,
  work: (repository: GitContext) => Promise<Result>,
): Promise<Result> {
  const { signal: outer } = repository;
  return withTimeLimit({ clock, ms: answerMs, outer }, (signal) => work({ ...repository, signal }));
}

/** What git and the other side said, as one line without secrets. */
export function saidBy(
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
