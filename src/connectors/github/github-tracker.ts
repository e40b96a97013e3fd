/** Issues of a repository at GitHub. */
import type { GithubClient } from '../../forges/github/github-client.ts';
import { isBot } from '../../forges/github/github-remarks.ts';
import type { GithubRepository } from '../../forges/github/repository-of.ts';
import { fieldOf, listAt, numberAt, rawTextAt, textAt, webAt } from '../../forges/read-fields.ts';
import type {
  IssueChange,
  IssueComment,
  IssueDraft,
  Told,
  TrackedIssue,
  Tracker,
} from '../tracker.ts';

const ISSUE = '/repos/{owner}/{repo}/issues/{issue_number}';
const PAGE = 100;
/** Newest first; pull requests, which are listed among them, count for nothing but the pages. */
const MOST_ISSUES = 1_000;
const MOST_PAGES = 30;
const MOST_COMMENT_PAGES = 5;

export function githubTracker(client: GithubClient, repository: GithubRepository): Tracker {
  const told = async <Value>(work: () => Promise<Value>): Promise<Told<Value>> => {
    try {
      return { kind: 'told', value: await work() };
    } catch (thrown) {
      return client.failureOf(thrown);
    }
  };
  const me = once(async () => {
    const { data } = await client.request('GET /user');
    const login = textAt(data, 'login');
    if (login === '') throw new Error('it does not say whose token it is');
    return login;
  });
  return {
    me: () => told(me),
    ours: () => told(async () => ourIssues(client, { ...repository, creator: await me() })),
    read: (number) =>
      told(async () => {
        const asked = { ...repository, issue_number: number };
        return toIssue((await client.request(`GET ${ISSUE}`, asked)).data);
      }),
    create: (draft) => told(() => createIssue(client, repository, draft)),
    change: (number, change) =>
      told(async () => {
        const { data } = await client.request(`PATCH ${ISSUE}`, {
          ...repository,
          issue_number: number,
          ...changeFields(change),
        });
        return toIssue(data);
      }),
    comments: (number, since) =>
      told(async () => {
        const asked = {
          ...repository,
          issue_number: number,
          per_page: PAGE,
          ...(since === null ? {} : { since }),
        };
        let pages = 0;
        return client.paginate(`GET ${ISSUE}/comments`, asked, ({ data }, done) => {
          pages += 1;
          if (pages === MOST_COMMENT_PAGES) done();
          return data.map(toComment);
        });
      }),
    comment: (number, body) =>
      told(async () => {
        const asked = { ...repository, issue_number: number, body };
        return toComment((await client.request(`POST ${ISSUE}/comments`, asked)).data);
      }),
  };
}

function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | null = null;
  return () => (asked ??= ask());
}

async function ourIssues(
  client: GithubClient,
  asked: GithubRepository & { readonly creator: string },
): Promise<{ readonly issues: readonly TrackedIssue[]; readonly more: boolean }> {
  let pages = 0;
  let count = 0;
  let more = false;
  const issues = await client.paginate(
    'GET /repos/{owner}/{repo}/issues',
    { ...asked, state: 'all', sort: 'created', direction: 'desc', per_page: PAGE },
    ({ data, headers }, done) => {
      pages += 1;
      const found = data.filter((one) => one.pull_request === undefined);
      count += found.length;
      if (pages === MOST_PAGES || count >= MOST_ISSUES) {
        more = headers.link?.includes('rel="next"') ?? false;
        done();
      }
      return found.map((one) => toIssue(one));
    },
  );
  return { issues, more };
}

/** GitHub makes labels that are missing by itself, where the token may. */
async function createIssue(
  client: GithubClient,
  repository: GithubRepository,
  { title, body, labels }: IssueDraft,
): Promise<TrackedIssue> {
  const { data } = await client.request('POST /repos/{owner}/{repo}/issues', {
    ...repository,
    title,
    body,
    labels: [...labels],
  });
  return toIssue(data);
}

function changeFields({ title, body, state }: IssueChange) {
  return {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { body }),
    ...(state === undefined ? {} : stateFields(state)),
  };
}

function stateFields(state: NonNullable<IssueChange['state']>) {
  switch (state) {
    case 'open':
      return { state: 'open', state_reason: 'reopened' } as const;
    case 'completed':
      return { state: 'closed', state_reason: 'completed' } as const;
    case 'not-planned':
      return { state: 'closed', state_reason: 'not_planned' } as const;
    case 'duplicate':
      return { state: 'closed', state_reason: 'duplicate' } as const;
  }
}

/** Whatever a server says: what is not of its kind is not there. */
function toIssue(data: unknown): TrackedIssue {
  const number = numberAt(data, 'number');
  const updatedAt = timeAt(data, 'updated_at');
  if (number === null || updatedAt === '') throw new Error('its answer is not an issue');
  const closedBy = textAt(data, 'closed_by', 'login');
  return {
    number,
    nodeId: textAt(data, 'node_id'),
    url: webAt(data, 'html_url'),
    repository: textAt(data, 'repository_url').split('/').slice(-2).join('/'),
    title: textAt(data, 'title'),
    body: rawTextAt(data, 'body'),
    state: stateOf(textAt(data, 'state'), textAt(data, 'state_reason')),
    author: textAt(data, 'user', 'login') || 'ghost',
    labels: listAt(data, 'labels').map((one) =>
      typeof one === 'string' ? one : textAt(one, 'name'),
    ),
    isTaken: isThere(data, 'assignee') || isThere(data, 'milestone'),
    comments: numberAt(data, 'comments') ?? 0,
    createdAt: timeAt(data, 'created_at'),
    updatedAt,
    closedAt: timeAt(data, 'closed_at') || null,
    closedBy: closedBy === '' ? null : closedBy,
    isClosedByBot: isBot(fieldOf(data, 'closed_by')),
  };
}

function stateOf(state: string, reason: string): TrackedIssue['state'] {
  if (state !== 'closed') return 'open';
  if (reason === 'not_planned') return 'not-planned';
  return reason === 'duplicate' ? 'duplicate' : 'completed';
}

function toComment(data: unknown): IssueComment {
  return {
    author: textAt(data, 'user', 'login') || 'ghost',
    body: rawTextAt(data, 'body'),
    createdAt: timeAt(data, 'created_at'),
    url: webAt(data, 'html_url'),
  };
}

/** Empty where it is none. */
function timeAt(data: unknown, name: string): string {
  const text = textAt(data, name);
  return Number.isNaN(Date.parse(text)) ? '' : text;
}

function isThere(data: unknown, name: string): boolean {
  const value = fieldOf(data, name);
  return value !== null && value !== undefined;
}
