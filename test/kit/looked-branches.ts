import { lookAt, type LookedBranch } from '../../src/review/couplings/looked.ts';
import { readFileFacts } from '../../src/review/couplings/read-file-facts.ts';
import { changeOf, reviewBranch } from './review-branches.ts';

/** Both texts of each path; `null`: it is not there. */
export type Files = Readonly<
  Record<string, readonly [before: string | null, after: string | null]>
>;

export async function lookedBranch(name: string, files: Files): Promise<LookedBranch> {
  const looked = await Promise.all(
    Object.entries(files).map(async ([path, [before, after]]) => ({
      change: changeOf(path, {
        status: before === null ? 'added' : after === null ? 'deleted' : 'changed',
        oldBlob: before === null ? null : changeOf(path).oldBlob,
        newBlob: after === null ? null : (changeOf(`${name} ${path}`).newBlob ?? null),
      }),
      facts: await readFileFacts({ path, before, after }),
    })),
  );
  const changes = looked.map(({ change }) => change);
  return lookAt(reviewBranch(name, { changes }), looked);
}
