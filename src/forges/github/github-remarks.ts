import type { Answered, ForgeRemark } from '../contract.ts';
import type { ForgeFailure } from '../forge-failure.ts';
import { numberAt, textAt, webAt } from '../read-fields.ts';
import type { GithubPlace } from './github-client.ts';

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

// Who of those who remark may write to the repository. What GitHub calls an author there (`MEMBER`, `COLLABORATOR`) is no
// right: a member may only read, and one who hides being one is called nothing. So each author is asked about, once for what
// that one said since: the answer holds for those remarks, and is asked for again with the next.
interface GithubWriters {
  /** Those of authors who could not be asked about yet are left out: they come with the next look. */
  judged(remarks: readonly ForgeRemark[]): Promise<Answered<readonly ForgeRemark[]>>;
}

const MAY_WRITE = ['admin', 'maintain', 'write'];
const MOST_AUTHORS = 20;
const MOST_KNOWN = 5_000;

export function githubWriters(place: GithubPlace): GithubWriters {
  /** By remark. */
  const known = new Map<string, boolean>();
  return {
    judged: async (remarks) => {
      // The newest first: what they say is waited for.
      const people = remarks.filter(({ id, isBot }) => !isBot && !known.has(id)).toReversed();
      const authors = [...new Set(people.map(({ by }) => by))].slice(0, MOST_AUTHORS);
      for (const author of authors) {
        const may = await mayWrite(place, author);
        if (may.kind !== 'answer') return may;
        for (const { id, by } of people) if (by === author) known.set(id, may.value);
      }
      const value = remarks.flatMap((remark) => {
        const may = remark.isBot ? false : known.get(remark.id);
        return may === undefined ? [] : [{ ...remark, mayWrite: may }];
      });
      for (const id of known.keys()) {
        if (known.size <= MOST_KNOWN) break;
        known.delete(id);
      }
      return { kind: 'answer', value };
    },
  };
}

async function mayWrite({ ask, repo }: GithubPlace, login: string): Promise<Answered<boolean>> {
  const asked = await ask.get('/repos/{owner}/{repo}/collaborators/{username}/permission', {
    ...repo,
    username: login,
  });
  if (asked.kind === 'answer')
    return { kind: 'answer', value: MAY_WRITE.includes(textAt(asked.value, 'permission')) };
  // A user who is gone, or who may not be looked up, has no write access.
  return isPassing(asked) ? asked : { kind: 'answer', value: false };
}

function isPassing({ kind }: ForgeFailure): boolean {
  return kind === 'no-answer' || kind === 'limited' || kind === 'log-in';
}

/** Whether the user, as GitHub shows it, is an app or a workflow. False for no user. */
export function isBot(user: unknown): boolean {
  return textAt(user, 'type') === 'Bot' || textAt(user, 'login').endsWith('[bot]');
}
