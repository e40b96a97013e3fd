/** `github`: issues and discussions of one repository that changed since the mark; pull requests are none of them. */
import { githubClient } from '../../../../forges/github/github-client.ts';
import { repositoryOf, type GithubRepository } from '../../../../forges/github/repository-of.ts';
import { gitIn } from '../../../../git/git-call.ts';
import { fetchUrl } from '../../../../git/remote-urls.ts';
import { sha256 } from '../../../../platform/hash.ts';
import { isRecord } from '../../../../platform/json.ts';
import { canonicalJson } from '../../../../words/canonical-json.ts';
import type { GithubConnection } from '../../../../words/connection.ts';
import type { PlainJson } from '../../../../words/ticket.ts';
import {
  type SourceReading,
  type SourceRequest,
  type SourceStart,
  type TicketSource,
  earlierStart,
} from '../contract.ts';
import type { AskingGithub } from './ask-github.ts';
import { readDiscussions } from './read-discussions.ts';
import { readIssues } from './read-issues.ts';

const NOTHING: GithubMark = { issues: null, discussions: null, rest: null };

type Request = SourceRequest<GithubConnection>;

/** Throws an AppError when nothing says which repository is meant. */
export async function openGithub(request: Request): Promise<TicketSource> {
  const { connection } = request;
  const { api, tickets } = connection;
  const repository = await repositoryAt(request);
  const name = `${repository.owner}/${repository.repo}`;
  return {
    identity: sha256(canonicalJson({ kind: 'github', api, name, tickets })),
    asked: `${tickets.from.join(' and ')} of ${name} at ${new URL(api).host}`,
    read: async (start) => readRepository(request, repository, start),
  };
}

async function repositoryAt({
  connection,
  repository,
  gitEnv,
}: Request): Promise<GithubRepository> {
  if (connection.repository !== null) return repositoryOf(connection, null);
  const origin = await fetchUrl(gitIn({ cwd: repository, env: gitEnv }), 'origin');
  return repositoryOf(connection, origin);
}

async function readRepository(
  request: Request,
  repository: GithubRepository,
  start: SourceStart,
): Promise<SourceReading> {
  const asking = await askingOf(request, repository);
  const { from } = request.connection.tickets;
  const mark = readGithubMark(start.mark);
  const now = request.outside.clock.now().toISOString();
  const until = now < start.until ? now : start.until;
  const plan: Plan = { mark, start, until };
  const cuts: string[] = [];
  const issues = from.includes('issues') ? await issuesPart(plan, asking, cuts) : mark.issues;
  const rest = from.includes('discussions') ? await discussionsPart(plan, asking, cuts) : mark;
  const next: GithubMark = { issues, discussions: rest.discussions, rest: rest.rest };
  const reached = [
    ...(from.includes('issues') ? [next.issues] : []),
    ...(from.includes('discussions') ? [next.discussions] : []),
  ].map((one) => one ?? start.since ?? new Date(0).toISOString());
  const { pages } = asking.spent;
  return {
    records: [...asking.records.values()],
    problems: [],
    repeated: 0,
    since: earlierStart(from.includes('issues') ? mark.issues : mark.discussions, start.since),
    next: {
      mark: plainGithubMark(next),
      reached: reached.toSorted()[0] ?? until,
    },
    counts: { pages, requests: pages },
    cut: cuts[0] ?? null,
  };
}

interface Plan {
  readonly mark: GithubMark;
  readonly start: SourceStart;
  /** Where the next reading begins when this one ends well. */
  readonly until: string;
}

async function issuesPart(
  { mark, start, until }: Plan,
  asking: AskingGithub,
  cuts: string[],
): Promise<string | null> {
  const since = earlierStart(mark.issues, start.since);
  const { reached, cut } = await readIssues(since, asking);
  if (cut === null) return until;
  cuts.push(cut);
  // Never past the window's end: what was made since then is for the next one.
  return reached !== null && reached < until ? reached : until;
}

async function discussionsPart(
  { mark, start, until }: Plan,
  asking: AskingGithub,
  cuts: string[],
): Promise<Pick<GithubMark, 'discussions' | 'rest'>> {
  const { rest } = mark;
  if (rest !== null) {
    const left = await readDiscussions(rest, asking);
    if (left !== null) {
      cuts.push(left.cut);
      return { discussions: mark.discussions, rest: { ...rest, after: left.after } };
    }
  }
  const known = rest?.until ?? mark.discussions;
  const since = earlierStart(known, start.since);
  const left = await readDiscussions({ since, after: null }, asking);
  if (left === null) return { discussions: until, rest: null };
  cuts.push(left.cut);
  return { discussions: known ?? since, rest: { since, after: left.after, until } };
}

async function askingOf(request: Request, repository: GithubRepository): Promise<AskingGithub> {
  const { connection, outside, bounds, signal } = request;
  const { env, clock, learn } = outside;
  return {
    connection,
    client: await githubClient(connection, env, { clock, learn }),
    repository,
    bounds,
    clock,
    startedAt: clock.monotonic(),
    ...(signal === undefined ? {} : { signal }),
    progress: (text) => request.progress(text),
    records: new Map(),
    spent: { pages: 0 },
  };
}

/** How far issues and discussions were read, each by itself. What does not hold counts as none. Pure. */
interface GithubMark {
  /** ISO 8601: all that changed before was read; `null`: nothing is known. */
  readonly issues: string | null;
  readonly discussions: string | null;
  /** Discussions that a bound left over. */
  readonly rest: DiscussionsRest | null;
}

interface DiscussionsRest {
  readonly since: string | null;
  readonly after: string;
  /** When it is read, all up to here is. */
  readonly until: string;
}

function readGithubMark(value: PlainJson): GithubMark {
  if (!isRecord(value)) return NOTHING;
  return {
    issues: instant(value['issues']),
    discussions: instant(value['discussions']),
    rest: restOf(value['rest']),
  };
}

function plainGithubMark({ issues, discussions, rest }: GithubMark): PlainJson {
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
