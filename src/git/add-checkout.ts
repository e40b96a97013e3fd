/**
 * A linked worktree in which a branch of others is checked out: no hook runs, and no filter that the user's settings name,
 * whatever attributes the branch has.
 */
import { type CommitSha, isCommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import { sealedEnvironment } from './git-call.ts';
import { runGit, type GitContext } from './run-git.ts';

export interface NewCheckout {
  /** Absolute, and not there yet. */
  readonly folder: string;
  /** A branch, without `refs/heads/`, or a commit on none. */
  readonly what:
    | { readonly kind: 'branch'; readonly branch: string }
    | { readonly kind: 'detached'; readonly commit: CommitSha };
  /** One that is in the list and whose folder is gone stands in the way. */
  readonly instead: boolean;
}

/** Nothing of it stays when it throws `failed` / `git-failed`. */
export async function addCheckout(
  context: GitContext,
  { folder, what, instead }: NewCheckout,
): Promise<void> {
  const added = what.kind === 'branch' ? [folder, what.branch] : [folder, what.commit];
  const detached = what.kind === 'branch' ? [] : ['--detach'];
  const flags = ['--quiet', '--no-checkout', ...detached, ...(instead ? ['--force'] : [])];
  await runGit(['worktree', 'add', ...flags, '--', ...added], context);
  try {
    await runGitBytes(['read-tree', '--reset', '-u', '--no-recurse-submodules', 'HEAD'], {
      cwd: folder,
      env: { ...sealedEnvironment(context.env), ...(await withoutFilters(context)) },
      ...(context.signal === undefined ? {} : { signal: context.signal }),
    });
  } catch (thrown) {
    await runGit(['worktree', 'remove', '--force', '--', folder], context);
    throw thrown;
  }
}

/** Throws `failed` / `git-failed` when something in it is not committed. */
export async function removeCheckout(context: GitContext, folder: string): Promise<void> {
  // To see what is not committed it would run what attributes of the branch name.
  const env = { ...context.env, ...(await withoutFilters(context)) };
  await runGitBytes(['worktree', 'remove', '--', folder], { ...context, env });
}

/** Each that the repository's own settings name, as one that does nothing. */
export async function withoutFilters(
  context: GitContext,
): Promise<Readonly<Record<string, string>>> {
  const asked = await runGit(
    ['config', '--null', '--name-only', '--get-regexp', String.raw`^filter\.`],
    {
      ...context,
      okExitCodes: [0, 1],
    },
  );
  const names = asked.stdout
    .split('\0')
    .flatMap((key) => /^filter\.([^]+)\.[^.]+$/.exec(key)?.[1] ?? []);
  const settings = [...new Set(names)].flatMap((name) => [
    [`filter.${name}.smudge`, ''],
    [`filter.${name}.clean`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
  const env: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) };
  for (const [index, [key = '', value = '']] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return env;
}

// The checkouts of a repository and what is checked out in each, as git itself counts them.
export interface Checkout {
  /** Absolute. */
  readonly folder: string;
  /** Full name; `null`: detached. */
  readonly ref: string | null;
  /** The same without `refs/heads/`. */
  readonly branch: string | null;
  /** `null`: nothing is committed yet. */
  readonly head: CommitSha | null;
  /** It is not where it should be: removed, or on a disk that is not here. */
  readonly gone: boolean;
}

/** A bare repository is none; also those whose folder is gone. */
export async function listCheckouts(context: GitContext): Promise<readonly Checkout[]> {
  const { stdout } = await runGit(['worktree', 'list', '--porcelain', '-z'], context);
  return stdout.split('\0\0').flatMap((record) => {
    const lines = record.split('\0').filter((line) => line !== '');
    const folder = valueOf(lines, 'worktree ');
    if (folder === null || lines.includes('bare')) return [];
    const ref = valueOf(lines, 'branch ');
    const head = valueOf(lines, 'HEAD ') ?? '';
    return [
      {
        folder,
        ref,
        branch: ref?.replace(/^refs\/heads\//, '') ?? null,
        head: isCommitSha(head) && !/^0+$/.test(head) ? head : null,
        gone: lines.some((line) => line === 'prunable' || line.startsWith('prunable ')),
      },
    ];
  });
}

function valueOf(lines: readonly string[], start: string): string | null {
  return lines.find((line) => line.startsWith(start))?.slice(start.length) ?? null;
}
