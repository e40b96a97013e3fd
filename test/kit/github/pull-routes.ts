/** Pull requests of the loopback GitHub, their checks and reviews. Heads are looked up in a repository where one is given. */
import {
  invalid,
  mayWrite,
  paged,
  record,
  refusal,
  texts,
  type GithubAnswer,
  type GithubCall,
  type GithubRoute,
} from './github-route.ts';
import { labelShape, repositoryShape, repositoryUrl, userShape, webUrl } from './github-shapes.ts';
import { nodeId, timeOf, type KitIssue } from './github-state.ts';

export interface KitPull {
  readonly issue: KitIssue;
  readonly head: string;
  base: string;
  draft: boolean;
  mergedAt: string | null;
  mergedBy: string | null;
  /** Default: it is. */
  mergeable?: boolean;
  /** Where its head is said to be while it is behind its branch. Default: where that is. */
  behindAt?: string;
  readonly reviewers: string[];
  readonly reviews: KitReview[];
  readonly lineComments: KitLineComment[];
}

export interface KitReview {
  readonly id: number;
  readonly by: string;
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  readonly body: string;
  readonly at: string;
}

export interface KitLineComment {
  readonly id: number;
  readonly by: string;
  readonly body: string;
  readonly path: string;
  readonly line: number;
  readonly at: string;
}

export interface KitCheck {
  readonly id: number;
  readonly sha: string;
  readonly name: string;
  readonly status: 'queued' | 'in_progress' | 'completed';
  readonly conclusion: 'success' | 'failure' | 'neutral' | 'timed_out' | null;
  /** Empty: it says nothing of itself, as a job of GitHub Actions. */
  readonly summary: string;
  /** What is noted beside it. Default: nothing. */
  readonly annotations?: readonly {
    readonly level: 'failure' | 'warning' | 'notice';
    readonly message: string;
  }[];
}

export interface GithubPulls {
  readonly pulls: KitPull[];
  readonly checks: KitCheck[];
  readonly statuses: {
    readonly sha: string;
    readonly context: string;
    readonly state: 'pending' | 'success' | 'failure';
    readonly description: string;
  }[];
  /** Tip of a branch there; `null`: there is none. */
  readonly tipOf: (branch: string) => string | null;
  readonly routes: readonly GithubRoute[];
}

const REPOSITORY = '/repos/{owner}/{repo}';
const PULL = `${REPOSITORY}/pulls/{pull_number}`;

export function githubPulls(tipOf: (branch: string) => string | null): GithubPulls {
  const kit: GithubPulls = { pulls: [], checks: [], statuses: [], tipOf, routes: [] };
  const ofPull =
    (answer: (pull: KitPull, call: GithubCall) => GithubAnswer) =>
    (call: GithubCall): GithubAnswer => {
      const pull = kit.pulls.find(
        ({ issue }) => String(issue.number) === call.params['pull_number'],
      );
      return pull === undefined ? refusal(404, 'Not Found') : answer(pull, call);
    };
  const writing =
    (answer: (call: GithubCall) => GithubAnswer) =>
    (call: GithubCall): GithubAnswer =>
      mayWrite(call) ?? answer(call);
  const routes: GithubRoute[] = [
    { method: 'GET', path: `${REPOSITORY}/pulls`, answer: (call) => listPulls(kit, call) },
    { method: 'POST', path: `${REPOSITORY}/pulls`, answer: writing((call) => openPull(kit, call)) },
    {
      method: 'GET',
      path: PULL,
      answer: ofPull((pull, call) => ({ status: 200, body: wholePull(kit, pull, call) })),
    },
    {
      method: 'PATCH',
      path: PULL,
      answer: writing(ofPull((pull, call) => changePull(kit, pull, call))),
    },
    {
      method: 'POST',
      path: `${PULL}/requested_reviewers`,
      answer: writing(ofPull((pull, call) => askReview(kit, pull, call))),
    },
    {
      method: 'GET',
      path: `${PULL}/reviews`,
      answer: ofPull((pull, call) =>
        paged(call, pull.reviews, (one) => reviewShape(pull, one, call)),
      ),
    },
    {
      method: 'GET',
      path: `${PULL}/comments`,
      answer: ofPull((pull, call) =>
        paged(call, pull.lineComments, (one) => lineCommentShape(pull, one, call)),
      ),
    },
    {
      method: 'GET',
      path: `${REPOSITORY}/commits/{ref}/check-runs`,
      answer: (call) => listChecks(kit, call),
    },
    {
      method: 'GET',
      path: `${REPOSITORY}/check-runs/{check_run_id}/annotations`,
      answer: (call) => listAnnotations(kit, call),
    },
    {
      method: 'GET',
      path: `${REPOSITORY}/commits/{ref}/status`,
      answer: (call) => combinedStatus(kit, call),
    },
  ];
  return { ...kit, routes };
}

