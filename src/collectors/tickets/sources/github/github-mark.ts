/** How far issues and discussions were read, each by itself. What does not hold counts as none. Pure. */
import { isRecord } from '../../../../platform/json.ts';
import type { PlainJson } from '../../../../words/ticket.ts';

export interface GithubMark {
  /** ISO 8601: all that changed before was read; `null`: nothing is known. */
  readonly issues: string | null;
  readonly discussions: string | null;
  /** Discussions that a bound left over. */
  readonly rest: DiscussionsRest | null;
}

export interface DiscussionsRest {
  readonly since: string | null;
  readonly after: string;
  /** When it is read, all up to here is. */
  readonly until: string;
}

const NOTHING: GithubMark = { issues: null, discussions: null, rest: null };

export function readGithubMark(value: PlainJson): GithubMark {
  if (!isRecord(value)) return NOTHING;
  return {
    issues: instant(value['issues']),
    discussions: instant(value['discussions']),
    rest: restOf(value['rest']),
  };
}

export function plainGithubMark({ issues, discussions, rest }: GithubMark): PlainJson {
  return { issues, discussions, rest: rest === null ? null : { ...rest } };
}

function restOf(value: unknown): DiscussionsRest | null {
  if (!isRecord(value)) return null;
  const until = instant(value['until']);
  const { after } = value;
  return until === null || typeof after !== 'string'
    ? null
    : { since: instant(value['since']), after, until };
}

function instant(value: unknown): string | null {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null;
}
