/**
 * A GitLab on loopback, for the endpoints of merge requests that are used: answers in the form of its documentation, pages by
 * the header Link and by number, limits, faults, and conditional requests.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { onTestFinished } from 'vitest';

export const GITLAB_TOKEN = 'glpat-kit00000000000000';

export interface KitMergeRequest {
  readonly iid: number;
  readonly source_branch: string;
  readonly target_branch: string;
  title: string;
  description: string;
  state: 'opened' | 'closed' | 'merged';
  labels: string[];
  reviewers: number[];
  sha: string;
  endedBy: string | null;
  endedAt: string | null;
}

export interface KitNote {
  readonly id: number;
  readonly by: number;
  readonly body: string;
  readonly at: string;
  readonly system?: boolean;
  readonly path?: string;
  readonly line?: number;
}

export interface GitlabServer {
  readonly api: string;
  readonly requests: KitMergeRequest[];
  readonly notes: Map<number, KitNote[]>;
  readonly pipelines: { readonly id: number; readonly sha: string; readonly status: string }[];
  readonly jobs: {
    readonly id: number;
    readonly pipeline: number;
    readonly name: string;
    readonly status: string;
    readonly trace: string;
  }[];
  readonly users: {
    readonly id: number;
    readonly username: string;
    readonly bot: boolean;
    readonly level: number;
  }[];
  readonly asked: string[];
  /** For the next request whose method and path match. */
  fail(
    match: RegExp,
    how:
      | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
      | 'cut-before'
      | 'cut-after',
  ): void;
  expired: boolean;
  /** How many were answered with 304. */
  unchanged: number;
  /** On a page. */
  pageSize: number | null;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export async function gitlabServer(): Promise<GitlabServer> {
  const faults: { match: RegExp; how: Parameters<GitlabServer['fail']>[1] }[] = [];
  const http = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const address = http.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const kit: GitlabServer = {
    api: `${origin}/api/v4`,
    requests: [],
    notes: new Map(),
    pipelines: [],
    jobs: [],
    users: [
      { id: 1, username: 'harbour-bot', bot: true, level: 40 },
      { id: 2, username: 'ada', bot: false, level: 40 },
      { id: 3, username: 'passer-by', bot: false, level: 0 },
    ],
    asked: [],
    fail: (match, how) => void faults.push({ match, how }),
    expired: false,
    unchanged: 0,
    pageSize: null,
  };
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const line = `${request.method} ${url.pathname}${url.search}`;
    kit.asked.push(line);
    const text = await bodyOf(request);
    const at = faults.findIndex(({ match }) => match.test(line));
    const [fault] = at < 0 ? [] : faults.splice(at, 1);
    if (fault?.how === 'cut-before') return void request.socket.destroy();
    if (fault !== undefined && fault.how !== 'cut-after') {
      response.writeHead(fault.how.status, {
        'content-type': 'application/json',
        ...fault.how.headers,
      });
      return void response.end(JSON.stringify({ message: 'as it was told' }));
    }
    const answer = answerTo(kit, {
      method: request.method ?? 'GET',
      url,
      token: request.headers['private-token'],
      body: text,
    });
    if (fault?.how === 'cut-after') return void request.socket.destroy();
    write(kit, { request, response, url, answer });
  }
  return kit;
}

interface Call {
  readonly method: string;
  readonly url: URL;
  readonly token: string | string[] | undefined;
  readonly body: string;
}