function listPulls(kit: GithubPulls, call: GithubCall): GithubAnswer {
  const { query, state } = call;
  const head = query.get('head');
  const wanted = query.get('state') ?? 'open';
  const found = kit.pulls.filter(
    (pull) =>
      (head === null || head === `${state.owner}:${pull.head}`) &&
      (wanted === 'all' || pull.issue.state === wanted),
  );
  return paged(call, found.toReversed(), (pull) => pullShape(kit, pull, call));
}

function openPull(kit: GithubPulls, call: GithubCall): GithubAnswer {
  const { state, token } = call;
  const { title, head, base, body, draft } = record(call.body);
  if (typeof title !== 'string' || typeof head !== 'string' || typeof base !== 'string')
    return invalid('PullRequest', 'title', 'missing_field');
  if (kit.tipOf(head) === null) return invalid('PullRequest', 'head');
  if (kit.tipOf(base) === null) return invalid('PullRequest', 'base');
  if (kit.pulls.some((pull) => pull.head === head && pull.issue.state === 'open'))
    return {
      ...invalid('PullRequest', 'head', 'custom'),
      body: {
        ...record(invalid('PullRequest', 'head', 'custom').body),
        message: `A pull request already exists for ${state.owner}:${head}.`,
      },
    };
  const number = state.nextNumber();
  const at = timeOf(state);
  const issue: KitIssue = {
    id: state.nextId(),
    number,
    by: token?.login ?? 'ghost',
    title,
    body: typeof body === 'string' ? body : null,
    state: 'open',
    stateReason: null,
    closedAt: null,
    closedBy: null,
    labels: [],
    assignees: [],
    milestone: null,
    createdAt: at,
    updatedAt: at,
    comments: [],
    events: [],
    gone: null,
    pull: `/pulls/${number}`,
  };
  state.issues.push(issue);
  const pull: KitPull = {
    issue,
    head,
    base,
    draft: draft === true,
    mergedAt: null,
    mergedBy: null,
    reviewers: [],
    reviews: [],
    lineComments: [],
  };
  kit.pulls.push(pull);
  return { status: 201, body: wholePull(kit, pull, call) };
}

function changePull(kit: GithubPulls, pull: KitPull, call: GithubCall): GithubAnswer {
  const { title, body } = record(call.body);
  if (typeof title === 'string') pull.issue.title = title;
  if (typeof body === 'string') pull.issue.body = body;
  pull.issue.updatedAt = timeOf(call.state);
  return { status: 200, body: wholePull(kit, pull, call) };
}

function askReview(kit: GithubPulls, pull: KitPull, call: GithubCall): GithubAnswer {
  const asked = texts(record(call.body)['reviewers']) ?? [];
  const known = asked.every((login) => {
    const user = call.state.users.get(login);
    return user !== undefined && ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(user.association);
  });
  if (!known)
    return {
      status: 422,
      body: {
        message:
          'Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the repository.',
        documentation_url: 'https://docs.github.com/rest',
        status: '422',
      },
    };
  for (const login of asked) if (!pull.reviewers.includes(login)) pull.reviewers.push(login);
  return { status: 201, body: pullShape(kit, pull, call) };
}

