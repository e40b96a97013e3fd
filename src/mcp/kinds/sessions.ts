import { handOff } from '../../context/sessions/hand-off.ts';
import { listSessions } from '../../context/sessions/list-sessions.ts';
import { findSession } from '../../context/sessions/show-session.ts';
import type { Kind } from '../contract.ts';

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
