/** What completion offers at the cursor. */
import type { Candidate } from './plan-completion.ts';

export interface Offer {
  readonly candidates: readonly Candidate[];
  /** `nospace`: the value continues. `files`, `folders`: the shell knows better. */
  readonly directive: 'words' | 'nospace' | 'files' | 'folders';
}
