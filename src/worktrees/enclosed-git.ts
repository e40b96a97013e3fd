/**
 * git over what an agent left. **Invariant:** at level `sandbox` no git reads the agent's folder but one that was started
 * here or as `uploadPackOf`: both pass through `enclose`. The scripts are constants of ours; whatever varies is an argument.
 */
import { sealedEnvironment } from '../git/git-call.ts';
import {
  settingsAsEnvironment,
  streamGit,
  type StreamedAnswer,
  type StreamedGit,
} from '../git/stream-git.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { enclose } from './enclose.ts';
import { identityOf } from './run-identity.ts';

/** An object that unpacks to more than memory holds ends git, and nothing else. In kB. */
const MEMORY_LIMIT = 'ulimit -d 3145728 2>/dev/null; ';

export interface GitScript extends Pick<
  StreamedGit,
  'verb' | 'cwd' | 'okExitCodes' | 'stdin' | 'signal' | 'take'
> {
  readonly script: string;
  /** `$1` and so on. */
  readonly args: readonly string[];
  /** Added to the sealed environment of the bridge. */
  readonly env: Readonly<Record<string, string>>;
  /** Settings that hold besides the usual ones. */
  readonly settings?: readonly string[];
}

/** A script of ours with the bridge as repository. Throws `git-failed` as every git call does. */
export async function streamEnclosed(
  request: WorktreeRequest,
  { script, args, env, settings, ...call }: GitScript,
): Promise<StreamedAnswer> {
  const enclosed = await enclose(request, 'hand-back', {
    argv: ['sh', '-c', `${MEMORY_LIMIT}${script}`, 'sh', ...args],
    cwd: call.cwd,
    env: {
      ...sealedEnvironment(request.gitEnv),
      ...identityOf(request.spec),
      ...settingsAsEnvironment(settings),
      GIT_DIR: request.paths.bridge,
      ...env,
    },
  });
  const { argv, handedFiles, cwd, env: seen } = enclosed;
  return streamGit({ ...call, argv, handedFiles, cwd, env: seen });
}

/** The other end of a fetch from the agent's repository, as words for the shell that git starts it by. */
export async function uploadPackOf(request: WorktreeRequest): Promise<string> {
  const command = {
    argv: ['git-upload-pack'],
    cwd: request.paths.worktree,
    env: sealedEnvironment(request.gitEnv),
  };
  const enclosed = await enclose(request, 'hand-back', command);
  const words = enclosed.argv.map(shellWord);
  if (enclosed.argv.length === 1) return `${MEMORY_LIMIT}exec ${words.join(' ')}`;
  const variables = Object.entries(enclosed.env).map(([name, value]) =>
    shellWord(`${name}=${value}`),
  );
  // git tells the other end by this one which protocol it speaks.
  const protocol = '"GIT_PROTOCOL=${GIT_PROTOCOL-}"';
  const handed = enclosed.handedFiles.map((file, index) => `${3 + index}<${shellWord(file)}`);
  return `${MEMORY_LIMIT}exec env -i ${[...variables, protocol, ...words, ...handed].join(' ')}`;
}

/** As one word for a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w./+:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * What git's own checks have against objects: it says so in words only. `null` when it failed for something else.
 * @param message of a failed fetch: `… error: object 6e3d…: hasDotgit: contains '.git' fatal: fsck error …`
 */
export function gitRejection(message: string): string | null {
  const found =
    /\bobject ([0-9a-f]{40,64}): ([a-z]+[A-Z]\w*: .*?)(?= (?:error|fatal|warning): |$)/.exec(
      message,
    );
  if (found === null) return /\bfsck error\b/.test(message) ? 'its objects are malformed' : null;
  return `object ${(found[1] ?? '').slice(0, 12)}: ${found[2] ?? ''}`;
}

/** Names that git refuses to commit: some systems take them for git's own folder or read them as instructions. */
export function isForbiddenName(path: string, kind: 'file' | 'link'): boolean {
  const parts = path
    .split('/')
    .map((part) => part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, ''));
  if (parts.some((part) => /^(\.git|git~1)[. ]*(:.*)?$/i.test(part))) return true;
  return (
    kind === 'link' &&
    parts.some((part) => /^(\.gitmodules|gitmod~\d|gi7eba~\d)[. ]*(:.*)?$/i.test(part))
  );
}
