/** Which paths a branch of the routine must leave alone: one that touches them is refused whole. */
import { join } from 'node:path';

import { makeTemporaryFolder, removeTree, writeText } from '../../../platform/files.ts';
import { runProcess, type ProcessResult } from '../../../platform/process.ts';
import { AppError } from '../../../words/errors.ts';
import { oneLine } from '../../../words/text.ts';

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
