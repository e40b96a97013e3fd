/** Which commit a run starts from: resolved in the user's repository, fetched first when it is a remote's. */
import type { BaseChoice } from '../git/choose-base.ts';
import { fetchRefs } from '../git/fetch-ref.ts';
import type { GitCall } from '../git/git-call.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import { updateRefs } from '../git/update-refs.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { AppError, asAppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { oneLine, plural } from '../words/text.ts';
import { nonInteractiveEnvironment } from './non-interactive-environment.ts';
import { basePinOf } from './run-identity.ts';
import { withTimeLimit } from './time-limit.ts';

const FETCH_TIMEOUT_MS = 30_000;

export interface ResolvedBase {
  readonly commit: CommitSha;
  /** For people: `origin/main`. */
  readonly ref: string;
  readonly notices: readonly string[];
}

/** Also pins it, under `refs/roundsman/base/<run>`. Throws `base-unknown`, `no-commit`. */
export async function resolveBase(
  request: WorktreeRequest,
  git: GitCall,
  choice: BaseChoice,
): Promise<ResolvedBase> {
  const fetched = choice.kind === 'remote' ? await fetchBase(request, git, choice) : null;
  const known = choice.kind === 'local' ? choice.commit : (fetched?.commit ?? null);
  const commit = known ?? (await resolveCommit(git, choice.ref));
  if (commit === null) throw baseUnknown(choice, fetched?.problem ?? null);
  const pin = basePinOf(request.spec.id);
  if (fetched === null || fetched.commit === null)
    await updateRefs(git, [{ kind: 'set', ref: pin, to: commit }]);
  const notices = [...choice.notices];
  if (fetched?.problem !== undefined && fetched.problem !== null) {
    notices.push(
      `${choice.shown} could not be fetched (${fetched.problem}); the run starts from what was known of it here, ${commit.slice(0, 10)}`,
    );
  }
  const ahead = await aheadNotice(git, choice, commit);
  if (ahead !== null) notices.push(ahead);
  return { commit, ref: choice.shown, notices };
}

interface FetchedBase {
  readonly commit: CommitSha | null;
  readonly problem: string | null;
}

async function fetchBase(
  request: WorktreeRequest,
  git: GitCall,
  choice: BaseChoice & { kind: 'remote' },
): Promise<FetchedBase> {
  request.progress(`fetching ${choice.shown}`);
  let late = false;
  try {
    const limit = { clock: request.clock, ms: FETCH_TIMEOUT_MS, outer: request.signal };
    return await withTimeLimit(limit, (signal) => {
      signal.addEventListener('abort', () => (late = true), { once: true });
      return fetchIntoPin(request, choice, { git, signal });
    });
  } catch (thrown) {
    if (request.signal?.aborted === true) throw thrown;
    const problem = late
      ? `no answer within ${FETCH_TIMEOUT_MS / 1000} s`
      : oneLine(asAppError(thrown).message, 200);
    return { commit: null, problem };
  }
}

async function fetchIntoPin(
  request: WorktreeRequest,
  choice: BaseChoice & { kind: 'remote' },
  { git, signal }: { readonly git: GitCall; readonly signal: AbortSignal },
): Promise<FetchedBase> {
  const pin = basePinOf(request.spec.id);
  await fetchRefs(git, {
    from: choice.remote,
    refspecs: [`+${choice.remoteRef}:${pin}`],
    env: await nonInteractiveEnvironment(git),
    config: ['fetch.fsckObjects=false'],
    signal,
  });
  return { commit: await resolveCommit(git, pin), problem: null };
}

function baseUnknown(choice: BaseChoice, problem: string | null): AppError {
  const because = problem === null ? '' : `, and it could not be fetched: ${problem}`;
  return new AppError('refused', {
    code: 'base-unknown',
    message: `the base ${choice.shown} is not a commit of this repository${because}`,
    hint: 'Set workspace.base to a branch, tag or commit that `git rev-parse` knows.',
  });
}

/** The default branch may have commits that its remote does not: they are easily missed. */
async function aheadNotice(
  git: GitCall,
  choice: BaseChoice,
  base: CommitSha,
): Promise<string | null> {
  if (choice.kind !== 'remote' || choice.local === null) return null;
  const asked = await git(['rev-list', '--count', `${base}..${choice.local}`, '--'], {
    okExitCodes: [0, 128],
  });
  const count = Number(asked.stdout.trim());
  if (asked.exitCode !== 0 || !(count > 0)) return null;
  const name = choice.local.replace(/^refs\/heads\//, '');
  return `${name} has ${plural(count, 'commit')} that ${choice.shown} does not have; the run does not see them`;
}