function answerTo(kit: GitlabServer, call: Call): Answer {
  if (kit.expired || call.token !== GITLAB_TOKEN)
    return {
      status: 401,
      body: {
        error: 'invalid_token',
        error_description: 'Token is expired.',
        message: '401 Unauthorized',
      },
    };
  const path = call.url.pathname.replace(/^\/api\/v4/, '');
  const project = '/projects/harbour%2Flamps';
  if (path === '/user') return { status: 200, body: userShape(kit, 1) };
  if (path === '/users')
    return {
      status: 200,
      body: kit.users
        .filter(({ username }) => username === call.url.searchParams.get('username'))
        .map(({ id }) => userShape(kit, id)),
    };
  const user = /^\/users\/(\d+)$/.exec(path)?.[1];
  if (user !== undefined)
    return {
      status: 200,
      body: {
        ...userShape(kit, Number(user)),
        bot: kit.users.find(({ id }) => id === Number(user))?.bot ?? false,
      },
    };
  if (!path.startsWith(project)) return { status: 404, body: { message: '404 Project Not Found' } };
  return ofProject(kit, {
    ...call,
    path: path.slice(project.length),
    params: bodyRecord(call.body),
  });
}

interface ProjectCall extends Call {
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
}

function ofProject(kit: GitlabServer, call: ProjectCall): Answer {
  const { path, method, url, params } = call;
  if (path === '')
    return {
      status: 200,
      body: {
        id: 7,
        default_branch: 'main',
        path_with_namespace: 'harbour/lamps',
        permissions: {
          project_access: { access_level: 40, notification_level: 3 },
          group_access: null,
        },
      },
    };
  const member = /^\/members\/all\/(\d+)$/.exec(path)?.[1];
  if (member !== undefined) {
    const found = kit.users.find(({ id, level }) => id === Number(member) && level > 0);
    return found === undefined
      ? { status: 404, body: { message: '404 Not found' } }
      : { status: 200, body: { ...userShape(kit, found.id), access_level: found.level } };
  }
  if (path === '/merge_requests' && method === 'GET') {
    const source = url.searchParams.get('source_branch');
    return {
      status: 200,
      body: kit.requests
        .filter((one) => one.source_branch === source)
        .toReversed()
        .map((one) => requestShape(kit, one)),
    };
  }
  if (path === '/merge_requests') return make(kit, params);
  const jobs = /^\/pipelines\/(\d+)\/jobs$/.exec(path)?.[1];
  if (jobs !== undefined)
    return {
      status: 200,
      body: kit.jobs
        .filter(({ pipeline }) => pipeline === Number(jobs))
        .map((job) => ({
          id: job.id,
          name: job.name,
          status: job.status,
          allow_failure: false,
          failure_reason: job.status === 'failed' ? 'script_failure' : null,
          web_url: `https://gitlab.example.com/harbour/lamps/-/jobs/${job.id}`,
        })),
    };
  const trace = /^\/jobs\/(\d+)\/trace$/.exec(path)?.[1];
  if (trace !== undefined)
    return { status: 200, body: kit.jobs.find(({ id }) => id === Number(trace))?.trace ?? '' };
  const [, iid, rest = ''] = /^\/merge_requests\/(\d+)(\/\w+)?$/.exec(path) ?? [];
  const one = kit.requests.find((each) => String(each.iid) === iid);
  if (one === undefined) return { status: 404, body: { message: '404 Not found' } };
  if (rest === '/pipelines')
    return {
      status: 200,
      body: kit.pipelines.map((each) => ({
        ...each,
        web_url: `https://gitlab.example.com/p/${each.id}`,
      })),
    };
  if (rest === '/notes')
    return {
      status: 200,
      body: (kit.notes.get(one.iid) ?? []).map((note) => noteShape(kit, note)),
    };
  if (method === 'PUT') change(one, params);
  return { status: 200, body: requestShape(kit, one) };
}

function make(kit: GitlabServer, params: Readonly<Record<string, unknown>>): Answer {
  const { source_branch: source, target_branch: target, title, description, labels } = params;
  if (typeof source !== 'string' || typeof target !== 'string' || typeof title !== 'string')
    return { status: 400, body: { error: 'title is missing' } };
  if (kit.requests.some((one) => one.source_branch === source && one.state === 'opened'))
    return {
      status: 409,
      body: { message: [`Another open merge request already exists for this source branch: !1`] },
    };
  const made: KitMergeRequest = {
    iid: kit.requests.length + 1,
    source_branch: source,
    target_branch: target,
    title,
    description: typeof description === 'string' ? description : '',
    state: 'opened',
    labels: typeof labels === 'string' ? labels.split(',') : [],
    reviewers: [],
    sha: 'a'.repeat(40),
    endedBy: null,
    endedAt: null,
  };
  kit.requests.push(made);
  return { status: 201, body: requestShape(kit, made) };
}

