import { forgeOpener } from '../../connectors/open-forge.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { pushPlace } from '../requests/push-place.ts';
import { connectionsOf } from './connections-of.ts';
import type { PullRequestSurroundings } from './pull-request-surroundings.ts';

/** Where pull requests of a workspace are opened from. */
export function pullRequestPlace(workspace: Workspace): PullRequestSurroundings {
  const { locks, clock, env, redactor, items, review } = workspace;
  const around = { env, clock, learn: redactor.learn };
  return {
    ...pushPlace(workspace),
    links: review.pullRequests,
    items,
    exclusively: locks.ledger,
    openForge: async (place) => forgeOpener(await connectionsOf(workspace), around)(place),
  };
}
