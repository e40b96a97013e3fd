import type { Answered, ForgeRemark } from '../contract.ts';
import { numberAt, textAt, webAt } from '../read-fields.ts';
import type { GithubPlace } from './github-place.ts';
import type { GithubWriters } from './github-writers.ts';

/** Comments on the whole, comments on lines, and reviews. */
export async function githubRemarks(
  { ask, repo, writers }: GithubPlace & { readonly writers: GithubWriters },
  number: number,
  since: string | null,
): Promise<Answered<readonly ForgeRemark[]>> {
  const from = since === null ? {} : { since };
  const issue = { ...repo, issue_number: number, ...from };
  const pull = { ...repo, pull_number: number };
  const pulls = '/repos/{owner}/{repo}/pulls/{pull_number}';
  const whole = await ask.list('/repos/{owner}/{repo}/issues/{issue_number}/comments', issue);
  if (whole.kind !== 'answer') return whole;
  const lines = await ask.list(`${pulls}/comments`, { ...pull, ...from });
  if (lines.kind !== 'answer') return lines;
  const reviews = await ask.list(`${pulls}/reviews`, pull);
  if (reviews.kind !== 'answer') return reviews;
  const remarks = [
    ...whole.value.map((one) => remarkOf('comment', one, true)),
    ...lines.value.map((one) => remarkOf('line', one, true)),
    ...reviews.value.map((one) => remarkOf('review', one, asksIn(one))),
  ].filter(({ at }) => since === null || Date.parse(at) >= Date.parse(since));
  return writers.judged(remarks.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)));
}

/** A review without words that wants nothing changed is the frame of its comments on lines. */
function asksIn(review: unknown): boolean {
  const state = textAt(review, 'state');
  return state === 'CHANGES_REQUESTED' || (state === 'COMMENTED' && textAt(review, 'body') !== '');
}

/** Whether its author may write is asked for afterwards. */
function remarkOf(kind: 'comment' | 'line' | 'review', value: unknown, asks: boolean): ForgeRemark {
  const isBot = textAt(value, 'user', 'type') !== 'User';
  const path = textAt(value, 'path');
  const line = numberAt(value, 'line') ?? numberAt(value, 'original_line');
  return {
    id: `${kind}:${numberAt(value, 'id') ?? ''}`,
    by: textAt(value, 'user', 'login'),
    mayWrite: false,
    isBot,
    at: textAt(value, 'created_at') || textAt(value, 'submitted_at'),
    url: webAt(value, 'html_url'),
    text: textAt(value, 'body'),
    place: path === '' ? null : line === null ? path : `${path}:${line}`,
    asks,
  };
}
