/** Pull requests of GitHub. */
import type { Environment } from '../../platform/environment.ts';
import type { GithubConnection } from '../../words/connection.ts';
import {
  FORGE_LIMITS,
  type Answered,
  type Forge,
  type ForgePullRequest,
  type ForgeSelf,
  type MadePullRequest,
  type OpenRequest,
  type UpdateRequest,
} from '../contract.ts';
import { forgeFailureText } from '../forge-failure.ts';
import { inertTitle } from '../forge-text.ts';
import {
  fieldOf,
  isTrueAt,
  listAt,
  numberAt,
  rawTextAt,
  shaAt,
  textAt,
  webAt,
} from '../read-fields.ts';
import { knownForGood } from '../remember-answers.ts';
import { githubChecks } from './github-checks.ts';
import {
  githubAsker,
  type GithubPlace,
  githubClient,
  type GithubClientOptions,
} from './github-client.ts';
import { githubRemarks, githubWriters, isBot } from './github-remarks.ts';

const PULLS = '/repos/{owner}/{repo}/pulls';
const PULL = `${PULLS}/{pull_number}`;

export interface GithubForgeRequest extends GithubClientOptions {
  readonly connection: GithubConnection;
  /** `owner/name`. */
  readonly repository: string;
  readonly env: Environment;
}

/** Throws `missing` without its token. */
export async function githubForge(request: GithubForgeRequest): Promise<Forge> {
  const { connection, repository, env, ...options } = request;
  const [owner = '', repo = ''] = repository.split('/');
  const place: GithubPlace = {
    ask: githubAsker(await githubClient(connection, env, options)),
    repo: { owner, repo },
  };
  const { ask } = place;
  const writers = githubWriters(place);
  const annotations = knownForGood();
  return {
    shown: (number) => `pull request #${number} of ${repository}`,
    whoami: () => whoami(place),
    find: async (head) => {
      const listed = await ask.list(PULLS, {
        ...place.repo,
        head: `${owner}:${head}`,
        state: 'all',
        sort: 'created',
        direction: 'desc',
      });
      if (listed.kind !== 'answer') return listed;
      // A head that GitHub does not know is not a filter to it.
      const own = listed.value.filter(
        (one) =>
          fieldOf(one, 'head', 'ref') === head &&
          textAt(one, 'head', 'repo', 'full_name').toLowerCase() === repository.toLowerCase(),
      );
      return { kind: 'answer', value: own.flatMap((one) => [...pullOf(one)]) };
    },
    open: (request_) => open(place, request_),
    update: (number, change) => update(place, number, change),
    askReviewers: (number, logins) => askReviewers(place, number, logins),
    read: (number) => read(place, number),
    checks: (sha) => githubChecks({ ...place, annotations }, sha),
    remarks: (number, since) => githubRemarks({ ...place, writers }, number, since),
  };
}

async function open(
  { ask, repo }: GithubPlace,
  { head, base, title, body, draft, labels }: OpenRequest,
): Promise<Answered<MadePullRequest>> {
  const made = one(await ask.send(`POST ${PULLS}`, { ...repo, head, base, title, body, draft }));
  if (made.kind !== 'answer' || labels.length === 0) return made;
  const number = made.value.number;
  const labelled = await addLabels({ ask, repo }, number, labels);
  return { kind: 'answer', value: { ...made.value, ...labelledWith(labels, labelled) } };
}

async function update(
  place: GithubPlace,
  number: number,
  { title, body, labels = [] }: UpdateRequest,
): Promise<Answered<MadePullRequest>> {
  const { ask, repo } = place;
  const labelled = labels.length === 0 ? null : await addLabels(place, number, labels);
  const now =
    title === undefined && body === undefined
      ? await read(place, number)
      : one(
          await ask.send(`PATCH ${PULL}`, {
            ...repo,
            pull_number: number,
            ...(title === undefined ? {} : { title }),
            ...(body === undefined ? {} : { body }),
          }),
        );
  if (now.kind !== 'answer' || labelled === null || labelled.kind === 'answer') return now;
  return { kind: 'answer', value: { ...now.value, unlabelled: forgeFailureText(labelled) } };
}

