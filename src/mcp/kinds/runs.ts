import { join } from 'node:path';

import { readBrief } from '../../context/read-brief.ts';
import { findRun } from '../../routines/find-run.ts';
import { formatOutcome } from '../../words/run-outcome.ts';
import type { Kind, Desk, Passage, ReadQuestion } from '../contract.ts';

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

/** What a run was told; its own where it asks for none. */
export async function readBriefPassage(
  { workspace, run: own }: Desk,
  { id }: Pick<ReadQuestion, 'id'>,
): Promise<Passage> {
  const run = await findRun(workspace, id === '' || id === 'own' ? (own?.spec.id ?? null) : id);
  const { folder, content } = await readBrief(workspace, run);
  const text = `${content.prompt}\n\n(${join(folder, 'brief.json')})`;
  return { source: `the brief of run ${run.id} of ${run.routine}`, text };
}