function change(
  one: KitMergeRequest,
  {
    title,
    description,
    add_labels: labels,
    reviewer_ids: reviewers,
  }: Readonly<Record<string, unknown>>,
): void {
  if (typeof title === 'string') one.title = title;
  if (typeof description === 'string') one.description = description;
  if (typeof labels === 'string') one.labels = [...new Set([...one.labels, ...labels.split(',')])];
  if (Array.isArray(reviewers)) one.reviewers = reviewers.filter((id) => typeof id === 'number');
}

function userShape(kit: GitlabServer, id: number) {
  const username = kit.users.find((one) => one.id === id)?.username ?? 'ghost';
  return {
    id,
    username,
    name: username,
    state: 'active',
    avatar_url: null,
    web_url: `https://gitlab.example.com/${username}`,
  };
}

function requestShape(kit: GitlabServer, one: KitMergeRequest) {
  const who = kit.users.find(({ username }) => username === one.endedBy);
  const ended = who === undefined ? null : userShape(kit, who.id);
  return {
    id: 1_000 + one.iid,
    iid: one.iid,
    project_id: 7,
    source_project_id: 7,
    target_project_id: 7,
    title: one.title,
    description: one.description,
    state: one.state,
    draft: one.title.startsWith('Draft:'),
    work_in_progress: one.title.startsWith('Draft:'),
    source_branch: one.source_branch,
    target_branch: one.target_branch,
    sha: one.sha,
    labels: one.labels,
    reviewers: one.reviewers.map((id) => userShape(kit, id)),
    detailed_merge_status: 'mergeable',
    merged_at: one.state === 'merged' ? one.endedAt : null,
    merge_user: one.state === 'merged' ? ended : null,
    closed_at: one.state === 'closed' ? one.endedAt : null,
    closed_by: one.state === 'closed' ? ended : null,
    web_url: `https://gitlab.example.com/harbour/lamps/-/merge_requests/${one.iid}`,
    author: userShape(kit, 1),
  };
}

function noteShape(kit: GitlabServer, note: KitNote) {
  return {
    id: note.id,
    body: note.body,
    author: userShape(kit, note.by),
    created_at: note.at,
    updated_at: note.at,
    system: note.system === true,
    noteable_type: 'MergeRequest',
    resolvable: note.path !== undefined,
    ...(note.path === undefined
      ? {}
      : {
          resolved: false,
          position: { position_type: 'text', new_path: note.path, new_line: note.line ?? 1 },
        }),
  };
}

interface Writing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly answer: Answer;
}

function write(kit: GitlabServer, { request, response, url, answer }: Writing): void {
  let { body } = answer;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (Array.isArray(body)) {
    const size = kit.pageSize ?? Number(url.searchParams.get('per_page') ?? '20');
    const page = Number(url.searchParams.get('page') ?? '1');
    const next = new URL(url);
    next.searchParams.set('page', String(page + 1));
    if (body.length > page * size) {
      headers['link'] = `<${next.href}>; rel="next", <${url.href}>; rel="first"`;
      headers['x-next-page'] = String(page + 1);
    }
    body = body.slice((page - 1) * size, page * size);
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const etag = `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
  const isSame = answer.status === 200 && request.headers['if-none-match'] === etag;
  if (isSame) kit.unchanged += 1;
  response.writeHead(isSame ? 304 : answer.status, { ...headers, etag });
  response.end(isSame ? undefined : text);
}

function bodyRecord(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {};
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