/** It stands, with them or without. */
function labelledWith(
  labels: readonly string[],
  asked: Answered<unknown>,
): Pick<MadePullRequest, 'labels' | 'unlabelled'> {
  return asked.kind === 'answer' ? { labels } : { labels: [], unlabelled: forgeFailureText(asked) };
}

async function addLabels(
  { ask, repo }: GithubPlace,
  number: number,
  labels: readonly string[],
): Promise<Answered<unknown>> {
  const path = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels';
  return ask.send(path, { ...repo, issue_number: number, labels: [...labels] });
}

/** One after the other: of several one that is not known would keep all of them from being asked. */
async function askReviewers(
  { ask, repo }: GithubPlace,
  number: number,
  logins: readonly string[],
): Promise<Answered<readonly string[]>> {
  const refused: string[] = [];
  for (const login of logins) {
    const team = /^[\w.-]+\/([\w.-]+)$/.exec(login)?.[1];
    const asked = await ask.send(`POST ${PULL}/requested_reviewers`, {
      ...repo,
      pull_number: number,
      ...(team === undefined ? { reviewers: [login] } : { team_reviewers: [team] }),
    });
    if (asked.kind === 'answer') continue;
    if (asked.kind === 'no-answer' || asked.kind === 'limited' || asked.kind === 'log-in')
      return asked;
    refused.push(`${login}: ${asked.why}`);
  }
  return { kind: 'answer', value: refused };
}

async function read(
  { ask, repo }: GithubPlace,
  number: number,
): Promise<Answered<ForgePullRequest>> {
  const found = one(await ask.get(PULL, { ...repo, pull_number: number }));
  if (found.kind !== 'answer' || found.value.state !== 'closed') return found;
  // Who closed it stands on the issue that it is, too.
  const issue = await ask.get('/repos/{owner}/{repo}/issues/{issue_number}', {
    ...repo,
    issue_number: number,
  });
  if (issue.kind !== 'answer') return issue;
  return {
    kind: 'answer',
    value: {
      ...found.value,
      endedBy: textAt(issue.value, 'closed_by', 'login'),
      isEndedByBot: isBot(fieldOf(issue.value, 'closed_by')),
    },
  };
}

async function whoami({ ask, repo }: GithubPlace): Promise<Answered<ForgeSelf>> {
  const user = await ask.get('/user', {});
  if (user.kind !== 'answer') return user;
  const seen = await ask.get('/repos/{owner}/{repo}', repo);
  if (seen.kind !== 'answer') return seen;
  return {
    kind: 'answer',
    value: {
      login: textAt(user.value, 'login'),
      can: isTrueAt(seen.value, 'permissions', 'push') ? 'push and open pull requests' : 'read',
      defaultBranch: textAt(seen.value, 'default_branch') || null,
    },
  };
}

function one(asked: Answered<unknown>): Answered<ForgePullRequest> {
  if (asked.kind !== 'answer') return asked;
  const [value] = pullOf(asked.value);
  return value === undefined
    ? { kind: 'no-answer', why: 'GitHub answers with no pull request' }
    : { kind: 'answer', value };
}

/** None where it is not one. */
function pullOf(value: unknown): readonly ForgePullRequest[] {
  const number = numberAt(value, 'number');
  if (number === null) return [];
  const merged = isTrueAt(value, 'merged') || textAt(value, 'merged_at') !== '';
  const mergeable = fieldOf(value, 'mergeable');
  return [
    {
      number,
      url: webAt(value, 'html_url'),
      state: merged ? 'merged' : textAt(value, 'state') === 'closed' ? 'closed' : 'open',
      draft: isTrueAt(value, 'draft'),
      title: inertTitle(textAt(value, 'title')),
      body: rawTextAt(value, 'body').slice(0, 10 * FORGE_LIMITS.text),
      base: textAt(value, 'base', 'ref'),
      head: shaAt(value, 'head', 'sha'),
      labels: listAt(value, 'labels').flatMap((label) => textAt(label, 'name') || []),
      mergeable: typeof mergeable === 'boolean' ? mergeable : null,
      endedBy: textAt(value, 'merged_by', 'login'),
      isEndedByBot: isBot(fieldOf(value, 'merged_by')),
      endedAt: textAt(value, merged ? 'merged_at' : 'closed_at') || null,
    },
  ];
}
