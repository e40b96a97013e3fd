/** The definitions that a commit holds, as bytes: what stands in `routines/` and roundsman.yaml, by the rules of a checkout. */
import { readBlobs } from '../../git/cat-file.ts';
import { listEntriesAt, type TreeEntry } from '../../git/list-entries-at.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { CommitSha } from '../../words/ids.ts';
import { isRoutineFile, ROUTINES_FOLDER, WORKSPACE_FILE } from '../catalog.ts';
import { unreadable, type DefinitionRead } from '../compile/compile-entry.ts';
import { MAX_DEFINITION_BYTES } from '../decode-text.ts';

export interface DefinitionFile {
  /** Relative to the root. */
  readonly file: string;
  /** Without the folder. */
  readonly name: string;
  readonly blob: string;
  readonly kind: TreeEntry['kind'];
  readonly size: number;
}

export interface DefinitionsAt {
  readonly settings: DefinitionFile | null;
  /** By name. */
  readonly routines: readonly DefinitionFile[];
}

export async function listDefinitionsAt(
  git: GitContext,
  commit: CommitSha,
): Promise<DefinitionsAt> {
  const entries = await listEntriesAt(git, commit, [`${ROUTINES_FOLDER}/`, WORKSPACE_FILE]);
  const files = entries.map(({ path, id, kind, size }) => ({
    file: path,
    name: path.slice(path.lastIndexOf('/') + 1),
    blob: id,
    kind,
    size,
  }));
  return {
    settings: files.find(({ file }) => file === WORKSPACE_FILE) ?? null,
    routines: files.filter(
      ({ file, name }) => file === `${ROUTINES_FOLDER}/${name}` && isRoutineFile(name),
    ),
  };
}

/** What each holds, by file; what is not a file of a fit size is a problem, as it is in a checkout. */
export async function readDefinitionsAt(
  git: GitContext,
  files: readonly DefinitionFile[],
): Promise<ReadonlyMap<string, DefinitionRead>> {
  const reads = new Map<string, DefinitionRead>();
  const wanted = new Map<string, DefinitionFile[]>();
  for (const file of files) {
    const reason = refusal(file);
    if (reason === null) wanted.set(file.blob, [...(wanted.get(file.blob) ?? []), file]);
    else reads.set(file.file, { kind: 'problem', problem: unreadable(file.file, reason) });
  }
  const blobs = [...wanted].map(([blob, [first]]) => ({ blob, size: first?.size ?? 0 }));
  await readBlobs(git, blobs, (blob, content) => {
    const bytes = Uint8Array.from(content);
    for (const { file } of wanted.get(blob) ?? []) reads.set(file, { kind: 'content', bytes });
  });
  return reads;
}

function refusal({ kind, size }: DefinitionFile): string | null {
  if (kind === 'link') return 'it is a symbolic link';
  if (kind !== 'file') return 'it is not a regular file';
  return size > MAX_DEFINITION_BYTES
    ? `it has ${size} bytes, the limit is ${MAX_DEFINITION_BYTES}`
    : null;
}
