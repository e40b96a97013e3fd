import { join } from 'node:path';

import { readBrief } from '../../context/read-brief.ts';
import { handOff } from '../../context/sessions/hand-off.ts';
import { listSessions } from '../../context/sessions/list-sessions.ts';
import { findSession } from '../../context/sessions/show-session.ts';
import { listReports, readReport } from '../../reports/reports.ts';
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

/** Of all agents on this machine, in this workspace. What is read of one is its hand-over: what it was asked, did and decided. */
export const sessions: Kind = {
  list: async ({ workspace, run }, { state }) => {
    const { sessions: found } = await listSessions(workspace);
    return found.flatMap((one) =>
      (state !== null && state !== 'all' && one.state !== state) || one.runId === run?.spec.id
        ? []
        : [
            {
              id: one.id,
              engine: one.engine,
              state: one.state,
              title: one.title,
              doing: one.doing,
              waitingOn: one.waitingOn,
              branch: one.branch,
              files: one.filesTouched,
              lastActivityAt: one.lastActivityAt,
              run: one.runId,
            },
          ],
    );
  },
  read: async ({ workspace }, { id }) => {
    const { session } = await findSession(workspace, id);
    const { document } = await handOff(workspace, session.id);
    return { source: `session ${session.id} of ${session.engine}`, text: document };
  },
};
