/** Which commit a run starts from: resolved in the user's repository, fetched first when it is a remote's. */
import { startOf, type BaseChoice, type BaseStart } from '../git/choose-base.ts';
import { fetchRefs } from '../git/fetch-ref.ts';
import type { GitCall } from '../git/git-call.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import { updateRefs } from '../git/update-refs.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { AppError, asAppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { oneLine, plural } from '../words/text.ts';
import { basePinOf } from './run-identity.ts';
import { withTimeLimit } from './work-limits.ts';

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
  const start = await startOf(git, choice, fetched?.commit ?? null);
  if (start === null) throw baseUnknown(choice, fetched?.problem ?? null);
  const { commit, shown } = start;
  if (commit !== fetched?.commit)
    await updateRefs(git, [{ kind: 'set', ref: basePinOf(request.spec.id), to: commit }]);
  const notices = [...choice.notices];
  if (fetched?.problem !== undefined && fetched.problem !== null) {
    const known = start.hasUnpushed
      ? 'what was known of it here counts'
      : `the run starts from what was known of it here, ${commit.slice(0, 10)}`;
    notices.push(`${choice.shown} could not be fetched (${fetched.problem}); ${known}`);
  }
  notices.push(...unpushedNotices(choice, start));
  return { commit, ref: shown, notices };
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
function unpushedNotices(
  choice: BaseChoice,
  { unpushed, hasUnpushed }: BaseStart,
): readonly string[] {
  if (unpushed === 0 || choice.kind !== 'remote' || choice.local === null) return [];
  const name = choice.local.replace(/^refs\/heads\//, '');
  const them = unpushed === 1 ? 'it' : 'them';
  const commits = `${name} has ${plural(unpushed, 'commit')} that ${choice.shown} does not have`;
  if (hasUnpushed) return [`${commits}; the run starts from ${name} and has ${them}`];
  const why = choice.pushedOnly === true ? ', for what it pushes must not contain them' : '';
  return [`${commits}; the run starts from ${choice.shown}, without ${them}${why}`];
}

/** The environment of unattended git calls to a remote: a password prompt fails instead of waiting. */
export async function nonInteractiveEnvironment(
  git: GitCall,
): Promise<Readonly<Record<string, string>>> {
  const ssh = await git(['config', '--get', 'core.sshCommand'], { okExitCodes: [0, 1] });
  return {
    GCM_INTERACTIVE: 'never',
    // A command of the user's own may be no ssh at all: it is left as it is.
    ...(ssh.exitCode === 0 ? {} : { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' }),
  };
}

// A partial clone has not all files of the base. What is missing is fetched into the user's repository, as
// `git checkout` there would do: objects are added, nothing else changes.

/** A tree that was left out hides what is below it: each pass goes one level deeper. */
const MAX_PASSES = 30;

/** Returns notices for the report. Throws `objects-missing` when the remote does not give them. */
export async function fillMissingObjects(
  request: WorktreeRequest,
  git: GitCall,
  base: CommitSha,
): Promise<readonly string[]> {
  let fetched = 0;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const missing = await missingObjects(git, base);
    if (missing.length === 0) return noticesOf(fetched);
    request.progress(`fetching ${plural(missing.length, 'missing object')} of the base`);
    await fetchObjects(git, missing, base);
    fetched += missing.length;
  }
  throw objectsMissing(base, 'there is no end to them');
}

async function missingObjects(git: GitCall, base: CommitSha): Promise<readonly string[]> {
  const listed = await git([
    'rev-list',
    '--objects',
    '--missing=print',
    '--max-count=1',
    base,
    '--',
  ]);
  return listed.stdout
    .split('\n')
    .filter((line) => line.startsWith('?'))
    .map((line) => line.slice(1));
}

async function fetchObjects(
  git: GitCall,
  missing: readonly string[],
  base: CommitSha,
): Promise<void> {
  const remote = await git(['config', '--get', 'extensions.partialClone'], { okExitCodes: [0, 1] });
  const flags = ['--quiet', '--no-tags', '--no-write-fetch-head', '--recurse-submodules=no'];
  try {
    await git(
      [
        'fetch',
        ...flags,
        '--no-auto-maintenance',
        '--refmap=',
        '--filter=blob:none',
        '--stdin',
        '--',
        remote.stdout.trim() || 'origin',
      ],
      { stdin: `${missing.join('\n')}\n`, config: ['fetch.negotiationAlgorithm=noop'] },
    );
  } catch (thrown) {
    throw objectsMissing(base, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function objectsMissing(base: CommitSha, why: string): AppError {
  return new AppError('missing', {
    code: 'objects-missing',
    message: `the repository is a partial clone and files of ${base.slice(0, 10)} could not be fetched: ${why}`,
    hint: 'Fetch them while the remote can be reached (git checkout of the base does), or clone without --filter.',
  });
}

function noticesOf(fetched: number): readonly string[] {
  const first =
    'the repository is a partial clone: the agent has all files of the base, but older contents may be missing';
  if (fetched === 0) return [first];
  return [
    first,
    `${plural(fetched, 'missing object')} of the base ${fetched === 1 ? 'was' : 'were'} fetched into the repository`,
  ];
}
