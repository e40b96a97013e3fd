/**
 * Lines with twins (`// TODO` alone) are told apart by what stands around them, and what git sees around them depends on the
 * version it starts from: the files that hold such lines are blamed whole, from the newest commit on.
 */
import { blameLines } from '../../git/blame.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Origin } from './step-work.ts';

export interface UnsettledOrigins {
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
