/** What a run left on the disk: names and sizes, never what is inside. */
import { join } from 'node:path';

import { inspectPath, listFolder } from '../platform/files.ts';
import { pathsOfRun } from '../store/run-folder/run-paths.ts';
import type { RunId } from '../words/ids.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface RunFile {
  /** In the folder of the run. Of what its agent left the agent gave the name. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Bytes; `null` of all but files. */
  readonly size: number | null;
  /** ISO 8601. */
  readonly changedAt: string;
  /** Whether its agent could write it. */
  readonly ofAgent: boolean;
}

interface RunFiles {
  readonly folder: string;
  /** By path; empty: the folder is gone. */
  readonly files: readonly RunFile[];
  /** Whether there are more than are told. */
  readonly cut: boolean;
}

const MOST = 300;

/** Those of the run itself, and the ones that its agent left for it; worktrees and caches are told as one folder each. */
export async function filesOfRun(
  { location, runs }: Pick<Workspace, 'location' | 'runs'>,
  id: RunId,
): Promise<RunFiles> {
  const stored = await runs.read(id);
  const { folder, out } = pathsOfRun(location.stateDir, stored?.spec ?? { id });
  const own = await entriesIn(folder, { as: '', ofAgent: false });
  const left = await entriesIn(out, { as: 'out/', ofAgent: true });
  const files = [...own, ...left].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { folder, files: files.slice(0, MOST), cut: files.length > MOST };
}

async function entriesIn(
  folder: string,
  { as, ofAgent }: { readonly as: string; readonly ofAgent: boolean },
): Promise<readonly RunFile[]> {
  const names = (await listFolder(folder)).slice(0, MOST + 1);
  const found = await Promise.all(
    names.map(async (name): Promise<RunFile | null> => {
      const facts = await inspectPath(join(folder, name));
      if (facts === null) return null;
      const { kind, size, mtimeMs } = facts;
      const changedAt = new Date(mtimeMs).toISOString();
      return {
        path: `${as}${name}`,
        kind,
        size: kind === 'file' ? size : null,
        changedAt,
        ofAgent,
      };
    }),
  );
  return found.filter((one) => one !== null);
}
