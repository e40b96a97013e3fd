/** The versions of a file in the parents of a commit, in the order in which git blames them. */
import { listRenames } from '../../git/list-renames.ts';
import type { ReadBlob } from '../../git/object-reader.ts';
import type { FileChange } from '../../git/stream-history.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { StepWork } from './step-work.ts';

export interface Version extends ReadBlob {
  readonly parent: CommitSha;
  readonly path: string;
}

/** `null`: one is not in the repository. */
export async function findVersions(
  work: StepWork,
  { path, before }: FileChange,
): Promise<readonly Version[] | null> {
  const { reader, step } = work;
  const [parent, ...others] = step.parents;
  if (parent === undefined) return [];
  if (before === null && others.length === 0) return findRenamed(work, { parent, path });
  const versions: Version[] = [];
  if (before !== null) {
    const found = await reader.read(before);
    if (found === null) return null;
    versions.push({ parent, path, ...found });
  }
  for (const other of others) {
    const found = await reader.read(`${other}:${path}`);
    if (found !== null) versions.push({ parent: other, path, ...found });
  }
  return versions;
}

async function findRenamed(
  work: StepWork,
  { parent, path }: { readonly parent: CommitSha; readonly path: string },
): Promise<readonly Version[] | null> {
  const { reader, step } = work;
  if (!step.changes.some(({ after }) => after === null)) return [];
  work.renames ??= renamesByNew(work, parent);
  const old = (await work.renames).get(path);
  const blob = step.changes.find((change) => change.path === old)?.before ?? null;
  if (old === undefined || blob === null) return [];
  const found = await reader.read(blob);
  return found === null ? null : [{ parent, path: old, ...found }];
}

async function renamesByNew(
  { context, step }: StepWork,
  parent: CommitSha,
): Promise<ReadonlyMap<string, string>> {
  const renames = await listRenames(context, { from: parent, to: step.commit });
  return new Map([...renames].map(([old, name]) => [name, old]));
}
