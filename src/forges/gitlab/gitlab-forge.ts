/** Merge requests of GitLab. */
import type { GitlabConnection } from '../../words/connection.ts';
import type {
  Answered,
  Forge,
  ForgePullRequest,
  ForgeSelf,
  OpenRequest,
  UpdateRequest,
  ForgeSurroundings,
} from '../contract.ts';
import { inertTitle } from '../forge-text.ts';
import { isTrueAt, listAt, numberAt, rawTextAt, shaAt, textAt, webAt } from '../read-fields.ts';
import { knownForGood } from '../remember-answers.ts';
import { gitlabChecks } from './gitlab-checks.ts';
import { gitlabClient, type GitlabPlace } from './gitlab-client.ts';
import { gitlabRemarks } from './gitlab-remarks.ts';

/** Throws `missing` without its token. @param repository `group/name` */
export async function gitlabForge(
  connection: GitlabConnection,
  repository: string,
  around: ForgeSurroundings,
): Promise<Forge> {
  const place: GitlabPlace = {
    client: await gitlabClient(connection, around),
    project: `/projects/${encodeURIComponent(repository)}`,
  };
  const { client, project } = place;
  const requests = `${project}/merge_requests`;
  const logs = knownForGood();
  return {
    shown: (number) => `merge request !${number} of ${repository}`,
    whoami: () => whoami(place),
    find: async (head) => {
      const listed = await client.list(requests, {
        source_branch: head,
        state: 'all',
        order_by: 'created_at',
        sort: 'desc',
      });
      if (listed.kind !== 'answer') return listed;
      // A fork may have a branch of that name, too.
      const own = listed.value.filter(
        (one) => numberAt(one, 'source_project_id') === numberAt(one, 'target_project_id'),
      );
      return { kind: 'answer', value: own.flatMap((one) => [...requestOf(one)]) };
    },
    open: async (request) => one(await client.send('POST', requests, openBody(request))),
    update: async (number, change) => update({ place, requests }, number, change),
    askReviewers: (number, logins) => askReviewers({ place, requests }, number, logins),
    read: async (number) => one(await client.get(`${requests}/${number}`)),
    checks: (sha, number) => gitlabChecks({ ...place, logs }, sha, number),
    remarks: (number, since) => gitlabRemarks(place, number, since),
  };
}

interface Requests {
  readonly place: GitlabPlace;
  readonly requests: string;
}

function openBody({ head, base, title, body, draft, labels }: OpenRequest): object {
  return {
    source_branch: head,
    target_branch: base,
    title: draft ? `Draft: ${title}` : title,
    description: body,
    ...(labels.length === 0 ? {} : { labels: labels.join(',') }),
  };
}

async function update(
  { place, requests }: Requests,
  number: number,
  { title, body, labels = [] }: UpdateRequest,
): Promise<Answered<ForgePullRequest>> {
  const path = `${requests}/${number}`;
  let named = title;
  if (title !== undefined) {
    const now = one(await place.client.get(path));
    if (now.kind !== 'answer') return now;
    // Whether it is a draft stands in its title, and is theirs to say.
    if (now.value.draft) named = `Draft: ${title}`;
  }
  return one(
    await place.client.send('PUT', path, {
      ...(named === undefined ? {} : { title: named }),
      ...(body === undefined ? {} : { description: body }),
      ...(labels.length === 0 ? {} : { add_labels: labels.join(',') }),
    }),
  );
}

async function askReviewers(
  { place: { client }, requests }: Requests,
  number: number,
  logins: readonly string[],
): Promise<Answered<readonly string[]>> {
  const now = await client.get(`${requests}/${number}`);
  if (now.kind !== 'answer') return now;
  const ids = new Set(listAt(now.value, 'reviewers').flatMap((who) => numberAt(who, 'id') ?? []));
  const before = ids.size;
  const unknown: string[] = [];
  for (const login of logins) {
    const found = await client.list('/users', { username: login });
    if (found.kind !== 'answer') return found;
    const id = found.value.map((who) => numberAt(who, 'id')).find((each) => each !== null);
    if (id === undefined || id === null) unknown.push(`${login}: no such user`);
    else ids.add(id);
  }
  if (ids.size === before) return { kind: 'answer', value: unknown };
  const sent = await client.send('PUT', `${requests}/${number}`, { reviewer_ids: [...ids] });
  if (sent.kind !== 'answer') return sent;
  // The free tier keeps one of them, and says nothing.
  const kept = new Set(
    listAt(sent.value, 'reviewers').flatMap((who) => textAt(who, 'username').toLowerCase()),
  );
  const lost = logins.filter(
    (login) =>
      !kept.has(login.toLowerCase()) && !unknown.some((said) => said.startsWith(`${login}:`)),
  );
  return { kind: 'answer', value: [...unknown, ...lost.map((login) => `${login}: was not taken`)] };
}

async function whoami({ client, project }: GitlabPlace): Promise<Answered<ForgeSelf>> {
  const user = await client.get('/user');
  if (user.kind !== 'answer') return user;
  const seen = await client.get(project);
  if (seen.kind !== 'answer') return seen;
  const level = Math.max(
    numberAt(seen.value, 'permissions', 'project_access', 'access_level') ?? 0,
    numberAt(seen.value, 'permissions', 'group_access', 'access_level') ?? 0,
  );
  return {
    kind: 'answer',
    value: {
      login: textAt(user.value, 'username'),
      can: level >= 30 ? 'push and open merge requests' : 'read',
      defaultBranch: textAt(seen.value, 'default_branch') || null,
    },
  };
}

function one(asked: Answered<unknown>): Answered<ForgePullRequest> {
  if (asked.kind !== 'answer') return asked;
  const [value] = requestOf(asked.value);
  return value === undefined
    ? { kind: 'refused', why: 'GitLab answers with no merge request' }
    : { kind: 'answer', value };
}

/** None where it is not one. */
function requestOf(value: unknown): readonly ForgePullRequest[] {
  const number = numberAt(value, 'iid');
  if (number === null) return [];
  const state = textAt(value, 'state');
  const merged = state === 'merged';
  const by = merged
    ? textAt(value, 'merge_user', 'username') || textAt(value, 'merged_by', 'username')
    : textAt(value, 'closed_by', 'username');
  return [
    {
      number,
      url: webAt(value, 'web_url'),
      state: merged ? 'merged' : state === 'closed' ? 'closed' : 'open',
      draft: isTrueAt(value, 'draft') || isTrueAt(value, 'work_in_progress'),
      title: inertTitle(textAt(value, 'title')),
      body: rawTextAt(value, 'description'),
      base: textAt(value, 'target_branch'),
      head: shaAt(value, 'sha'),
      labels: listAt(value, 'labels').filter((label) => typeof label === 'string'),
      mergeable: mergeableOf(textAt(value, 'detailed_merge_status')),
      endedBy: by,
      // Of access tokens; GitLab does not say it of users here.
      isEndedByBot: /^(?:project|group)_\d+_bot(?![a-z])|^service_account_/i.test(by),
      endedAt: textAt(value, merged ? 'merged_at' : 'closed_at') || null,
    },
  ];
}

function mergeableOf(status: string): boolean | null {
  if (status === '' || ['checking', 'unchecked', 'preparing', 'approvals_syncing'].includes(status))
    return null;
  return status !== 'conflict' && status !== 'need_rebase' && status !== 'broken_status';
}
