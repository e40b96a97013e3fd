/** Everything that a push hangs on, looked at now: here by git, there by asking the remote. */
import { gitIn, type GitCall } from '../../git/git-call.ts';
import { logRange } from '../../git/log-range.ts';
import {
  secretsOfLogin,
  withForgeLogin,
  type ForgeLogin,
  type NetworkAnswer,
} from '../../git/network-git.ts';
import { listRemote, pushRefusal } from '../../git/remote-refs.ts';
import { pushUrls } from '../../git/remote-urls.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import type { GitContext } from '../../git/run-git.ts';
import { credentialsIn, withoutCredentials } from '../../ledger/push-rules.ts';
import type { Clock } from '../../platform/clock.ts';
import { formatOutward } from '../../words/format-outward.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { PushBranchPayload } from '../../words/proposal.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { oneLine } from '../../words/text.ts';

export interface PushPlace {
  readonly repository: GitContext;
  readonly clock: Clock;
  /** How long a remote has to answer. Default: 60 s. */
  readonly answerMs?: number;
  /** A log-in for that address, for where the person's git has none. Default: none. */
  readonly loginFor?: (address: string) => Promise<ForgeLogin | null>;
}

export interface PushLook {
  /** With its credentials, for git alone; `null`: there is no such remote, or it has several addresses. */
  readonly address: string | null;
  /** The same for people. */
  readonly url: string | null;
  /** Of the branch here; `null`: it is gone. */
  readonly localTip: CommitSha | null;
  /** Of the remote's branch of that name; `null`: there is none. */
  readonly there: CommitSha | null;
  /** Other branches of the remote that stand at the same commit. */
  readonly sameTip: readonly string[];
  readonly remoteHead: string | null;
  /** The remote's default branch, where it holds what the branch did not begin from; `null`: it does not. */
  readonly wentOn: string | null;
  /** Why the remote said nothing, one line; `null`: it answered. */
  readonly silent: string | null;
}

const ANSWER_MS = 60_000;

export async function inspectPush(payload: PushBranchPayload, place: PushPlace): Promise<PushLook> {
  const git = gitIn(place.repository);
  const addresses = await pushUrls(git, payload.remote);
  const localTip = await resolveCommit(git, `refs/heads/${payload.branch}`);
  const address = addresses.length === 1 ? (addresses[0] ?? null) : null;
  const nothing = { there: null, sameTip: [], remoteHead: null, wentOn: null };
  if (address === null) {
    const silent =
      addresses.length === 0
        ? `there is no remote ${oneLine(payload.remote, 60)}`
        : `the remote ${oneLine(payload.remote, 60)} has ${addresses.length} addresses to push to, and one of them is meant`;
    return { address: null, url: null, localTip, ...nothing, silent };
  }
  const url = withoutCredentials(address);
  const asked = await withRemote(place, address, (repository) => listRemote(address, repository));
  if (asked.kind === 'no-answer') {
    const silent = await wordsOf(asked.answer, address, place);
    return { address, url, localTip, ...nothing, silent };
  }
  const { tips, head } = asked;
  return {
    address,
    url,
    localTip,
    there: tips.get(payload.ref) ?? null,
    sameTip: [...tips].flatMap(([name, tip]) =>
      tip === payload.tip && name !== payload.ref ? [name] : [],
    ),
    remoteHead: head,
    wentOn: await wentOnSince(payload, { tips, head }, git),
    silent: null,
  };
}

/** What is not known here came there since. */
async function wentOnSince(
  { tip }: PushBranchPayload,
  { tips, head }: { readonly tips: ReadonlyMap<string, CommitSha>; readonly head: string | null },
  git: GitCall,
): Promise<string | null> {
  const at = head === null ? undefined : tips.get(head);
  if (at === undefined) return null;
  const asked = await git(['merge-base', '--is-ancestor', at, tip], { okExitCodes: [0, 1, 128] });
  return asked.exitCode === 0 ? null : head;
}

/** git that may talk with that address: within the time, with the log-in that there is for it. */
export async function withRemote<Result>(
  place: PushPlace,
  address: string,
  work: (repository: GitContext) => Promise<Result>,
): Promise<Result> {
  const login = (await place.loginFor?.(address)) ?? null;
  return withinTime(place, async (repository) =>
    work(await withForgeLogin(address, login, repository)),
  );
}

/** Gives git a signal that comes when the time is over. */
async function withinTime<Result>(
  { repository, clock, answerMs = ANSWER_MS }: PushPlace,
  work: (repository: GitContext) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const done = new AbortController();
  const limit = async (): Promise<void> => {
    await clock.sleep(answerMs, done.signal);
    if (!done.signal.aborted) over.abort();
  };
  void limit();
  try {
    return await work({ ...repository, signal: over.signal });
  } finally {
    done.abort();
  }
}

/** What git and the other side said, as one line without secrets. */
export async function wordsOf(
  { exitCode, stdout, stderr, cancelled }: NetworkAnswer,
  address: string,
  { answerMs = ANSWER_MS, loginFor }: PushPlace,
): Promise<string> {
  if (cancelled) return `no answer within ${Math.ceil(answerMs / 1_000)} s`;
  let text = pushRefusal(stdout) + stderr;
  const login = (await loginFor?.(address)) ?? null;
  for (const secret of [...credentialsIn(address), ...secretsOfLogin(login)])
    text = text.replaceAll(secret, '***');
  const said = oneLine(makeRedactor([]).text(text), 400);
  return said === '' ? `git ended with exit code ${exitCode ?? 'none'}` : said;
}

const MOST_COMMITS = 200;

/** What the messages of commits that would be pushed do there. @param from what is there before, or what they began from */
export async function wordsOfCommits(
  repository: GitContext,
  range: { readonly from: CommitSha | null; readonly to: CommitSha },
): Promise<readonly string[]> {
  const commits = await logRange(repository, { ...range, max: MOST_COMMITS });
  const words = commits.flatMap(({ subject, body }) => formatOutward(`${subject}\n\n${body}`));
  // A message that was not read may do anything.
  if (commits.length === MOST_COMMITS) words.push(`${MOST_COMMITS} commits and more`);
  return [...new Set(words)];
}
