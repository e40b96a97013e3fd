import { inertMarkdown, inertTitle } from '../../forges/forge-text.ts';
import { whyNotPushed } from '../../ledger/push-names.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { PullRequestPayload } from '../../words/pull-request.ts';

export interface PullRequestChange {
  readonly title?: string;
  readonly body?: string;
  readonly ref?: string;
}

/** A person's words stay as they are, closing keywords and mentions too: they are that person's. */
export function pullRequestWith(
  payload: PullRequestPayload,
  change: PullRequestChange,
  { tip, defaults }: { readonly tip: CommitSha | null; readonly defaults: readonly string[] },
): PullRequestPayload | { readonly whyNot: string } {
  if (tip === null) return { whyNot: `the branch ${payload.branch} is gone` };
  const ref = change.ref ?? payload.ref;
  if (payload.from !== null && ref !== payload.ref)
    return { whyNot: `it goes onto ${payload.ref}, which is there: its name stays` };
  const why = whyNotPushed(ref, defaults);
  if (why !== null) return { whyNot: why };
  const title = change.title === undefined ? payload.title : inertTitle(change.title);
  if (title === '') return { whyNot: 'a pull request needs a title' };
  const body = change.body ?? payload.body;
  if (body.length > 60_000) return { whyNot: 'a text has at most 60000 characters' };
  // What it did not change went through this before, and comes out the same.
  const isSame = body === payload.body;
  return { ...payload, ref, tip, title, body: isSame ? body : withoutMarks(body) };
}

/** Our own marks are ours to write. */
function withoutMarks(body: string): string {
  return body.includes('<!-- roundsman') ? inertMarkdown(body) : body;
}
