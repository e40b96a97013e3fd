import { listReports, readReport } from '../../reports/reports.ts';
import { findRun } from '../../routines/find-run.ts';
import type { Kind } from '../contract.ts';

/** Ids are those of their runs; a routine's id reads its newest. */
export const reports: Kind = {
  list: async ({ workspace }, { routine, state }) =>
    (await listReports(workspace, routine)).flatMap((one) =>
      state !== null && one.report !== state
        ? []
        : [{ id: one.runId, routine: one.routine, at: one.at, report: one.report, part: one.part }],
    ),
  read: async ({ workspace }, { id }) => {
    const run = await findRun(workspace, id);
    const { markdown } = await readReport(workspace, run);
    return { source: `the report of run ${run.id} of ${run.routine}`, text: markdown };
  },
};
