/** What `new --from` and `init` write routines from. Names and words only: shell completion reads them too. */
import type { BuiltinRecipe } from '../../../words/routine.ts';

export interface Template {
  /** As `--from` takes it. */
  readonly name: 'blank' | 'sweep' | 'digest' | 'check';
  /** The routine that ships, the template's source; `null` for the blank one. */
  readonly shipped: 'todo-sweep' | 'ticket-digest' | 'release-check' | null;
  readonly recipe: BuiltinRecipe;
  readonly summary: string;
}

export const BLANK: Template = {
  name: 'blank',
  shipped: null,
  recipe: 'facts',
  summary: 'a small start of your own',
};
export const SWEEP: Template = {
  name: 'sweep',
  shipped: 'todo-sweep',
  recipe: 'todo-sweep',
  summary: 'notes such as TODO that were never followed up',
};
export const DIGEST: Template = {
  name: 'digest',
  shipped: 'ticket-digest',
  recipe: 'ticket-digest',
  summary: "yesterday's tickets, by theme",
};
export const CHECK: Template = {
  name: 'check',
  shipped: 'release-check',
  recipe: 'release-check',
  summary: 'release notes against the commits',
};

export const TEMPLATES: readonly Template[] = [BLANK, SWEEP, DIGEST, CHECK];
