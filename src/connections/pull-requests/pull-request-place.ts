import { forgeOpener, type ForgeOpener } from '../../connectors/open-forge.ts';
import type { Exclusively, ItemStore } from '../../store/ports.ts';
import type { ReviewStores } from '../../store/stores.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { PushSurroundings } from '../push/push-proposal.ts';
import { pushPlace } from '../requests/push-place.ts';
import { connectionsOf } from './connections-of.ts';

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

// What carrying out a pull request works with.
type PullRequestProbe = 'looked' | 'pushed' | 'opened' | 'reviewers-asked' | 'linked';

export interface PullRequestSurroundings extends PushSurroundings {
  readonly links: ReviewStores['pullRequests'];
  readonly items: ItemStore;
  readonly exclusively: Exclusively;
  readonly openForge: ForgeOpener;
  readonly probe?: (name: PullRequestProbe) => Promise<void>;
}
