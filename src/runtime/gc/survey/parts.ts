/** What the looks at the parts of a workspace share. */
import { measureTree } from '../../../platform/disk.ts';
import { inspectPath } from '../../../platform/files.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import type { Remains, RemainsFacts, RemainsKind } from '../../../worktrees/remains.ts';

export interface SurveyRequest {
  readonly workspace: Workspace;
  readonly now: Date;
}

/** Anything changed within this time is left alone: a process may be about to write, link or remove it. */
export const JUST_NOW_MS = 3_600_000;

/** One file or folder, measured. `null` when it is gone. */
export async function remainsAt(
  kind: RemainsKind,
  at: string,
  facts: RemainsFacts | ((changedMs: number) => RemainsFacts),
): Promise<Remains | null> {
  const top = await inspectPath(at);
  if (top === null) return null;
  const { bytes, files, newestMs } = await measureTree(at);
  const changedMs = Math.max(top.mtimeMs, newestMs);
  return {
    kind,
    at,
    bytes,
    files,
    since: new Date(changedMs).toISOString(),
    owner: null,
    facts: typeof facts === 'function' ? facts(changedMs) : facts,
  };
}

export function present(all: readonly (Remains | null)[]): readonly Remains[] {
  return all.filter((one) => one !== null);
}

/** Several of one sort as one line: what is to be told of them is the same. */
export function together(all: readonly Remains[], at: string): readonly Remains[] {
  const [first] = all;
  if (first === undefined) return [];
  const total = (of: (one: Remains) => number): number =>
    all.reduce((sum, one) => sum + of(one), 0);
  const since = all.map((one) => one.since).toSorted()[0] ?? first.since;
  return [
    {
      ...first,
      owner: null,
      at,
      since,
      bytes: total(({ bytes }) => bytes),
      files: total(({ files }) => files),
    },
  ];
}
