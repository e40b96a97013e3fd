import type { GithubAsk } from './github-ask.ts';

/** One repository, and how it is asked about. */
export interface GithubPlace {
  readonly ask: GithubAsk;
  readonly repo: { readonly owner: string; readonly repo: string };
}
