/**
 * Which lines a branch of this routine may change. A branch that touches a protected path, too many files or too
 * much content is refused whole, and the other keys would be lost with it.
 */
import { join } from 'node:path';

import type { BriefContext } from '../../../domain/brief.ts';
import { AppError } from '../../../domain/errors.ts';
import { oneLine, plural } from '../../../domain/text.ts';
import {
  inspectPath,
  makeTemporaryFolder,
  removeTree,
  writeText,
} from '../../../platform/files.ts';
import { runProcess, type ProcessResult } from '../../../platform/process.ts';
import type { MarkOutcome, NoteMark } from './mark-notes.ts';

export interface RulesRequest {
  readonly worktree: string;
  readonly env: Readonly<Record<string, string>>;
  readonly rules: BriefContext['branchRules'];
  readonly marks: readonly NoteMark[];
}

export interface AllowedMarks {
  readonly allowed: readonly NoteMark[];
  readonly skipped: MarkOutcome['skipped'];
}

export async function marksWithinRules(request: RulesRequest): Promise<AllowedMarks> {
  const { rules, marks } = request;
  if (marks.length === 0) return { allowed: marks, skipped: [] };
  const paths = [...new Set(marks.map(({ todo }) => todo.path))];
  const closed = await protectedPaths(request, rules.protected, paths);
  const reasons = new Map<string, string>();
  let files = 0;
  let bytes = 0;
  for (const path of paths) {
    const size = await sizeWithKeys(request, path);
    if (closed.has(path)) {
      reasons.set(path, 'outputs.branch.protected keeps the file out of branches');
    } else if (files === rules.maxFiles) {
      reasons.set(path, `outputs.branch.max-files is ${plural(rules.maxFiles, 'file')}`);
    } else if (bytes + size > rules.maxBytes) {
      reasons.set(path, `outputs.branch.max-bytes is ${plural(rules.maxBytes, 'byte')}`);
    } else {
      files += 1;
      bytes += size;
    }
  }
  return {
    allowed: marks.filter(({ todo }) => !reasons.has(todo.path)),
    skipped: marks.flatMap((mark) => {
      const reason = reasons.get(mark.todo.path);
      return reason === undefined ? [] : [{ mark, reason }];
    }),
  };
}

/** A changed file counts whole. Of one that is not there, another part says so. */
async function sizeWithKeys({ worktree, marks }: RulesRequest, path: string): Promise<number> {
  const size = (await inspectPath(join(worktree, path)))?.size ?? 0;
  return marks
    .filter(({ todo }) => todo.path === path)
    .reduce((sum, { item }) => sum + item.length + '(, )'.length, size);
}

/** By git's own rules, from an empty folder, so that no .gitignore of the repository has a say. */
async function protectedPaths(
  { worktree, env }: RulesRequest,
  patterns: readonly string[],
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
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
