/**
 * A partial clone has not all files of the base. What is missing is fetched into the user's repository, as
 * `git checkout` there would do: objects are added, nothing else changes.
 */
import type { GitCall } from '../git/git-call.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { AppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { plural } from '../words/text.ts';

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
