/** What carrying out a pull request works with. */
import type { ForgeOpener } from '../../connectors/open-forge.ts';
import type { Exclusively, ItemStore } from '../../store/ports.ts';
import type { ReviewStores } from '../../store/review-ports.ts';
import type { PushSurroundings } from '../push/push-proposal.ts';

type PullRequestProbe = 'looked' | 'pushed' | 'opened' | 'reviewers-asked' | 'linked';

export interface PullRequestSurroundings extends PushSurroundings {
  readonly links: ReviewStores['pullRequests'];
  readonly items: ItemStore;
  readonly exclusively: Exclusively;
  readonly openForge: ForgeOpener;
  readonly probe?: (name: PullRequestProbe) => Promise<void>;
}
