/**
 * Which lines a branch of this routine may change. A branch that touches a protected path, too many files or too
 * much content is refused whole, and the other keys would be lost with it.
 */
import type { BriefContext } from '../../../context/brief.ts';
import { plural } from '../../../words/text.ts';
import { openTrackedFile, protectedPaths } from '../commit-branch.ts';
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
  const closed = await protectedPaths({ ...request, patterns: rules.protected, paths });
  const reasons = new Map<string, string>();
  let files = 0;
  let bytes = 0;
  for (const path of paths) {
    const size = await addedTo(request, path);
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

/** As the branch's own bytes are counted: of a changed file the new lines, whole. */
async function addedTo({ worktree, marks }: RulesRequest, path: string): Promise<number> {
  const own = marks.filter(({ todo }) => todo.path === path);
  const opened = await openTrackedFile(worktree, path);
  // What cannot be opened is not changed either, and says why.
  if (opened.kind === 'refused') return 0;
  const rows = opened.bytes.toString('latin1').split('\n');
  const lines = new Set(own.map(({ todo }) => todo.line));
  const before = [...lines].reduce((sum, line) => sum + (rows[line - 1]?.length ?? 0) + 1, 0);
  return own.reduce((sum, { item }) => sum + item.length + '(, )'.length, before);
}