function pullShape(kit: GithubPulls, pull: KitPull, { state, base }: GithubCall) {
  const { issue, draft } = pull;
  const url = `${repositoryUrl(state, base)}/pulls/${issue.number}`;
  const html = `${webUrl(state)}/pull/${issue.number}`;
  const side = (ref: string, sha = kit.tipOf(ref) ?? '0'.repeat(40)) => ({
    label: `${state.owner}:${ref}`,
    ref,
    sha,
    user: userShape(state, state.owner, base),
    repo: repositoryShape(state, base, { push: true }),
  });
  const link = (href: string) => ({ href });
  return {
    url,
    id: issue.id,
    node_id: nodeId('PR', issue.id),
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: `${repositoryUrl(state, base)}/issues/${issue.number}`,
    number: issue.number,
    state: issue.state,
    locked: false,
    title: issue.title,
    user: userShape(state, issue.by, base),
    body: issue.body,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: null,
    assignee: null,
    assignees: [],
    requested_reviewers: pull.reviewers.map((login) => userShape(state, login, base)),
    requested_teams: [],
    labels: state.labels
      .filter(({ name }) => issue.labels.includes(name))
      .map((label) => ({
        ...labelShape(state, label, base),
        description: label.description ?? '',
      })),
    milestone: null,
    draft,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${repositoryUrl(state, base)}/pulls/comments{/number}`,
    comments_url: `${repositoryUrl(state, base)}/issues/${issue.number}/comments`,
    statuses_url: `${repositoryUrl(state, base)}/statuses/${kit.tipOf(pull.head) ?? ''}`,
    head: side(pull.head, pull.behindAt),
    base: side(pull.base),
    _links: {
      self: link(url),
      html: link(html),
      issue: link(`${repositoryUrl(state, base)}/issues/${issue.number}`),
      comments: link(`${repositoryUrl(state, base)}/issues/${issue.number}/comments`),
      review_comments: link(`${url}/comments`),
      review_comment: link(`${repositoryUrl(state, base)}/pulls/comments{/number}`),
      commits: link(`${url}/commits`),
      statuses: link(`${repositoryUrl(state, base)}/statuses/x`),
    },
    author_association: state.users.get(issue.by)?.association ?? 'NONE',
    auto_merge: null,
  };
}

function wholePull(kit: GithubPulls, pull: KitPull, call: GithubCall) {
  return {
    ...pullShape(kit, pull, call),
    merged: pull.mergedAt !== null,
    mergeable: pull.issue.state === 'open' ? (pull.mergeable ?? true) : null,
    rebaseable: true,
    mergeable_state: 'clean',
    merged_by: pull.mergedBy === null ? null : userShape(call.state, pull.mergedBy, call.base),
    comments: pull.issue.comments.length,
    review_comments: pull.lineComments.length,
    maintainer_can_modify: false,
    commits: 1,
    additions: 1,
    deletions: 0,
    changed_files: 1,
  };
}

function reviewShape({ issue }: KitPull, review: KitReview, { state, base }: GithubCall) {
  const html = `${webUrl(state)}/pull/${issue.number}#pullrequestreview-${review.id}`;
  const pull = `${repositoryUrl(state, base)}/pulls/${issue.number}`;
  return {
    id: review.id,
    node_id: nodeId('PRR', review.id),
    user: userShape(state, review.by, base),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: pull,
    _links: { html: { href: html }, pull_request: { href: pull } },
    submitted_at: review.at,
    commit_id: '0'.repeat(40),
    author_association: state.users.get(review.by)?.association ?? 'NONE',
  };
}

function lineCommentShape(
  { issue }: KitPull,
  comment: KitLineComment,
  { state, base }: GithubCall,
) {
  const html = `${webUrl(state)}/pull/${issue.number}#discussion_r${comment.id}`;
  const pull = `${repositoryUrl(state, base)}/pulls/${issue.number}`;
  const url = `${repositoryUrl(state, base)}/pulls/comments/${comment.id}`;
  return {
    url,
    pull_request_review_id: null,
    id: comment.id,
    node_id: nodeId('PRRC', comment.id),
    diff_hunk: '@@ -1 +1 @@',
    path: comment.path,
    commit_id: '0'.repeat(40),
    original_commit_id: '0'.repeat(40),
    user: userShape(state, comment.by, base),
    body: comment.body,
    created_at: comment.at,
    updated_at: comment.at,
    html_url: html,
    pull_request_url: pull,
    author_association: state.users.get(comment.by)?.association ?? 'NONE',
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pull } },
    line: comment.line,
    original_line: comment.line,
    side: 'RIGHT',
  };
}

