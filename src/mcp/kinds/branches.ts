import { standingVerdicts } from '../../ledger/branch-verdicts.ts';
import { listBranches } from '../../review/list-branches.ts';
import { readBranchDiff } from '../../review/read-branch-diff.ts';
import { plural } from '../../words/text.ts';
import { MAX_FENCED_BYTES } from '../answer.ts';
import type { Desk, Kind } from '../contract.ts';

const MAX_FILES_SHOWN = 100;
const HEAD_BYTES = 6_000;

/** Those that wait for review. Ids are their names; a path narrows what is read of one. */
export const branches: Kind = {
  list: async (desk, { routine, state }) => {
    if (state !== null) return decidedBranches(desk, { routine, state });
    const { branches: waiting } = await listBranches(desk.workspace, await baseOf(desk));
    return waiting.flatMap((one) =>
      routine !== null && one.routine !== routine
        ? []
        : [
            {
              id: one.branch,
              routine: one.routine,
              run: one.run,
              date: one.date,
              files: one.files,
            },
          ],
    );
  },
  read: async ({ workspace }, { id, path, offset }) => {
    const diff = await readBranchDiff(workspace, {
      branch: id,
      path,
      offset,
      most: MAX_FENCED_BYTES - (offset === 0 ? HEAD_BYTES : 0),
    });
    const { branch, run, files, count, next } = diff;
    const head = `${plural(count, 'file')} changed since ${diff.base.slice(0, 12)}:\n${files
      .slice(0, MAX_FILES_SHOWN)
      .join('\n')
      .slice(0, HEAD_BYTES - 100)}\n\n`;
    return {
      source: `the branch ${branch} of run ${run}${path === null ? '' : `, ${path}`}`,
      text: `${offset === 0 ? head : ''}${diff.text}`,
      next: next === null ? null : String(next),
    };
  },
};

/** Newest first. What was turned down is not to be done again, so its reason is told. */
async function decidedBranches(
  { workspace }: Desk,
  { routine, state }: { readonly routine: string | null; readonly state: string },
): Promise<Awaited<ReturnType<Kind['list']>>> {
  const verdicts = standingVerdicts(await workspace.review.verdicts.list());
  return verdicts
    .toReversed()
    .flatMap(({ branch, kind, title, reason, by, at, run, ...one }) =>
      (state !== 'all' && kind !== state) || (routine !== null && one.routine !== routine)
        ? []
        : [{ id: branch, state: kind, title, reason, by, date: at, routine: one.routine, run }],
    );
}

async function baseOf({ workspace, run }: Desk): Promise<string | null> {
  if (run === null) return null;
  return (await workspace.runs.read(run.spec.id))?.record?.progress.base ?? null;
}
