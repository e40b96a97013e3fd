/**
 * The commits that wrote lines, as `git blame -w -M -C` of the whole files would name them: the history is read once,
 * from the newest commit on, and each line is followed from version to version. Only where a version does not settle it
 * (a twin, a move, a copy from another file) git is asked, about that one commit, and about the whole file where that one
 * commit cannot settle it either.
 */
import { openObjectReader } from '../../git/object-reader.ts';
import type { GitContext } from '../../git/run-git.ts';
import { streamHistory } from '../../git/stream-history.ts';
import type { CommitSha } from '../../words/ids.ts';
import { settleByBlame } from './settle-by-blame.ts';
import type { OpenFiles, Origin } from './step-work.ts';
import { takeStep } from './take-step.ts';

export interface OriginsRequest {
  readonly base: CommitSha;
  readonly files: readonly { readonly path: string; readonly lines: readonly number[] }[];
  /** Commits that do not count as having written a line. */
  readonly ignored: ReadonlySet<string>;
  /** The same as a file, for git. */
  readonly ignoreRevsFile: string;
  /** Called with how many lines are settled. */
  readonly progress: (count: number) => void;
}

/** Lines that are left out lie in contents that the repository does not have. */
export async function findOrigins(
  context: GitContext,
  { base, files, ignored, ignoreRevsFile, progress }: OriginsRequest,
): Promise<readonly Origin[]> {
  const start = startOf(files);
  if (start.size === 0) return [];
  const open = new Map([[base, start]]);
  const origins: Origin[] = [];
  const unsettled = new Set<string>();
  const reader = openObjectReader(context);
  try {
    for await (const step of streamHistory(context, base)) {
      const reached = open.get(step.commit);
      if (reached === undefined) continue;
      open.delete(step.commit);
      const work = { context, reader, step, ignored, ignoreRevsFile, renames: null };
      const { written, further } = await takeStep(work, reached);
      for (const [parent, moved] of further) join(open, parent, moved);
      for (const { start: line, unsettled: isOpen } of written) {
        origins.push({ ...line, commit: step.commit });
        if (isOpen) unsettled.add(line.path);
      }
      if (written.length > 0) progress(origins.length);
      if (open.size === 0) break;
    }
  } finally {
    reader.close();
  }
  // Through ignored commits git follows single lines less well than step by step.
  if (ignored.size > 0) return origins;
  return settleByBlame(context, { origins, paths: unsettled, base, ignoreRevsFile });
}

function startOf(files: OriginsRequest['files']): OpenFiles {
  // A name that is not UTF-8 cannot be handed to git.
  const named = files.filter(({ path, lines }) => !path.includes('\uFFFD') && lines.length > 0);
  return new Map(
    named.map(({ path, lines }) => [path, lines.map((line) => ({ start: { path, line }, line }))]),
  );
}

function join(open: Map<CommitSha, OpenFiles>, commit: CommitSha, files: OpenFiles): void {
  const known = open.get(commit);
  if (known === undefined) open.set(commit, files);
  else for (const [path, traces] of files) known.set(path, [...(known.get(path) ?? []), ...traces]);
}
