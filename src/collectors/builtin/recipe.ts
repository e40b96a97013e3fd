/** What a recipe of the built-in engine is given and gives back. Recipes read no environment and write no OUT. */
import type { Brief } from '../../context/brief.ts';
import type {
  CoverageFile,
  FindingLine,
  Noop,
  ProposalLine,
} from '../../engines/agent-contract.ts';

export interface RecipeRequest {
  readonly brief: Brief;
  /** The run's worktree, absolute; the recipe may change files in it and commit. */
  readonly worktree: string;
  /** For the programs it starts. */
  readonly env: Readonly<Record<string, string>>;
  /** A line of progress. */
  readonly say: (text: string) => void;
}

export interface RecipeResult {
  readonly report: string;
  readonly findings: readonly FindingLine[];
  readonly proposals: readonly ProposalLine[];
  readonly coverage: CoverageFile;
  /** Set on a quiet night. */
  readonly noop: Noop | null;
}

export type Recipe = (request: RecipeRequest) => Promise<RecipeResult>;
