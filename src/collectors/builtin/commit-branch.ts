/** One commit of the given files and of nothing else; no hook, no signature, no maintenance. */
import type { Buffer } from 'node:buffer';
import { join } from 'node:path';

import { makeTemporaryFolder, removeTree, writeText, inspectPath } from '../../platform/files.ts';
import { runProcess, type ProcessResult } from '../../platform/process.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';

const QUIET_CONFIG = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'commit.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

export interface CommitRequest {
  readonly worktree: string;
  readonly env: Readonly<Record<string, string>>;
  /** Relative to the worktree. */
  readonly paths: readonly string[];
  /** Those of them that git does not know yet. */
  readonly fresh?: readonly string[];
  readonly message: string;
}

/** `null` when the commit was made, else what went wrong; the changed files are then still in the worktree. */
export async function commitPaths(request: CommitRequest): Promise<string | null> {
  const { paths, message, fresh = [] } = request;
  if (paths.length === 0) return null;
  const problem =
    fresh.length === 0 ? null : await git(request, ['add', '--intent-to-add', '--', ...fresh]);
  if (problem !== null) return problem;
  const options = ['--quiet', '--only', '--no-verify', '--cleanup=whitespace', '--file=-'];
  return git(request, ['commit', ...options, '--', ...paths], message);
}

async function git(
  { worktree, env }: CommitRequest,
  args: readonly string[],
  stdin?: string,
): Promise<string | null> {
  const result = await runProcess({
    argv: ['git', ...QUIET_CONFIG, '--literal-pathspecs', ...args],
    cwd: worktree,
    env: { ...env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' },
    ...(stdin === undefined ? {} : { stdin }),
    timeoutMs: 120_000,
  });
  if (result.exitCode === 0) return null;
  if (result.startError !== null) return `git could not be started: ${result.startError}`;
  const said = oneLine(result.stderr, 300);
  return `git ${args[0] ?? ''} ended with ${result.exitCode ?? result.signal ?? 'no exit code'}${said === '' ? '' : `: ${said}`}`;
}

// Which paths a branch of the routine must leave alone: one that touches them is refused whole.
export interface ProtectedRequest {
  readonly worktree: string;
  readonly env: Readonly<Record<string, string>>;
  /** Patterns of outputs.branch.protected. */
  readonly patterns: readonly string[];
  readonly paths: readonly string[];
}

/** By git's own rules, from an empty folder, so that no .gitignore of the repository has a say. */
export async function protectedPaths(request: ProtectedRequest): Promise<ReadonlySet<string>> {
  const { worktree, env, patterns, paths } = request;
  if (patterns.length === 0) return new Set();
  const folder = await makeTemporaryFolder('roundsman-rules-');
  try {
    const patternFile = join(folder, 'protected');
    await writeText(patternFile, patterns.map((pattern) => `${pattern}\n`).join(''));
    const found = await runGit(['rev-parse', '--absolute-git-dir'], { cwd: worktree, env });
    const gitDir = found.stdout.toString('utf8').replace(/\n$/, '');
    const places = ['-c', `core.excludesFile=${patternFile}`, `--git-dir=${gitDir}`];
    const asked = await runGit(
      [...places, `--work-tree=${folder}`, 'check-ignore', '-z', '--stdin', '--no-index', '-v'],
      { cwd: folder, env, stdin: paths.map((path) => `${path}\0`).join('') },
    );
    return matchesOf(asked.stdout.toString('utf8'), patternFile);
  } finally {
    await removeTree(folder);
  }
}

/** Records of source, line, pattern and path; the last match decides, and `!` takes a path back. */
function matchesOf(output: string, patternFile: string): ReadonlySet<string> {
  const fields = output.split('\0');
  const matched = new Set<string>();
  for (let index = 0; index + 3 < fields.length; index += 4) {
    const [source, , pattern = '', path = ''] = fields.slice(index, index + 4);
    if (source === patternFile && !pattern.startsWith('!')) matched.add(path);
  }
  return matched;
}

/** Exit 1 of check-ignore says that nothing matched. */
async function runGit(
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly stdin?: string;
  },
): Promise<ProcessResult> {
  const result = await runProcess({ argv: ['git', ...args], timeoutMs: 60_000, ...options });
  if (result.exitCode === 0 || (result.exitCode === 1 && args.includes('check-ignore'))) {
    return result;
  }
  throw new AppError('failed', {
    code: 'git-failed',
    message: `outputs.branch.protected could not be looked up: ${oneLine(result.stderr || (result.startError ?? 'git failed'), 300)}`,
    hint: '',
  });
}

// Reads a file of the worktree, where an agent of any kind may have put links and worse.
const MAX_FILE_BYTES = 50_000_000;

/** `reason` is the end of a sentence about the file. */
export type OpenedFile =
  | { readonly kind: 'open'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly reason: string };

/** No part of the path may be a link or lead out. */
export async function openTrackedFile(worktree: string, path: string): Promise<OpenedFile> {
  const parts = path.split('/');
  const odd = (part: string): boolean =>
    part === '' || part === '.' || part === '..' || part.toLowerCase() === '.git';
  if (path.includes('\0') || parts.some(odd)) {
    return { kind: 'refused', reason: 'its path leads out of the worktree' };
  }
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const facts = await inspectPath(join(worktree, ...parts.slice(0, depth)));
    if (facts === null) return { kind: 'refused', reason: 'the file is not in the worktree' };
    if (facts.kind === 'link') return { kind: 'refused', reason: 'its path goes over a link' };
    const wanted = depth === parts.length ? 'file' : 'folder';
    if (facts.kind !== wanted) return { kind: 'refused', reason: 'it is not a regular file' };
  }
  const read = await readUntrusted(join(worktree, path), MAX_FILE_BYTES);
  switch (read.kind) {
    case 'content':
      return { kind: 'open', bytes: read.bytes };
    case 'nothing':
      return { kind: 'refused', reason: 'the file is not in the worktree' };
    case 'refused':
      return { kind: 'refused', reason: read.reason };
  }
}
