/** The session that a person means: by its id, or by that of the run that it is; both may be shortened. */
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { matchId } from '../../workspace/match-id.ts';
import { resolveId } from '../../workspace/resolve-id.ts';
import type { FoundSession } from './inspect-sessions.ts';
import { look } from './look.ts';

/** Those of the last days first: to look at all takes longer. Throws `not-found`. */
export async function findSession(workspace: Workspace, text: string): Promise<FoundSession> {
  const recent = await look(workspace);
  const known = idsOf(recent.found);
  const { found } =
    matchId(known, text).kind === 'none' ? await look(workspace, { all: true }) : recent;
  const id = resolveId({
    noun: 'session',
    ids: idsOf(found),
    text,
    listedBy: 'roundsman sessions --all',
  });
  const one =
    found.find(({ session }) => session.id === id) ??
    // Of several sessions of a run the one that it is in, or was in last.
    found.find(({ session }) => session.runId === id);
  if (one !== undefined) return one;
  throw new AppError('not-found', {
    code: 'session-unknown',
    message: `session ${oneLine(id)} is not there any more`,
    hint: '`roundsman sessions --all` lists the ones that are.',
  });
}

function idsOf(found: readonly FoundSession[]): readonly string[] {
  return [...new Set(found.flatMap(({ session }) => [session.id, session.runId ?? session.id]))];
}
