import { findRun } from '../../routines/find-run.ts';
import { formatOutcome } from '../../words/run-outcome.ts';
import type { Kind } from '../contract.ts';

export const runs: Kind = {
  list: async ({ workspace }, { routine, state }) => {
    const { views } = await workspace.runs.listViews({ parts: true });
    return views.flatMap((view) =>
      (routine !== null && view.routine !== routine) || (state !== null && view.state !== state)
        ? []
        : [
            {
              id: view.id,
              routine: view.routine,
              state: view.state,
              outcome: formatOutcome(view),
              started: view.startedAt,
              branch: view.branch,
              waitingFor: view.waitingFor,
            },
          ],
    );
  },
  read: async ({ workspace }, { id }) => {
    const { definition: _definition, protocol: _protocol, ...view } = await findRun(workspace, id);
    return { source: `the record of run ${view.id}`, text: JSON.stringify(view, null, 1) };
  },
};
