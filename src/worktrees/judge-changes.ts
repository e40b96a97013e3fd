/** Whether what the agent made may become a branch. Pure, over what was read from the bridge: one judge after the other. */
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { matchPaths } from '../words/path-globs.ts';
import { inlineCode, oneLine, plural } from '../words/text.ts';
import { KEEPABLE_BYTES } from './fetch-agent-commits.ts';
import type { LookedAt } from './inspect-commits.ts';
import type { Leftovers } from './list-leftovers.ts';
import type { WorktreeState } from './worktree-state.ts';

interface Case extends LookedAt {
  readonly request: Pick<WorktreeRequest, 'spec'>;
  readonly state: WorktreeState;
}

const JUDGES: readonly ((made: Case) => string | null)[] = [
  unrelatedHistory,
  tooManyFiles,
  includedFile,
  tooManyBytes,
  protectedPath,
  pathOutsideWrite,
];

/** The reason to refuse them, `null` when there is none. */
export function judgeChanges(
  request: Pick<WorktreeRequest, 'spec'>,
  state: WorktreeState,
  made: LookedAt,
): string | null {
  for (const judge of JUDGES) {
    const reason = judge({ ...made, request, state });
    if (reason !== null) return reason;
  }
  return null;
}

/** Before they are read at all: an unignored build folder may hold gigabytes. */
export function judgeLeftovers(
  request: Pick<WorktreeRequest, 'spec'>,
  leftovers: Leftovers,
): string | null {
  const limits = request.spec.routine.outputs.branch;
  const files = leftovers.changed.length + leftovers.removed.length;
  if (leftovers.tooMany)
    return `more than ${plural(files, 'uncommitted file')}, outputs.branch.max-files is ${limits.maxFiles}`;
  if (files > limits.maxFiles)
    return `${plural(files, 'uncommitted file')}, outputs.branch.max-files is ${limits.maxFiles}`;
  const bytes = bytesOf(leftovers);
  // A long file may have one new line: what is not too much to be read is counted by its lines.
  if (bytes > Math.max(limits.maxBytes, KEEPABLE_BYTES))
    return `${plural(bytes, 'byte')} uncommitted, outputs.branch.max-bytes is ${limits.maxBytes}`;
  return null;
}

/** Of the files that would be committed. */
export function bytesOf({ changed, sizes }: Leftovers): number {
  return changed.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
}

function unrelatedHistory({ descends }: Case): string | null {
  return descends ? null : 'its commits do not descend from the base';
}

function tooManyFiles({ request, changeCount }: Case): string | null {
  const { maxFiles } = request.spec.routine.outputs.branch;
  if (changeCount <= maxFiles) return null;
  return `${plural(changeCount, 'file')} changed, outputs.branch.max-files is ${maxFiles}`;
}

function includedFile({ state, blobs }: Case): string | null {
  const secret = new Set(state.prepared.includedBlobs);
  return (blobs ?? []).some((blob) => secret.has(blob.id))
    ? 'a commit holds the content of an included file'
    : null;
}

function tooManyBytes({ request, changedBytes: bytes }: Case): string | null {
  const { maxBytes } = request.spec.routine.outputs.branch;
  if (bytes === null) return 'its commits bring more objects than are looked at';
  if (bytes <= maxBytes) return null;
  return `${plural(bytes, 'byte')} of new content, outputs.branch.max-bytes is ${maxBytes}`;
}

function protectedPath({ request, paths }: Case): string | null {
  if (paths === null) return 'its commits touch more paths than are looked at';
  const patterns = request.spec.routine.outputs.branch.protected;
  const isProtected = matchPaths(patterns);
  const touched = [...paths].filter((path) => isProtected(path));
  return touched.length === 0 ? null : `it changes the protected ${someOf(touched)}`;
}

/** Also where a sandbox let it write only there: commits are made from what it likes. */
function pathOutsideWrite({ request, paths }: Case): string | null {
  const patterns = request.spec.routine.permissions.write;
  if (patterns.length === 0) return null;
  const mayWrite = matchPaths(patterns);
  const touched = [...(paths ?? [])].filter((path) => !mayWrite(path));
  return touched.length === 0 ? null : `permissions.write does not cover ${someOf(touched)}`;
}

/** In order, so that the same work is refused in the same words. */
function someOf(paths: readonly string[]): string {
  const [first = ''] = paths.toSorted();
  const more = paths.length > 1 ? ` and ${plural(paths.length - 1, 'other path')}` : '';
  return `${oneLine(inlineCode(first), 200)}${more}`;
}
