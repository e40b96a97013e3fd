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

/** Routines of docs/cookbook/ that `--from` takes too: each brings a program for tools/. */
export const RECIPES = [
  { name: 'coverage', summary: 'files whose test coverage is below a limit' },
  { name: 'dead-code', summary: 'exports that no other file uses' },
  { name: 'dependency-check', summary: 'unused, undeclared and open dependencies' },
  { name: 'docs-drift', summary: 'links and paths in pages that are gone' },
  { name: 'error-triage', summary: 'errors of exported logs, by cause' },
  { name: 'flaky-tests', summary: 'tests that pass in some runs and fail in others' },
  { name: 'licence-check', summary: 'licences of packages against a list' },
  { name: 'on-call-summary', summary: 'open incidents, and what changed since' },
  { name: 'security-advisories', summary: 'known holes in dependencies' },
  { name: 'stale-branches', summary: 'branches without a commit for two months' },
] as const;
export type Recipe = (typeof RECIPES)[number]['name'];
