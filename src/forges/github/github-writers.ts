/**
 * Who of those who remark may write to the repository. What GitHub calls an author there (`MEMBER`, `COLLABORATOR`) is no
 * right: a member may only read, and one who hides being one is called nothing. So each author is asked about, once for what
 * that one said since: the answer holds for those remarks, and is asked for again with the next.
 */
import type { Answered, ForgeRemark } from '../contract.ts';
import type { ForgeFailure } from '../forge-failure.ts';
import { textAt } from '../read-fields.ts';
import type { GithubPlace } from './github-place.ts';

export interface GithubWriters {
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