function listChecks(kit: GithubPulls, call: GithubCall): GithubAnswer {
  const { state, base, params } = call;
  const every = kit.checks.filter(({ sha }) => sha === params['ref']);
  const page = paged(call, every, (check) => ({
    id: check.id,
    head_sha: check.sha,
    node_id: nodeId('CR', check.id),
    external_id: '',
    url: `${repositoryUrl(state, base)}/check-runs/${check.id}`,
    html_url: `${webUrl(state)}/runs/${check.id}`,
    details_url: `${webUrl(state)}/runs/${check.id}`,
    status: check.status,
    conclusion: check.conclusion,
    started_at: timeOf(state),
    completed_at: check.status === 'completed' ? timeOf(state) : null,
    output: {
      title: check.summary === '' ? null : check.name,
      summary: check.summary === '' ? null : check.summary,
      text: null,
      annotations_count: check.annotations?.length ?? 0,
      annotations_url: `${repositoryUrl(state, base)}/check-runs/${check.id}/annotations`,
    },
    name: check.name,
    check_suite: { id: 1 },
    app: null,
    pull_requests: [],
  }));
  return { ...page, body: { total_count: every.length, check_runs: page.body } };
}

function listAnnotations(kit: GithubPulls, call: GithubCall): GithubAnswer {
  const check = kit.checks.find(({ id }) => String(id) === call.params['check_run_id']);
  if (check === undefined) return refusal(404, 'Not Found');
  return paged(call, check.annotations ?? [], ({ level, message }) => ({
    path: '.github',
    blob_href: `${webUrl(call.state)}/blob/${check.sha}/.github`,
    start_line: 12,
    end_line: 12,
    start_column: null,
    end_column: null,
    annotation_level: level,
    title: '',
    message,
    raw_details: '',
  }));
}

function combinedStatus(kit: GithubPulls, { state, base, params }: GithubCall): GithubAnswer {
  const sha = params['ref'] ?? '';
  const found = kit.statuses.filter((one) => one.sha === sha);
  return {
    status: 200,
    body: {
      state: found.some((one) => one.state === 'failure')
        ? 'failure'
        : found.length === 0
          ? 'pending'
          : 'success',
      statuses: found.map((one, index) => ({
        url: `${repositoryUrl(state, base)}/statuses/${sha}`,
        avatar_url: null,
        id: index + 1,
        node_id: nodeId('SC', index + 1),
        state: one.state,
        description: one.description,
        target_url: 'https://ci.example.com/1',
        context: one.context,
        created_at: timeOf(state),
        updated_at: timeOf(state),
        required: null,
      })),
      sha,
      total_count: found.length,
      repository: repositoryShape(state, base, { push: true }),
      commit_url: `${repositoryUrl(state, base)}/commits/${sha}`,
      url: `${repositoryUrl(state, base)}/commits/${sha}/status`,
    },
  };
}
