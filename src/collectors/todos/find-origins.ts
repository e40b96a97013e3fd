/**
 * The commits that wrote lines, as `git blame -w -M -C` of the whole files would name them: the history is read once,
 * from the newest commit on, and each line is followed from version to version. Only where a version does not settle it
 * (a twin, a move, a copy from another file) git is asked, about that one commit, and about the whole file where that one
 * commit cannot settle it either. What an earlier sweep found of an older commit ends the way there.
 */
import { blameLines } from '../../git/blame.ts';
import { readBlobs } from '../../git/cat-file.ts';
import type { TreeFile } from '../../git/ls-tree.ts';
import { openObjectReader } from '../../git/object-reader.ts';
import type { GitContext } from '../../git/run-git.ts';
import { streamHistory } from '../../git/stream-history.ts';
import { findTrailerCommits } from '../../git/trailers.ts';
import type { CommitSha } from '../../words/ids.ts';
import { type OpenFiles, type Origin, takeStep } from './take-step.ts';

// Lines with twins (`// TODO` alone) are told apart by what stands around them, and what git sees around them depends on the
// version it starts from: the files that hold such lines are blamed whole, from the newest commit on.

interface UnsettledOrigins {
  readonly origins: readonly Origin[];
  readonly base: CommitSha;
  readonly ignoreRevsFile: string;
}

export async function settleByBlame(
  context: GitContext,
  { origins, base, ignoreRevsFile }: UnsettledOrigins,
): Promise<readonly Origin[]> {
  const paths = new Set(origins.filter(({ unsettled }) => unsettled).map(({ path }) => path));
  const settled = new Map<string, Awaited<ReturnType<typeof blameLines>>>();
  for (const path of paths)
    settled.set(
      path,
      await blameLines(context, { commit: base, parents: [], path, ignoreRevsFile }),
    );
  return origins.map((origin) => {
    const place = settled.get(origin.path)?.get(origin.line);
    return place === undefined ? origin : { ...origin, commit: place.commit };
  });
}

export interface OriginsRequest {
  readonly base: CommitSha;
  readonly files: readonly { readonly path: string; readonly lines: readonly number[] }[];
  /** Commits that do not count as having written a line. */
  readonly ignored: ReadonlySet<string>;
  /** The same as a file, for git. */
  readonly ignoreRevsFile: string;
  /** Origins that an earlier sweep found of lines as they stand in an older commit. */
  readonly kept: KeptOrigins | null;
  /** Called with how many lines are settled. */
  readonly progress: (count: number) => void;
}

export interface KeptOrigins {
  readonly commit: CommitSha;
  find(path: string, line: number): Pick<Origin, 'commit' | 'unsettled'> | undefined;
}

/** Lines that are left out lie in contents that the repository does not have. */
export async function findOrigins(
  context: GitContext,
  { base, files, ignored, ignoreRevsFile, kept, progress }: OriginsRequest,
): Promise<readonly Origin[]> {
  const start = startOf(files);
  if (start.size === 0) return [];
  const open = new Map([[base, start]]);
  const origins: Origin[] = [];
  const reader = openObjectReader(context);
  try {
    for await (const step of streamHistory(context, base)) {
      const reached = open.get(step.commit);
      if (reached === undefined) continue;
      open.delete(step.commit);
      const before = origins.length;
      const left = step.commit === kept?.commit ? takeKept(kept, reached, origins) : reached;
      const work = { context, reader, step, ignored, ignoreRevsFile, renames: null };
      const { written, further } = await takeStep(work, left);
      for (const [parent, moved] of further) join(open, parent, moved);
      for (const { start, unsettled } of written)
        origins.push({ ...start, commit: step.commit, unsettled });
      if (origins.length > before) progress(origins.length);
      if (open.size === 0) break;
    }
  } finally {
    reader.close();
  }
  // Through ignored commits git follows single lines less well than step by step.
  if (ignored.size > 0) return origins;
  return settleByBlame(context, { origins, base, ignoreRevsFile });
}

/** Adds the origins that are known to `origins`, and gives the lines back that are left. */
function takeKept(kept: KeptOrigins, files: OpenFiles, origins: Origin[]): OpenFiles {
  const left: OpenFiles = new Map();
  for (const [path, traces] of files) {
    const unknown = traces.filter(({ start, line }) => {
      const found = kept.find(path, line);
      if (found !== undefined) origins.push({ ...start, ...found });
      return found === undefined;
    });
    if (unknown.length > 0) left.set(path, unknown);
  }
  return left;
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

// The commits that do not count as having written a line: those of `.git-blame-ignore-revs` as it stands in the
// base commit, and those that say so themselves by the trailer `Roundsman-Blame: ignore`.
const REVS_FILE = '.git-blame-ignore-revs';

export interface IgnoredQuery {
  readonly base: CommitSha;
  readonly files: readonly TreeFile[];
  /** Those that say so up to an earlier commit, which is an ancestor. */
  readonly known: { readonly base: CommitSha; readonly said: readonly CommitSha[] } | null;
}

export interface IgnoredCommits {
  /** Sorted, each once. */
  readonly all: readonly string[];
  readonly said: readonly CommitSha[];
}

/** Lines of the file that are not whole commit ids are passed over, as they name nothing. */
export async function findIgnoredCommits(
  context: GitContext,
  { base, files, known }: IgnoredQuery,
): Promise<IgnoredCommits> {
  const listed = await readRevsFile(context, files);
  const query = { key: 'Roundsman-Blame', value: 'ignore', commit: base };
  const added =
    known?.base === base
      ? []
      : await findTrailerCommits(context, { ...query, without: known?.base ?? null });
  const said = [...(known?.said ?? []), ...added];
  return { all: [...new Set([...listed, ...said])].toSorted(), said };
}

async function readRevsFile(
  context: GitContext,
  files: readonly TreeFile[],
): Promise<readonly string[]> {
  const file = files.find(({ path }) => path === REVS_FILE);
  if (file === undefined) return [];
  const revs: string[] = [];
  await readBlobs(context, [file], (_blob, content) => {
    for (const line of content.toString('utf8').split('\n')) {
      const rev = line.replace(/#.*/, '').trim().toLowerCase();
      if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(rev)) revs.push(rev);
    }
  });
  return revs;
}
